/* Runs every file of the folders given through a fuzz target's entry point, so that the
 * stored corpus is a regression test in builds without libFuzzer: once as it is, once
 * repeated until it is long, and once for each of its parts with that part repeated in
 * its place. What grows faster than its input shows only there (fuzz_bound.c), and text
 * with a fixed order of sections is refused early when all of it is repeated. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lw/base/compiler.h"

/* A sanitizer shows its faults on less, and takes twelve times as long. */
#if LW_ADDRESS_SANITIZER
#define LONGEST ((size_t)1 << 18)
#else
#define LONGEST ((size_t)1 << 20)
#endif

#define N_PARTS 24
#define PART_REPEATED 30000

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void replay_repeated(const uint8_t *data, size_t size, size_t wanted) {
    uint8_t *many = malloc(wanted + size);
    size_t len = 0;
    if (many == NULL || size == 0) {
        free(many);
        return;
    }
    for (; len < wanted; len += size) {
        memcpy(many + len, data, size);
    }
    (void)LLVMFuzzerTestOneInput(many, len);
    free(many);
}

/* Where the line begins that holds the byte. */
static size_t line_begin(const uint8_t *data, size_t at) {
    while (at > 0 && data[at - 1] != '\n') {
        at--;
    }
    return at;
}

static void replay_part(const uint8_t *data, size_t size, size_t begin, size_t end) {
    size_t part = end - begin, times = PART_REPEATED / part;
    uint8_t *many = malloc(size + times * part);
    if (many == NULL) {
        return;
    }
    memcpy(many, data, end);
    for (size_t i = 0; i < times; i++) {
        memcpy(many + end + i * part, data + begin, part);
    }
    memcpy(many + end + times * part, data + end, size - end);
    (void)LLVMFuzzerTestOneInput(many, size + times * part);
    free(many);
}

static void replay_parts(const uint8_t *data, size_t size) {
    size_t begin = 0;
    for (size_t i = 1; i <= N_PARTS; i++) {
        size_t end = i == N_PARTS ? size : line_begin(data, size * i / N_PARTS);
        if (end > begin && end - begin < PART_REPEATED) {
            replay_part(data, size, begin, end);
            begin = end;
        }
    }
}

static int replay_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        perror(path);
        return 1;
    }
    long size = ftell(file);
    rewind(file);
    uint8_t *data = malloc(size > 0 ? (size_t)size : 1);
    if (data == NULL || fread(data, 1, (size_t)size, file) != (size_t)size) {
        perror(path);
        return 1;
    }
    (void)fclose(file);
    (void)LLVMFuzzerTestOneInput(data, (size_t)size);
    replay_repeated(data, (size_t)size, 60000);
    replay_repeated(data, (size_t)size, LONGEST);
    replay_parts(data, (size_t)size);
    free(data);
    return 0;
}

int main(int argc, char **argv) {
    int n_files = 0;
    for (int i = 1; i < argc; i++) {
        DIR *folder = opendir(argv[i]);
        if (folder == NULL) {
            perror(argv[i]);
            return 1;
        }
        for (struct dirent *entry = readdir(folder); entry != NULL;
             entry = readdir(folder)) {
            char path[4096];
            if (entry->d_name[0] == '.') {
                continue;
            }
            (void)snprintf(path, sizeof path, "%s/%s", argv[i], entry->d_name);
            if (replay_file(path) != 0) {
                return 1;
            }
            n_files++;
        }
        (void)closedir(folder);
    }
    printf("%d inputs replayed\n", n_files);
    return n_files > 0 ? 0 : 1;
}
