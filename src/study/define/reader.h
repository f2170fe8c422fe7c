/* The reader by shapes, and the values it knows (values.c). */
#ifndef STUDY_READER_H
#define STUDY_READER_H

#include "define/faults.h"
#include "define/shape.h"

struct reader {
    struct lw_arena *arena;
    struct reporter report;
    const char *const *languages;
    size_t n_languages;
    bool no_memory;
};

/* Fills a struct from an object; faults are reported, and what is at fault keeps its
 * default or stays empty. */
void study_read_object(struct reader *reader, const struct lw_json *json,
                       const struct shape *shape, void *out);
/* One value that is there. */
void study_read_value(struct reader *reader, const struct lw_json *json,
                      const struct shape_member *member, void *out);
/* Zeroed; NULL sets no_memory. */
void *study_get(struct reader *reader, size_t count, size_t bytes_each);
/* value_types.c: all but objects and lists of them. */
void study_read_plain(struct reader *reader, const struct lw_json *json,
                      const struct shape_member *member, void *out);
bool study_is_id(const char *text, size_t len);
bool study_is_date(const char *text);
bool study_is_language(const char *text);

#endif
