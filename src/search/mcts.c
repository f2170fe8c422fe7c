/* Monte-Carlo tree search with UCB1 (Auer, Cesa-Bianchi, Fischer 2002; Kocsis and
 * Szepesvari 2006) for one-player problems whose best playout is what counts.
 *
 * A node gets its children, all at once and side by side, the second time it is reached;
 * a playout adds one visited node. Subtrees in which every sequence has been tried are
 * closed and never entered again, so that small problems end with a proof. */
#include "lw/search.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define DEFAULT_NODES 1000000u
#define DEFAULT_DEPTH 1000u

struct node {
    uint32_t action;
    uint32_t first; /* child; 0: not expanded (the root is no child) */
    uint16_t n_children;
    uint16_t closed;
    uint32_t visits;
    double value; /* mean or maximum, as the backup says */
};

struct tree {
    const struct lw_mcts_problem *problem;
    const struct lw_mcts_params *params;
    struct lw_rng *rng;
    struct lw_mcts_stats *stats;
    struct node *nodes;
    uint32_t n_nodes, max_nodes;
    uint32_t *path;
    uint32_t max_depth;
    uint32_t *actions;
};

static void clear(struct tree *tree) {
    tree->nodes[0] = (struct node){0};
    tree->n_nodes = 1;
}

/* Gives the node at the problem's current position its children; false when the tree is
 * full. A position without actions closes. */
static bool grow(struct tree *tree, uint32_t at) {
    const struct lw_mcts_problem *problem = tree->problem;
    size_t count = problem->actions(problem->ctx, tree->actions);
    assert(count <= problem->max_actions);
    if (count == 0) {
        tree->nodes[at].closed = 1;
        return true;
    }
    if (count > tree->max_nodes - tree->n_nodes) {
        return false;
    }
    tree->nodes[at].first = tree->n_nodes;
    tree->nodes[at].n_children = (uint16_t)count;
    for (size_t i = 0; i < count; i++) {
        tree->nodes[tree->n_nodes++] = (struct node){.action = tree->actions[i]};
    }
    return true;
}

static uint32_t choose_unvisited(struct tree *tree, const struct node *node) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < node->n_children; i++) {
        count += tree->nodes[node->first + i].visits == 0;
    }
    if (count == 0) {
        return 0;
    }
    uint32_t nth = lw_rng_below(tree->rng, count);
    for (uint32_t i = 0;; i++) {
        if (tree->nodes[node->first + i].visits == 0 && nth-- == 0) {
            return node->first + i;
        }
    }
}

/* The open child with the highest upper confidence bound. */
static uint32_t choose(struct tree *tree, const struct node *node) {
    const struct lw_mcts_params *params = tree->params;
    bool all_first = params->unvisited == HUGE_VAL;
    if (all_first) {
        uint32_t fresh = choose_unvisited(tree, node);
        if (fresh != 0) {
            return fresh;
        }
    }
    double scale = params->exploration * sqrt(log((double)node->visits + 1.0));
    double best = -HUGE_VAL;
    uint32_t chosen = 0, ties = 0;
    for (uint32_t i = 0; i < node->n_children; i++) {
        const struct node *child = &tree->nodes[node->first + i];
        if (child->closed != 0) {
            continue;
        }
        double bound = child->visits == 0
                           ? params->unvisited + scale
                           : child->value + scale / sqrt((double)child->visits);
        if (bound > best) {
            best = bound;
            chosen = node->first + i;
            ties = 1;
        } else if (bound == best && lw_rng_below(tree->rng, ++ties) == 0) {
            chosen = node->first + i;
        }
    }
    return chosen;
}

static bool all_closed(const struct tree *tree, const struct node *node) {
    for (uint32_t i = 0; i < node->n_children; i++) {
        if (tree->nodes[node->first + i].closed == 0) {
            return false;
        }
    }
    return true;
}

