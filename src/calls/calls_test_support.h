/* What the tests of the calls share: a context, and requests written with single quotes.
 * Include after cmocka.h. */
#ifndef CALLS_TEST_SUPPORT_H
#define CALLS_TEST_SUPPORT_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lw/base/json.h"
#include "lw/calls.h"

struct fixture {
    struct lw_runtime runtime;
    struct lw_calls *calls;
    struct lw_buffer request, reply;
    struct lw_arena arena; /* replies live here until the end */
};

static inline void fixture_open(struct fixture *f, const struct lw_calls_host *host) {
    struct lw_calls_host own = host == NULL ? (struct lw_calls_host){0} : *host;
    memset(f, 0, sizeof *f);
    f->runtime = lw_runtime_bare(lw_alloc_libc());
    own.runtime = own.runtime == NULL ? &f->runtime : own.runtime;
    assert_int_equal(lw_calls_create(&own, lw_alloc_libc(), &f->calls, NULL), LW_OK);
    lw_buffer_init(&f->request, lw_alloc_libc());
    lw_buffer_init(&f->reply, lw_alloc_libc());
    lw_arena_init(&f->arena, lw_alloc_libc());
}

static inline void fixture_close(struct fixture *f) {
    lw_calls_destroy(f->calls);
    lw_buffer_free(&f->request);
    lw_buffer_free(&f->reply);
    lw_arena_free(&f->arena);
}

/* A text as JSON writes it, quotes included. */
static inline const char *quoted(struct fixture *f, const char *text) {
    struct lw_buffer out;
    struct lw_json_writer json;
    lw_buffer_init(&out, lw_alloc_libc());
    lw_json_begin(&json, &out);
    lw_json_text(&json, NULL, text);
    char *copy = lw_arena_text(&f->arena, out.data, out.len);
    lw_buffer_free(&out);
    return copy;
}

/* A check says what the run says, word for word, when it refuses; and after a check that
 * does not, the run does not find the request wrong. Every request of the tests goes
 * through here. */
static inline void check_agrees(struct fixture *f, const char *text, size_t len,
                                lw_status run) {
    struct lw_buffer said;
    lw_buffer_init(&said, lw_alloc_libc());
    lw_status status = lw_calls_check(f->calls, text, len, &said);
    if (status != LW_OK && strstr(lw_buffer_text(&said), "has no check") == NULL) {
        assert_string_equal(lw_buffer_text(&said), lw_buffer_text(&f->reply));
    } else if (status == LW_OK) {
        assert_string_equal(lw_buffer_text(&said), "{}");
        assert_true(run != LW_USAGE && run != LW_BAD_INPUT && run != LW_UNSUPPORTED);
    }
    lw_buffer_free(&said);
}

/* The failure as a value says what the object in the reply says. */
static inline void failure_agrees(const struct fixture *f, const struct lw_json *reply,
                                  lw_status status) {
    const struct lw_calls_failure *failure = lw_calls_get_failure(f->calls);
    assert_int_equal(failure->error.status, status);
    if (status != LW_OK) {
        const struct lw_json *place = lw_json_get(reply, "place");
        assert_string_equal(failure->error.text, lw_json_get(reply, "message")->text);
        assert_string_equal(failure->place, place == NULL ? "" : place->text);
        assert_true(failure->error.line == lw_json_get(reply, "line")->number &&
                    failure->error.column == lw_json_get(reply, "column")->number);
    } else {
        assert_string_equal(failure->error.text, "");
        assert_string_equal(failure->place, "");
    }
}

static inline const struct lw_json *ask_raw(struct fixture *f, const char *text,
                                            size_t len, lw_status want) {
    struct lw_json *root = NULL;
    lw_status status = lw_calls_run(f->calls, text, len, &f->reply);
    if (status != want) {
        print_error("%.*s\n-> %s\n", (int)(len < 2000 ? len : 2000), text,
                    lw_buffer_text(&f->reply));
    }
    assert_int_equal(status, want);
    assert_int_equal(
        lw_json_read(&f->arena, lw_buffer_text(&f->reply), f->reply.len, &root, NULL),
        LW_OK);
    failure_agrees(f, root, status);
    check_agrees(f, text, len, status);
    assert_int_equal(lw_json_get(root, "error") != NULL, want != LW_OK);
    if (want != LW_OK) {
        assert_string_equal(lw_json_get(root, "error")->text, lw_status_name(want));
        assert_true(lw_json_get(root, "message")->text_len > 0);
    }
    return root;
}

/* Single quotes of the format become double ones; what is inserted keeps its own. */
static inline const struct lw_json *ask(struct fixture *f, lw_status want,
                                        const char *format, ...) {
    char *copy = lw_arena_text(&f->arena, format, strlen(format));
    for (char *at = copy; *at != '\0'; at++) {
        *at = *at == '\'' ? '"' : *at;
    }
    va_list args;
    va_start(args, format);
    lw_buffer_clear(&f->request);
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
#endif
    lw_buffer_vprintf(&f->request, copy, args);
#if defined(__clang__)
#pragma clang diagnostic pop
#endif
    va_end(args);
    return ask_raw(f, lw_buffer_text(&f->request), f->request.len, want);
}

static inline const char *text_at(const struct lw_json *object, const char *key) {
    const struct lw_json *value = lw_json_get(object, key);
    assert_non_null(value);
    assert_int_equal(value->type, LW_JSON_TEXT);
    return value->text;
}

static inline double number_at(const struct lw_json *object, const char *key) {
    const struct lw_json *value = lw_json_get(object, key);
    assert_non_null(value);
    assert_int_equal(value->type, LW_JSON_NUMBER);
    return value->number;
}

static inline bool flag_at(const struct lw_json *object, const char *key) {
    const struct lw_json *value = lw_json_get(object, key);
    assert_non_null(value);
    return value->type == LW_JSON_TRUE;
}

static inline const struct lw_json *item_at(const struct lw_json *array, size_t index) {
    const struct lw_json *at = array == NULL ? NULL : array->first;
    while (at != NULL && index-- > 0) {
        at = at->next;
    }
    return at;
}

/* A file of tests/data, in the arena. */
static inline const char *data_file(struct fixture *f, const char *name) {
    char path[512];
    (void)snprintf(path, sizeof path, "%s/%s", LW_TEST_DATA, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = lw_arena_zero(&f->arena, 1, 1 << 16);
    size_t len = fread(text, 1, (1 << 16) - 1, file);
    assert_true(len > 0);
    (void)fclose(file);
    return text;
}

/* One level of each game, as the members of a request. */
#define MICROBAN_1 "####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####\n"
#define N_GAMES 5
static inline void all_games(struct fixture *f, const char *members[N_GAMES]) {
    static const char *const rows[N_GAMES][3] = {
        {"sokoban", "text", NULL},
        {"puzzlescript", "source", "puzzlescript/push.txt"},
        {"flow", "text", "flow/flow_own.txt"},
        {"lazors", "text", "lazors/levels/own_01.bff"},
        {"move", "text", "move/levels.txt"}};
    for (size_t i = 0; i < N_GAMES; i++) {
        struct lw_buffer out;
        lw_buffer_init(&out, lw_alloc_libc());
        lw_buffer_printf(
            &out, "\"game\":\"%s\",\"%s\":%s", rows[i][0], rows[i][1],
            quoted(f, rows[i][2] == NULL ? MICROBAN_1 : data_file(f, rows[i][2])));
        members[i] = lw_arena_text(&f->arena, out.data, out.len);
        lw_buffer_free(&out);
    }
}

#endif
