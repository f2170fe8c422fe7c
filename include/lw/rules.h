/* The rules of a game: its options that change what is legal.
 *
 * They are kept and passed on as "name=value" lines, and are an object of names and
 * values wherever JSON is written or read. */
#ifndef LW_RULES_H
#define LW_RULES_H

#include "lw/base/json.h"
#include "lw/game.h"

#define LW_MAX_RULES 16 /* no kind has more rule options */

/* "name=value" lines into the values of the kind's rule options, defaults first. Texts
 * of values live in the arena. */
lw_status lw_rules_read(const struct lw_game_kind *kind, const char *lines,
                        struct lw_arena *arena, struct lw_option_value *values,
                        struct lw_error *err) LW_MUST_CHECK;

/* The member "rules", {"name":"value"}; nothing for the defaults (lines NULL or ""). */
void lw_rules_json(struct lw_json_writer *json, const char *lines);
/* Such an object as lines, which live in the arena; NULL and null are the defaults.
 * LW_USAGE: it is no object, or a member is no rule, which the error's field names.
 * Whether the kind has such rules is for lw_rules_read to say. */
lw_status lw_rules_from_json(const struct lw_json *rules, struct lw_arena *arena,
                             const char **lines, struct lw_error *err) LW_MUST_CHECK;

#endif
