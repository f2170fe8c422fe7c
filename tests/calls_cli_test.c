/* The same request to the command line and to the calls gives the same bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lw/base/json.h"
#include "lw/calls.h"
#include "lw/cli.h"
#include "lw/platform.h"

struct pair {
    const char *request;
    const char *args[20];
};

static const struct pair pairs[] = {
    {"{\"call\":\"generate\",\"method\":\"farthest\",\"options\":{\"boxes\":2,"
     "\"size\":\"2x1\"},\"count\":4,\"seed\":5,\"format\":\"sok\"}",
     {"generate", "sokoban", "-m", "farthest", "--boxes", "2", "--size", "2x1", "-n", "4",
      "--seed", "5", "--to", "sok"}},
    {"{\"call\":\"generate\",\"method\":\"mcts\",\"options\":{\"playouts\":300},"
     "\"count\":3,\"seed\":6,\"diverse\":2,\"format\":\"json\"}",
     {"generate", "sokoban", "-m", "mcts", "--playouts", "300", "-n", "3", "--seed", "6",
      "--diverse", "2", "--to", "json"}},
    {"{\"call\":\"generate\",\"method\":\"farthest\",\"options\":{\"boxes\":2,"
     "\"size\":\"2x1\"},\"count\":3,\"seed\":7,\"difficulty\":[2,9],\"format\":\"sok\"}",
     {"generate", "sokoban", "-m", "farthest", "--boxes", "2", "--size", "2x1", "-n", "3",
      "--seed", "7", "--difficulty", "2..9", "--to", "sok"}},
    {"{\"call\":\"generate\",\"method\":\"mcts\",\"options\":{\"playouts\":300},"
     "\"count\":1,\"seed\":6,\"difficulty\":\"2..6\",\"format\":\"sok\"}",
     {"generate", "sokoban", "-m", "mcts", "--playouts", "300", "-n", "1", "--seed", "6",
      "--difficulty", "2..6", "--to", "sok"}},
    {"{\"call\":\"generate\",\"game\":\"flow\",\"options\":{\"size\":\"6x6\"},"
     "\"count\":3,\"seed\":8,\"filters\":{\"turns\":\"6..\"},\"format\":\"pack\"}",
     {"generate", "flow", "--size", "6x6", "-n", "3", "--seed", "8", "--filter",
      "turns=6..", "--to", "pack"}},
    {"{\"call\":\"generate\",\"game\":\"lazors\",\"count\":3,\"seed\":9,"
     "\"format\":\"bff\"}",
     {"generate", "lazors", "-n", "3", "--seed", "9", "--to", "bff"}},
    {"{\"call\":\"generate\",\"game\":\"move\",\"count\":5,\"seed\":10,"
     "\"order\":\"index\",\"format\":\"move\"}",
     {"generate", "move", "-n", "5", "--seed", "10", "--order", "index", "--to", "move"}},
};

static void add_file(FILE *file, struct lw_buffer *out) {
    char bytes[4096];
    rewind(file);
    for (size_t n; (n = fread(bytes, 1, sizeof bytes, file)) > 0;) {
        lw_buffer_add(out, bytes, n);
    }
}

static void run_command(const struct pair *pair, int code, struct lw_buffer *out,
                        struct lw_buffer *said) {
    char *argv[24] = {"levelwright"};
    int argc = 1;
    for (size_t i = 0; pair->args[i] != NULL; i++) {
        argv[argc++] = (char *)(uintptr_t)pair->args[i];
    }
    FILE *output = tmpfile(), *messages = tmpfile();
    assert_non_null(output);
    assert_non_null(messages);
    assert_int_equal(cli_run(&lw_cli_program, argc, argv, output, messages), code);
    add_file(output, out);
    if (said != NULL) {
        add_file(messages, said);
    }
    (void)fclose(output);
    (void)fclose(messages);
}

static void the_same_seed_gives_the_same_bytes(void **state) {
    (void)state;
    for (uint32_t n_threads = 1; n_threads <= 2; n_threads++) {
        struct lw_platform *platform = NULL;
        struct lw_calls *calls = NULL;
        assert_int_equal(lw_platform_create(n_threads, &platform, NULL), LW_OK);
        struct lw_calls_host host = {.runtime = lw_platform_runtime(platform)};
        assert_int_equal(lw_calls_create(&host, lw_alloc_libc(), &calls, NULL), LW_OK);
        for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
            struct lw_buffer reply, command;
            struct lw_arena arena;
            struct lw_json *root = NULL;
            lw_buffer_init(&reply, lw_alloc_libc());
            lw_buffer_init(&command, lw_alloc_libc());
            lw_arena_init(&arena, lw_alloc_libc());
            lw_status status =
                lw_calls_run(calls, pairs[i].request, strlen(pairs[i].request), &reply);
            if (status != LW_OK) {
                print_error("%s\n", lw_buffer_text(&reply));
            }
            assert_int_equal(status, LW_OK);
            assert_int_equal(lw_json_read(&arena, reply.data, reply.len, &root, NULL),
                             LW_OK);
            const struct lw_json *file = lw_json_get(root, "file");
            assert_non_null(file);
            run_command(&pairs[i], 0, &command, NULL);
            assert_true(command.len > 20);
            assert_string_equal(file->text, lw_buffer_text(&command));
            lw_arena_free(&arena);
            lw_buffer_free(&command);
            lw_buffer_free(&reply);
        }
        lw_calls_destroy(calls);
        lw_platform_destroy(platform);
    }
}

/* What no level can be is refused before any candidate is made, with the same words; only
 * the dashes of an option are the command line's own. */
