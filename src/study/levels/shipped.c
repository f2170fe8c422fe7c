/* Finds the shipped designs and level files. */
#include "levels/shipped.h"

#include <string.h>

#include "lw/study/shipped.h"

static bool is_design(const char *name, size_t *len) {
    const char *end = strstr(name, ".json");
    *len = end == NULL ? 0 : (size_t)(end - name);
    return end != NULL && strchr(name, '/') == NULL;
}

static struct lw_study_shipped as_shipped(const struct study_file *file) {
    return (struct lw_study_shipped){file->name, file->text,
                                     (size_t)(file->end - file->text)};
}

bool lw_study_design_get(size_t i, struct lw_study_shipped *out) {
    for (const struct study_file *file = study_files; file->name != NULL; file++) {
        size_t len;
        if (is_design(file->name, &len) && i-- == 0) {
            *out = as_shipped(file);
            return true;
        }
    }
    return false;
}

bool lw_study_design_find(const char *name, struct lw_study_shipped *out) {
    for (const struct study_file *file = study_files; file->name != NULL; file++) {
        size_t len;
        if (is_design(file->name, &len) && strlen(name) == len &&
            memcmp(file->name, name, len) == 0) {
            *out = as_shipped(file);
            return true;
        }
    }
    return false;
}

bool lw_study_pack_find(const char *name, struct lw_study_shipped *out) {
    static const char packs[] = "packs/";
    size_t len = strlen(name);
    for (const struct study_file *file = study_files; file->name != NULL; file++) {
        const char *at = file->name + (sizeof packs - 1);
        if (strncmp(file->name, packs, sizeof packs - 1) == 0 &&
            strncmp(at, name, len) == 0 && at[len] == '.') {
            *out = as_shipped(file);
            out->file = at;
            return true;
        }
    }
    return false;
}

bool lw_study_file_find(const char *path, struct lw_study_shipped *out) {
    for (const struct study_file *file = study_files; file->name != NULL; file++) {
        if (strcmp(file->name, path) == 0) {
            *out = as_shipped(file);
            return true;
        }
    }
    return false;
}
