/* Runs every file of the folders given through a fuzz target's entry point once, so that
 * the stored corpus is a regression test in builds without libFuzzer. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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
