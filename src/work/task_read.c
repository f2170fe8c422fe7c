/* Levels of strangers, read: what the store keeps of them, with the moves that win. */
#include <inttypes.h>
#include <string.h>

#include "worker.h"

/* One task's work. */
struct reading {
    struct worker *worker;
    const struct lw_work_levels *levels;
    const struct lw_alloc *alloc;
    struct lw_arena *arena; /* of what is sent back */
    struct lw_work_costs left;
    struct lw_opened shared; /* the game; none when each text brings its own */
    struct lw_work_result *out;
    const struct lw_found *last; /* that was taken */
    size_t levels_cap, messages_cap;
};

/* Room for one more in a list of the arena; NULL: memory is out. */
static void *add(struct lw_arena *arena, void **items, size_t *n, size_t *cap,
                 size_t bytes_each) {
    if (*n == *cap) {
        size_t more = *cap == 0 ? 16 : 2 * *cap;
        char *grown = lw_arena_zero(arena, more, bytes_each);
        if (grown == NULL) {
            return NULL;
        }
        if (*n > 0) {
            memcpy(grown, *items, *n * bytes_each);
        }
        *items = grown;
        *cap = more;
    }
    return (char *)*items + (*n)++ * bytes_each;
}

static const char *copy(struct reading *r, const char *text) {
    return lw_arena_text(r->arena, text == NULL ? "" : text,
                         text == NULL ? 0 : strlen(text));
}

/* The game is made once, however many levels there are. Without a source, each text of a
 * kind that is made from one is a game of its own. */
static lw_status open_shared(struct reading *r, struct lw_error *err) {
    const struct lw_work_levels *levels = r->levels;
    const struct lw_game_kind *kind = lw_game_kind_find(levels->game);
    struct lw_open_request request = {
        .alloc = r->alloc,
        .kinds = lw_game_kinds(),
        .game = levels->game,
        .rules = levels->rules,
        .source = levels->source,
        .source_len = levels->source == NULL ? 0 : strlen(levels->source)};
    if (kind == NULL) {
        return lw_fail(err, LW_UNSUPPORTED, 0, 0, "there is no game '%.40s'",
                       levels->game);
    }
    if (!levels->first_only ||
        (levels->source == NULL && (kind->flags & LW_GAME_FROM_SOURCE) != 0)) {
        return LW_OK;
    }
    lw_status status = lw_open_game(&request, &r->shared, err);
    bool in_rules = r->shared.part == LW_OPEN_RULES;
    if (status != LW_OK) {
        r->out->part = in_rules ? LW_WORK_RULES : LW_WORK_SOURCE;
    }
    return status == LW_USAGE && in_rules ? LW_BAD_INPUT : status;
}

static lw_status open_text(struct reading *r, const struct lw_work_text *text,
                           struct lw_opened *out, struct lw_error *err) {
    const struct lw_work_levels *levels = r->levels;
    struct lw_open_request request = {.alloc = r->alloc,
                                      .kinds = lw_game_kinds(),
                                      .game = levels->game,
                                      .rules = levels->rules,
                                      .format = levels->format,
                                      .text = text->text,
                                      .len = text->len,
                                      .limits = {.levels = levels->max_levels}};
    return r->shared.game != NULL ? lw_open_beside(r->shared.game, &request, out, err)
                                  : lw_open(&request, out, err);
}

/* What it may weigh, alone and with the others. */
static lw_status charge(struct reading *r, const struct lw_found *found,
                        struct lw_error *err) {
    const struct lw_game_kind *kind = found->kind;
    bool known = r->last != NULL && found->source == r->last->source;
    uint64_t stored = found->text_len + (known ? 0 : found->source_len);
    uint64_t written = found->text_len + found->source_len;
    if (kind->max_squares != 0 &&
        (uint64_t)found->width * found->height > kind->max_squares) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "the level has %" PRIu32 " x %" PRIu32
                       " squares; the server takes at most %" PRIu64 " of %s",
                       found->width, found->height, (uint64_t)kind->max_squares,
                       kind->title);
    }
    if (stored > r->left.stored) {
        return lw_fail(err, LW_LIMIT, 0, 0,
                       "the levels of one request may take %" PRIu64
                       " MiB in the store; send them in several",
                       r->levels->most.stored >> 20);
    }
    if (written > r->left.written) {
        return lw_fail(
            err, LW_LIMIT, 0, 0,
            "the levels of one request, each with its source, may have %" PRIu64
            " MiB; send them in several",
            r->levels->most.written >> 20);
    }
    r->left.stored -= stored;
    r->left.written -= written;
    return LW_OK;
}

/* A solution that does not replay is left out: it proves nothing. */
static lw_status try_moves(struct reading *r, const struct lw_level *level,
                           const char *name, const char *moves, struct lw_found *found,
                           struct lw_error *err) {
    double measures[LW_MAX_MEASURES];
    struct lw_error why;
    if (*moves == '\0' || lw_work_replay(level, r->alloc, moves, &r->left.replay,
                                         measures, &why) != LW_OK) {
        return LW_OK;
    }
    size_t n = found->n_solutions;
    struct lw_found_solution *all = lw_arena_zero(r->arena, n + 1, sizeof *all);
    if (all == NULL) {
        return lw_fail_memory(err);
    }
    if (n > 0) {
        memcpy(all, found->solutions, n * sizeof *all);
    }
    all[n].name = copy(r, name);
    all[n].moves = copy(r, moves);
    memcpy(all[n].measures, measures, sizeof measures);
    found->solutions = all;
    found->n_solutions = n + 1;
    return all[n].name == NULL || all[n].moves == NULL ? lw_fail_memory(err) : LW_OK;
}