static const struct pair refused[] = {
    {"{\"call\":\"generate\",\"game\":\"flow\",\"difficulty\":[0,0.5]}",
     {"generate", "flow", "--difficulty", "0..0.5"}},
    {"{\"call\":\"generate\",\"game\":\"sokoban\",\"difficulty\":\"11..12\"}",
     {"generate", "sokoban", "--difficulty", "11..12"}},
    {"{\"call\":\"generate\",\"game\":\"move\",\"difficulty\":\"6..3\"}",
     {"generate", "move", "--difficulty", "6..3"}},
    {"{\"call\":\"generate\",\"game\":\"move\",\"order\":\"beauty\"}",
     {"generate", "move", "--order", "beauty"}},
};

static void both_refuse_with_the_same_words(void **state) {
    (void)state;
    struct lw_platform *platform = NULL;
    struct lw_calls *calls = NULL;
    assert_int_equal(lw_platform_create(1, &platform, NULL), LW_OK);
    struct lw_calls_host host = {.runtime = lw_platform_runtime(platform)};
    assert_int_equal(lw_calls_create(&host, lw_alloc_libc(), &calls, NULL), LW_OK);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct lw_buffer reply, command, said;
        struct lw_arena arena;
        struct lw_json *root = NULL;
        lw_buffer_init(&reply, lw_alloc_libc());
        lw_buffer_init(&command, lw_alloc_libc());
        lw_buffer_init(&said, lw_alloc_libc());
        lw_arena_init(&arena, lw_alloc_libc());
        const char *request = refused[i].request;
        assert_int_equal(lw_calls_check(calls, request, strlen(request), &reply),
                         LW_USAGE);
        lw_buffer_clear(&reply);
        assert_int_equal(lw_calls_run(calls, request, strlen(request), &reply), LW_USAGE);
        assert_int_equal(lw_json_read(&arena, reply.data, reply.len, &root, NULL), LW_OK);
        run_command(&refused[i], 1, &command, &said);
        const char *sentence = lw_json_get(root, "message")->text;
        if (strstr(lw_buffer_text(&said), sentence) == NULL) {
            fail_msg("'%s' is not what the command says: %s", sentence,
                     lw_buffer_text(&said));
        }
        lw_arena_free(&arena);
        lw_buffer_free(&said);
        lw_buffer_free(&command);
        lw_buffer_free(&reply);
    }
    lw_calls_destroy(calls);
    lw_platform_destroy(platform);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_refuse_with_the_same_words),
        cmocka_unit_test(the_same_seed_gives_the_same_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
