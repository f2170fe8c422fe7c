/* Ids of levels that are there already. */
#include "lw/against.h"

#include "lw/game.h"

void lw_against_init(struct lw_against *against, const struct lw_alloc *alloc) {
    *against = (struct lw_against){.alloc = alloc};
}

void lw_against_free(struct lw_against *against) {
    if (against->alloc != NULL) {
        lw_alloc_free(against->alloc, against->ids, against->cap * sizeof *against->ids);
    }
    *against = (struct lw_against){.alloc = against->alloc};
}

lw_status lw_against_add(struct lw_against *against, struct lw_id128 id,
                         struct lw_error *err) {
    if (!lw_grow(against->alloc, &against->ids, &against->cap, against->n_ids + 1,
                 sizeof *against->ids)) {
        return lw_fail_memory(err);
    }
    against->ids[against->n_ids++] = id;
    return LW_OK;
}

lw_status lw_against_add_levels(struct lw_against *against,
                                const struct lw_collection *set, struct lw_error *err) {
    lw_status status = LW_OK;
    for (size_t i = 0; i < set->n_entries && status == LW_OK; i++) {
        const struct lw_level *level = set->entries[i].level;
        const struct lw_level_ops *ops = level->game->kind->level;
        struct lw_id128 id;
        if (ops->validate(level, NULL) == LW_OK &&
            ops->canonical(level, &id, NULL) == LW_OK) {
            status = lw_against_add(against, id, err);
        }
    }
    return status;
}
