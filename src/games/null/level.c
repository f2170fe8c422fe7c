/* Levels as text, and which of them are the same puzzle. */
#include <string.h>

#include "null_internal.h"

lw_status lw_null_level_dup(const struct lw_level *level, struct lw_level **out) {
    struct null_level *copy = lw_alloc_get(level->game->alloc, sizeof *copy);
    if (copy == NULL) {
        return LW_NO_MEMORY;
    }
    *copy = *level_of(level);
    *out = &copy->level;
    return LW_OK;
}

static void level_destroy(struct lw_level *level) {
    if (level != NULL) {
        lw_alloc_free(level->game->alloc, level, sizeof(struct null_level));
    }
}

static void level_size(const struct lw_level *level, uint32_t *width, uint32_t *height) {
    *width = level_of(level)->width;
    *height = 1;
}

/* A level and its mirror image are one puzzle: the lesser text stands for both. */
static lw_status level_canonical(const struct lw_level *level, struct lw_id128 *id,
                                 struct lw_level **canonical) {
    const struct null_level *from = level_of(level);
    struct null_level mirror = *from;
    for (uint32_t i = 0; i < from->width; i++) {
        mirror.cells[i] = from->cells[from->width - 1 - i];
    }
    mirror.start = from->width - 1 - from->start;
    mirror.flag = from->width - 1 - from->flag;
    int order = memcmp(from->cells, mirror.cells, from->width);
    bool keep = order < 0 || (order == 0 && from->start <= mirror.start);
    const struct null_level *chosen = keep ? from : &mirror;

    uint8_t bytes[MAX_WIDTH + 2];
    memcpy(bytes, chosen->cells, chosen->width);
    bytes[chosen->width] = (uint8_t)chosen->start;
    bytes[chosen->width + 1] = (uint8_t)chosen->flag;
    *id = lw_hash128(bytes, chosen->width + 2u, 0);
    return canonical == NULL ? LW_OK : lw_null_level_dup(&chosen->level, canonical);
}

/* One line of a file as a level. */
static lw_status parse_line(const struct lw_game *game, const char *text, size_t len,
                            uint32_t line, struct lw_level **out, struct lw_error *err) {
    struct null_level made = {.level = {.game = game}, .width = (uint32_t)len};
    int n_start = 0, n_flag = 0;
    if (len > MAX_WIDTH) {
        return lw_fail(err, LW_BAD_INPUT, line, MAX_WIDTH + 1,
                       "the line has %zu cells; at most %d are possible", len, MAX_WIDTH);
    }
    for (size_t i = 0; i < len; i++) {
        made.cells[i] = text[i] == '#' ? '#' : '.';
        if (text[i] == '@') {
            made.start = (uint32_t)i;
            n_start++;
        } else if (text[i] == 'F') {
            made.flag = (uint32_t)i;
            n_flag++;
        } else if (text[i] != '.' && text[i] != '#') {
            return lw_fail(err, LW_BAD_INPUT, line, (uint32_t)i + 1,
                           "expected one of @ F . # here");
        }
    }
    if (n_start != 1 || n_flag != 1) {
        return lw_fail(err, LW_BAD_INPUT, line, 1,
                       "a level needs one @ and one F; found %d and %d", n_start, n_flag);
    }
    return lw_null_level_dup(&made.level, out);
}

static lw_status text_read(const struct lw_game *game, const char *text, size_t len,
                           struct lw_collection *set, struct lw_error *err) {
    uint32_t line = 0;
    size_t before = set->n_entries;
    for (size_t at = 0; at < len;) {
        const char *end = memchr(text + at, '\n', len - at);
        size_t line_len = end == NULL ? len - at : (size_t)(end - text) - at;
        size_t cells = line_len;
        line++;
        if (cells > 0 && text[at + cells - 1] == '\r') {
            cells--;
        }
        if (cells > 0 && text[at] != ';') {
            struct lw_level *level = NULL;
            struct lw_error why;
            lw_status status = parse_line(game, text + at, cells, line, &level, &why);
            if (status == LW_BAD_INPUT) {
                lw_collection_message(set, true, why.line, why.column, "%s", why.text);
            } else if (status != LW_OK ||
                       lw_collection_add(set, level, "", line) == NULL) {
                return lw_fail_memory(err);
            }
        }
        at += line_len + 1;
    }
    if (set->n_entries == before) {
        return lw_fail(err, LW_BAD_INPUT, 1, 1, "no level in this text");
    }
    return LW_OK;
}

static void put_level(const struct null_level *level, struct lw_buffer *out) {
    for (uint32_t i = 0; i < level->width; i++) {
        lw_buffer_putc(out, i == level->start  ? '@'
                            : i == level->flag ? 'F'
                                               : level->cells[i]);
    }
    lw_buffer_putc(out, '\n');
}

static lw_status text_write(const struct lw_game *game, const struct lw_collection *set,
                            struct lw_buffer *out, struct lw_error *err) {
    (void)game;
    for (size_t i = 0; i < set->n_entries; i++) {
        put_level(level_of(set->entries[i].level), out);
    }
    return lw_buffer_ok(out) ? LW_OK : lw_fail_memory(err);
}

/* Low on purpose: any other game's format should win over the template's. */
static int text_sniff(const char *text, size_t len) {
    return len > 0 && memchr(text, 'F', len) != NULL && memchr(text, '@', len) != NULL;
}

static const struct lw_format formats[] = {{.name = "null",
                                            .title = "one level per line",
                                            .endings = ".null",
                                            .sniff = text_sniff,
                                            .read = text_read,
                                            .write = text_write}};

const struct lw_level_ops lw_null_level_ops = {.formats = formats,
                                               .n_formats = 1,
                                               .destroy = level_destroy,
                                               .dup = lw_null_level_dup,
                                               .size = level_size,
                                               .validate = lw_level_always_valid,
                                               .canonical = level_canonical};