/* Files have at most a few solutions a level. */
#define MAX_SOLUTIONS 100

static lw_status replay_all(struct reading *r, const struct lw_entry *entry,
                            const char *moves, struct lw_found *found,
                            struct lw_error *err) {
    lw_status status = LW_OK;
    if (moves != NULL) {
        status = try_moves(r, entry->level, "", moves, found, err);
    }
    /* Those of a file count where nobody says which one. */
    const struct lw_stored_solution *at = r->levels->first_only ? NULL : entry->solutions;
    for (; at != NULL && status == LW_OK && found->n_solutions < MAX_SOLUTIONS;
         at = at->next) {
        status = try_moves(r, entry->level, at->name, at->moves, found, err);
    }
    return status;
}

static const char *author_of(const struct lw_note *notes, const char *otherwise) {
    const char *author = lw_note_find(notes, "Author");
    return author != NULL ? author : otherwise;
}

static lw_status describe(struct reading *r, const struct lw_entry *entry,
                          const char *author, struct lw_work_level *out,
                          struct lw_error *err) {
    out->title = copy(r, entry->title);
    out->author = copy(r, author_of(entry->notes, author));
    out->found.score = lw_note_number(entry->notes, "Score");
    return out->title == NULL || out->author == NULL ? lw_fail_memory(err) : LW_OK;
}

static bool is_refusal(lw_status status) {
    return status == LW_BAD_INPUT || status == LW_UNSUPPORTED;
}

/* One level. Of many, one that may not be played is left out, with the reason. */
static lw_status take(struct reading *r, uint32_t number, const struct lw_entry *entry,
                      const char *author, struct lw_error *err) {
    struct lw_work_read *read = &r->out->read;
    void *list = read->levels;
    struct lw_work_level *level =
        add(r->arena, &list, &read->n_levels, &r->levels_cap, sizeof *level);
    read->levels = list;
    if (level == NULL) {
        return lw_fail_memory(err);
    }
    level->text = number;
    level->line = entry->line;
    lw_status status =
        lw_found_level(entry->level, NULL, r->last, r->arena, &level->found, err);
    if (status == LW_OK) {
        status = charge(r, &level->found, err);
    }
    if (status == LW_OK) {
        status = replay_all(r, entry, r->levels->texts[number].moves, &level->found, err);
    }
    if (status == LW_OK) {
        status = describe(r, entry, author, level, err);
        struct lw_found *last = lw_arena_zero(r->arena, 1, sizeof *last);
        if (last != NULL) {
            *last = level->found;
            r->last = last;
        }
        return last == NULL ? lw_fail_memory(err) : status;
    }
    if (r->levels->first_only || !is_refusal(status)) {
        return status;
    }
    level->refused = copy(r, err->text);
    return level->refused == NULL ? lw_fail_memory(err) : LW_OK;
}

static lw_status take_messages(struct reading *r, const struct lw_collection *set,
                               struct lw_error *err) {
    struct lw_work_read *read = &r->out->read;
    for (size_t i = 0; i < set->n_messages; i++) {
        void *list = read->messages;
        struct lw_message *message =
            add(r->arena, &list, &read->n_messages, &r->messages_cap, sizeof *message);
        read->messages = list;
        if (message == NULL) {
            return lw_fail_memory(err);
        }
        *message = set->messages[i];
        message->text = copy(r, set->messages[i].text);
        if (message->text == NULL) {
            return lw_fail_memory(err);
        }
    }
    return LW_OK;
}

static lw_status take_text(struct reading *r, uint32_t number, struct lw_error *err) {
    const struct lw_work_text *text = &r->levels->texts[number];
    struct lw_work_read *read = &r->out->read;
    struct lw_opened opened;
    lw_status status = worker_fault(r->worker, "read", text->text, text->len, err);
    if (status != LW_OK) {
        return status;
    }
    status = open_text(r, text, &opened, err);
    if (status == LW_OK) {
        const char *author = author_of(opened.set.notes, "");
        size_t n = r->levels->first_only ? 1 : opened.set.n_entries;
        read->title = copy(r, opened.set.title);
        read->author = copy(r, author);
        for (size_t i = 0; i < n && status == LW_OK; i++) {
            status = take(r, number, &opened.set.entries[i], author, err);
        }
    }
    if (status == LW_OK && !r->levels->first_only) {
        status = take_messages(r, &opened.set, err);
    }
    lw_opened_close(&opened);
    return status;
}

lw_status task_read(struct worker *worker, const struct lw_work_task *task,
                    struct lw_work_result *out, struct lw_error *err) {
    const struct lw_work_levels *levels = task->levels;
    struct lw_alloc_limit limit;
    worker_limit(task, &limit);
    struct reading r = {.worker = worker,
                        .levels = levels,
                        .alloc = &limit.alloc,
                        .arena = &worker->arena,
                        .left = levels->most,
                        .out = out};
    lw_status status = open_shared(&r, err);
    for (uint32_t i = 0; i < levels->n_texts && status == LW_OK; i++) {
        status = take_text(&r, i, err);
        if (status != LW_OK) {
            out->part = LW_WORK_TEXT;
            out->text = i;
        }
    }
    if (r.shared.kind != NULL) {
        lw_opened_close(&r.shared);
    }
    out->replay_left = r.left.replay;
    /* What was read before a failure is of no use. */
    if (status != LW_OK) {
        out->read = (struct lw_work_read){.title = NULL};
    }
    return status;
}