static void back_up(struct tree *tree, uint32_t depth, double value) {
    bool child_closed = false;
    for (uint32_t i = depth + 1; i-- > 0;) {
        struct node *node = &tree->nodes[tree->path[i]];
        node->visits++;
        if (tree->params->backup == LW_MCTS_MAX) {
            node->value = node->visits == 1 || value > node->value ? value : node->value;
        } else {
            node->value += (value - node->value) / (double)node->visits;
        }
        if (child_closed && all_closed(tree, node)) {
            node->closed = 1;
        }
        child_closed = node->closed != 0;
    }
}

/* One playout; false when the tree is full and should be restarted. */
static bool play(struct tree *tree, double *value) {
    const struct lw_mcts_problem *problem = tree->problem;
    uint32_t at = 0, depth = 0;
    problem->reset(problem->ctx);
    tree->path[0] = 0;
    while (depth + 1 < tree->max_depth) {
        struct node *node = &tree->nodes[at];
        if (node->first == 0 && (node->visits > 0 || at == 0) && node->closed == 0 &&
            !grow(tree, at)) {
            if (tree->params->restart) {
                return false;
            }
            break;
        }
        if (node->first == 0) {
            break;
        }
        at = choose(tree, node);
        tree->path[++depth] = at;
        problem->apply(problem->ctx, tree->nodes[at].action);
    }
    if (depth > tree->stats->max_depth) {
        tree->stats->max_depth = depth;
    }
    *value = problem->rollout(problem->ctx, tree->rng);
    back_up(tree, depth, *value);
    return true;
}

static void loop(struct tree *tree, struct lw_meter *meter) {
    const struct lw_mcts_params *params = tree->params;
    struct lw_mcts_stats *stats = tree->stats;
    while (params->max_playouts == 0 || stats->playouts < params->max_playouts) {
        double value;
        if (!play(tree, &value)) {
            clear(tree);
            stats->restarts++;
            continue;
        }
        stats->playouts++;
        if (value > stats->best) {
            stats->best = value;
        }
        if (value >= params->stop_at) {
            return;
        }
        if (tree->nodes[0].closed != 0) {
            stats->exhausted = true;
            return;
        }
        stats->stop = lw_meter_tick(meter, 1);
        if (stats->stop != LW_STOP_NONE) {
            return;
        }
    }
}

lw_status lw_mcts_run(const struct lw_mcts_problem *problem,
                      const struct lw_mcts_params *params, struct lw_rng *rng,
                      const struct lw_alloc *alloc, struct lw_meter *meter,
                      struct lw_mcts_stats *stats) {
    struct tree tree = {.problem = problem, .params = params, .rng = rng, .stats = stats};
    lw_status status = LW_NO_MEMORY;
    assert(problem->max_actions > 0 && problem->max_actions < UINT16_MAX);
    *stats = (struct lw_mcts_stats){.best = -HUGE_VAL};
    tree.max_nodes = params->max_nodes == 0 ? DEFAULT_NODES : params->max_nodes;
    if (tree.max_nodes < problem->max_actions + 1) {
        tree.max_nodes = (uint32_t)problem->max_actions + 1;
    }
    tree.max_depth = params->max_depth == 0 ? DEFAULT_DEPTH : params->max_depth;
    tree.nodes = lw_alloc_get(alloc, (size_t)tree.max_nodes * sizeof *tree.nodes);
    tree.path = lw_alloc_get(alloc, ((size_t)tree.max_depth + 1) * sizeof *tree.path);
    tree.actions = lw_alloc_get(alloc, problem->max_actions * sizeof *tree.actions);
    if (tree.nodes != NULL && tree.path != NULL && tree.actions != NULL) {
        clear(&tree);
        loop(&tree, meter);
        stats->n_nodes = tree.n_nodes;
        status = LW_OK;
    }
    lw_alloc_free(alloc, tree.actions, problem->max_actions * sizeof *tree.actions);
    lw_alloc_free(alloc, tree.path, ((size_t)tree.max_depth + 1) * sizeof *tree.path);
    lw_alloc_free(alloc, tree.nodes, (size_t)tree.max_nodes * sizeof *tree.nodes);
    return status;
}
