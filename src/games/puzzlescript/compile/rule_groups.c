/* The order in which rules run: rules of one group repeat together until nothing changes,
 * and loops repeat groups. */
#include "compile/compile_internal.h"

static void make_groups(struct ps_compile *c, struct lw_ps_rule_list *list, uint32_t from,
                        uint32_t to) {
    struct lw_ps_game *game = c->game;
    struct lw_ps_group *groups =
        lw_arena_zero(&game->arena, to - from + 1, sizeof *groups);
    if (groups == NULL) {
        c->failed = true;
        return;
    }
    uint32_t last = 0;
    for (uint32_t i = from; i < to; i++) {
        struct lw_ps_rule *rule = &game->rules[i];
        if (i == from || rule->group != last) {
            last = rule->group;
            groups[list->n_groups++] = (struct lw_ps_group){
                .first = i, .line = rule->line, .random = rule->random};
        }
        struct lw_ps_group *group = &groups[list->n_groups - 1];
        group->n_rules++;
        group->rigid = group->rigid || rule->rigid;
        game->has_rigid = game->has_rigid || rule->rigid;
        game->has_random = game->has_random || group->random;
        game->has_again = game->has_again || (rule->commands & LW_PS_AGAIN) != 0;
        game->has_checkpoint =
            game->has_checkpoint || (rule->commands & LW_PS_CHECKPOINT) != 0;
        rule->group = list->n_groups - 1;
    }
    list->groups = groups;
    uint32_t n_rigid = 0;
    for (uint32_t g = 0; g < list->n_groups; g++) {
        n_rigid += groups[g].rigid != 0;
        if (groups[g].rigid != 0 && n_rigid > 30) {
            if (n_rigid == 31) {
                lw_ps_error(c, groups[g].line, 0,
                            "more than 30 groups of rules are rigid");
            }
            groups[g].rigid = 0;
        }
        groups[g].rigid = (uint8_t)(groups[g].rigid != 0 ? n_rigid : 0);
    }
}

/* startloop and endloop lines bound runs of groups; the last loop may stay open. */
static void make_loops(struct ps_compile *c, struct lw_ps_rule_list *list) {
    struct lw_ps_loop *loops =
        lw_arena_zero(&c->game->arena, c->n_loops + 1, sizeof *loops);
    if (loops == NULL) {
        c->failed = true;
        return;
    }
    bool outside = true;
    uint32_t target = 0;
    for (size_t j = 0; j < c->n_loops; j++) {
        uint32_t g = 0;
        while (g < list->n_groups && list->groups[g].line < c->loops[j].line) {
            g++;
        }
        if (g == list->n_groups) {
            continue;
        }
        if (outside) {
            target = g;
        } else if (g > 0) {
            loops[list->n_loops++] = (struct lw_ps_loop){target, g - 1};
        }
        outside = !outside;
    }
    if (!outside) {
        loops[list->n_loops++] = (struct lw_ps_loop){target, list->n_groups};
    }
    list->loops = loops;
}

void lw_ps_group_rules(struct ps_compile *c, struct lw_ps_rule_list *list, uint32_t from,
                       uint32_t to) {
    make_groups(c, list, from, to);
    if (!c->failed) {
        make_loops(c, list);
    }
}
