/* For fuzz targets of whole commands: command lines that are right, with a table that the
 * input has made, so that the table gets past the options. */
#ifndef LAB_FUZZ_SUPPORT_H
#define LAB_FUZZ_SUPPORT_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lw/base/buffer.h"
#include "lw/base/json.h"
#include "lw/lab.h"

#define FUZZ_MAX_WORDS 16

/* A cell that the byte chooses: numbers of every size, texts, nothing. */
static inline const char *fuzz_cell(uint8_t byte) {
    static const char *const cells[] = {"0",
                                        "1",
                                        "2",
                                        "3",
                                        "4",
                                        "5",
                                        "7",
                                        "10",
                                        "100",
                                        "-1",
                                        "-3",
                                        "0.5",
                                        "0.25",
                                        "1.5",
                                        "1e9",
                                        "1e-9",
                                        "1e300",
                                        "-1e300",
                                        "1e308",
                                        "1e-308",
                                        "4e-324",
                                        "0.999999999999",
                                        "1000000000000",
                                        "a",
                                        "b",
                                        "c",
                                        "d",
                                        "draw",
                                        "",
                                        "NA",
                                        "nan",
                                        "inf"};
    return cells[byte % (sizeof cells / sizeof *cells)];
}

/* The table as a file without a name. */
static inline int fuzz_file(const struct lw_buffer *table) {
    char name[] = "/tmp/levelwright-fuzz-XXXXXX";
    int fd = mkstemp(name);
    if (fd < 0 || unlink(name) != 0 ||
        write(fd, lw_buffer_text(table), table->len) != (ssize_t)table->len) {
        abort();
    }
    return fd;
}

/* Runs "COMMAND WORD..." of the laboratory, whose last word becomes the table's file.
 * What it prints is JSON, one value a line, without what is no number. */
static inline void fuzz_command(const char *const *words, const struct lw_buffer *table) {
    char path[40];
    char *argv[FUZZ_MAX_WORDS + 3] = {(char *)(uintptr_t) "levelwright-lab"};
    int argc = 1;
    int fd = fuzz_file(table);
    char *printed = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&printed, &len);
    FILE *err = fopen("/dev/null", "w");
    if (out == NULL || err == NULL) {
        abort();
    }
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    while (*words != NULL && argc < FUZZ_MAX_WORDS) {
        argv[argc++] = (char *)(uintptr_t)*words++;
    }
    argv[argc++] = path;
    int code = cli_run(&lw_lab_program, argc, argv, out, err);
    (void)fclose(out);
    (void)fclose(err);
    (void)close(fd);
    char *rest = printed;
    for (char *line = strtok_r(printed, "\n", &rest); code == 0 && line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        struct lw_arena arena;
        struct lw_json *tree;
        struct lw_error why;
        lw_arena_init(&arena, lw_alloc_libc());
        if (lw_json_read(&arena, line, strlen(line), &tree, &why) != LW_OK) {
            (void)fprintf(stderr, "no JSON (%s): %s\n", why.text, line);
            abort();
        }
        lw_arena_free(&arena);
    }
    free(printed);
}

#endif
