/* What Sokoban levels are made with when only a band is asked for. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sokoban_internal.h"

/* Sizes at which the method gives several levels within a minute or two on one core. */
static const struct lw_preset presets[] = {
    {.band = "easy",
     .method = "farthest",
     .options =
         (const struct lw_setting[]){{"size", "2x2"}, {"boxes", "2"}, {NULL, NULL}},
     .filters = (const struct lw_setting[]){{"pushes", "6..40"}, {NULL, NULL}},
     .seconds = 60},
    {.band = "medium",
     .method = "farthest",
     .options =
         (const struct lw_setting[]){{"size", "2x2"}, {"boxes", "3"}, {NULL, NULL}},
     .seconds = 120},
    {.band = "hard",
     .method = "farthest",
     .options =
         (const struct lw_setting[]){{"size", "2x2"}, {"boxes", "4"}, {NULL, NULL}},
     .filters = (const struct lw_setting[]){{"lines", "14.."}, {NULL, NULL}},
     .seconds = 300},
};

/* Taylor's menu for a day's run (2015, chapter 3): sizes in templates, and the least and
 * most boxes. */
static const struct {
    const char *sizes[2];
    int min_boxes, max_boxes;
} menu[] = {{{"2x3", "3x3"}, 4, 6}, {{"2x2", "2x3"}, 5, 7}, {{"2x2", "2x2"}, 6, 8}};

static const char *const asked[] = {"size", "boxes", NULL};
enum { SIZE, BOXES, MODE };

static size_t draw_day(struct lw_rng *rng, struct lw_drawn values[LW_MAX_DRAWN]) {
    size_t line = lw_rng_below(rng, sizeof menu / sizeof *menu);
    size_t which = lw_rng_below(rng, 2);
    unsigned spread = (unsigned)(menu[line].max_boxes - menu[line].min_boxes + 1);
    int boxes = menu[line].min_boxes + (int)lw_rng_below(rng, spread);
    if (values[SIZE].value[0] == '\0') {
        (void)snprintf(values[SIZE].value, sizeof values[SIZE].value, "%s",
                       menu[line].sizes[which]);
    }
    if (values[BOXES].value[0] == '\0') {
        (void)snprintf(values[BOXES].value, sizeof values[BOXES].value, "%d", boxes);
    }
    /* All goal placements at once need a table of every position; from six boxes on, or
     * in large rooms, that is more memory than a job has, so goals are fixed in steps. */
    bool large = atoi(values[BOXES].value) > 5 || strcmp(values[SIZE].value, "2x2") != 0;
    values[MODE].name = "mode";
    (void)snprintf(values[MODE].value, sizeof values[MODE].value, "%s",
                   large ? "stepwise" : "exhaustive");
    return 3;
}

static const struct lw_batch batch = {
    .method = "farthest", .asked = asked, .draw = draw_day};

const struct lw_preset_ops lw_sokoban_preset_ops = {
    .presets = presets, .n_presets = sizeof presets / sizeof *presets, .batch = &batch};
