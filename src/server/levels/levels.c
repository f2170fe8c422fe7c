/* Levels of the store as the interface has them. */
#include "levels/levels.h"
#include "daily/clock.h"
#include "routes/reply.h"

#include <math.h>
#include <stdio.h>

#include "lw/rating.h"
#include "lw/rules.h"

void level_json(struct lw_json_writer *json, const struct lw_store_level *row,
                const struct lw_store_best *best) {
    char picture[80];
    lw_json_text(json, "id", row->id);
    lw_json_text(json, "game", row->game);
    lw_json_text(json, "title", row->title);
    lw_json_text(json, "author", row->author);
    if (row->source != NULL) {
        lw_json_text(json, "source_id", row->source);
    }
    lw_json_text(json, "text", row->text);
    lw_rules_json(json, row->rules);
    lw_json_uint(json, "width", row->width);
    lw_json_uint(json, "height", row->height);
    lw_json_text(json, "method", row->method);
    struct lw_verdict verdict = lw_store_level_verdict(row);
    lw_verdict_json(&verdict, LW_FORMER_PERCENTILE, json);
    if (best != NULL) {
        lw_json_object(json, "best");
        lw_json_real(json, "moves", best->moves);
        lw_json_real(json, "pushes", best->pushes);
        lw_json_object_end(json);
    }
    json_time(json, "created", row->created_ms);
    (void)snprintf(picture, sizeof picture, "/api/v1/levels/%s/picture.svg", row->id);
    lw_json_text(json, "picture", picture);
}

void level_list_json(struct lw_json_writer *json, const struct lw_store_level_list *list,
                     const struct lw_store_source_list *sources) {
    lw_json_array(json, "levels");
    for (size_t i = 0; i < list->n; i++) {
        lw_json_object(json, NULL);
        level_json(json, &list->levels[i], NULL);
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
    if (sources->n > 0) {
        lw_json_object(json, "sources");
        for (size_t i = 0; i < sources->n; i++) {
            lw_json_text(json, sources->sources[i].id, sources->sources[i].text);
        }
        lw_json_object_end(json);
    }
}

lw_status levels_make_whole(struct lw_store *store, struct lw_store_level *row,
                            struct lw_arena *arena, struct lw_error *err) {
    lw_status status = lw_store_level_whole(store, row, arena, &row->text, err);
    row->source = NULL;
    return status;
}
