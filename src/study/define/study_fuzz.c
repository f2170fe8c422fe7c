/* Any bytes as a definition, as a frozen study and as an event: an answer, never a crash;
 * and what is good survives being written canonically and read again. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lw/study.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void try_again(const struct lw_study *study, struct lw_arena *arena) {
    struct lw_buffer text;
    struct lw_study *again;
    struct lw_study_faults faults;
    struct lw_error err = {0};
    lw_buffer_init(&text, lw_alloc_libc());
    lw_study_canonical(study->json, &text);
    lw_study_faults_init(&faults, arena);
    struct lw_study_input input = {lw_buffer_text(&text), text.len, NULL};
    lw_status status = lw_study_read(arena, &input, &again, &faults, &err);
    assert(status == LW_OK);
    (void)status;
    lw_buffer_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct lw_alloc_limit limit;
    struct lw_arena arena;
    struct lw_study_faults faults;
    struct lw_study *study;
    struct lw_study_frozen frozen;
    struct lw_study_event event;
    struct lw_json *json;
    struct lw_error err = {0};
    lw_alloc_limit_init(&limit, lw_alloc_libc(), (size_t)256 << 20);
    lw_arena_init(&arena, &limit.alloc);
    lw_study_faults_init(&faults, &arena);
    struct lw_study_input input = {(const char *)data, size, "2026-11-17"};
    if (lw_study_read(&arena, &input, &study, &faults, &err) == LW_OK) {
        assert(faults.n_wrong == 0);
        try_again(study, &arena);
    } else {
        assert(err.text[0] != '\0');
    }
    if (lw_study_thaw(&arena, (const char *)data, size, &frozen, &err) == LW_OK) {
        assert(frozen.levels.n_sets == frozen.study->n_sets);
    }
    if (lw_json_read(&arena, (const char *)data, size, &json, &err) == LW_OK &&
        lw_study_event_read(json, &event, &err) == LW_OK) {
        assert(event.type != NULL);
    }
    lw_arena_free(&arena);
    return 0;
}
