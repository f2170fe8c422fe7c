/* SLC: the XML of Sokoban for Windows. Collection texts, titles (Id) and copyright are
 * what it can hold; a level's author is written as its copyright, further notes and
 * solutions have no place in it. */
#include <string.h>

#include "text/text_internal.h"
#include "text/xml_internal.h"

/* What a collection can say of itself, in the order it is written. */
static const char *const text_keys[] = {"Description", "Email", "Url", "Copyright"};
enum { TEXT_COPYRIGHT = 3, N_TEXTS = 4 };

struct slc {
    const struct lw_game *game;
    struct lw_collection *set;
    struct xml xml;
    struct lw_sokoban_rows rows;
    struct lw_buffer text;      /* of the element that is open */
    const char *texts[N_TEXTS]; /* follow text_keys; NULL: not seen */
    struct lw_buffer title;     /* of the level */
    struct lw_buffer copyright;
    bool in_level, has_copyright;
    uint32_t level_line;
    lw_status level_status; /* BAD_INPUT: the level is bad, level_why says why */
    struct lw_error level_why;
};

static const char *keep(struct slc *slc, const struct lw_buffer *text) {
    struct lw_sokoban_line line =
        lw_sokoban_trim((struct lw_sokoban_line){lw_buffer_text(text), text->len});
    return lw_arena_text(&slc->set->arena, line.text, line.len);
}

/* A text of the collection; the first one counts. */
static bool keep_text(struct slc *slc, size_t which, const struct lw_buffer *text) {
    if (slc->texts[which] == NULL) {
        slc->texts[which] = keep(slc, text);
    }
    return slc->texts[which] != NULL;
}

static bool add_texts(struct slc *slc) {
    bool ok = true;
    for (size_t i = 0; ok && i < N_TEXTS; i++) {
        const char *text = slc->texts[i];
        ok = text == NULL || text[0] == '\0' ||
             lw_collection_note(slc->set, &slc->set->notes, text_keys[i], text);
    }
    return ok;
}

static lw_status start_element(struct slc *slc, struct lw_error *err) {
    const char *name = slc->xml.name;
    if (slc->xml.depth == 1 && strcmp(name, "SokobanLevels") != 0) {
        return lw_fail(err, LW_BAD_INPUT, slc->xml.event_line, 0,
                       "the root element is %s; SokobanLevels is expected", name);
    }
    bool ok = true;
    lw_buffer_clear(&slc->text);
    if (strcmp(name, "LevelCollection") == 0 &&
        lw_sok_xml_attribute(&slc->xml, "Copyright", &slc->text)) {
        ok = keep_text(slc, TEXT_COPYRIGHT, &slc->text);
        lw_buffer_clear(&slc->text);
    }
    if (strcmp(name, "Level") == 0 && !slc->in_level) {
        slc->in_level = true;
        slc->level_line = slc->xml.event_line;
        slc->level_status = LW_OK;
        lw_sokoban_rows_clear(&slc->rows);
        lw_buffer_clear(&slc->title);
        lw_buffer_clear(&slc->copyright);
        (void)lw_sok_xml_attribute(&slc->xml, "Id", &slc->title);
        slc->has_copyright =
            lw_sok_xml_attribute(&slc->xml, "Copyright", &slc->copyright);
    }
    return ok && lw_buffer_ok(&slc->title) && lw_buffer_ok(&slc->copyright)
               ? LW_OK
               : lw_fail_memory(err);
}

/* The level is complete: into the set, or a message. */
static lw_status end_level(struct slc *slc, struct lw_error *err) {
    struct lw_entry *entry = NULL;
    slc->in_level = false;
    lw_status status = slc->level_status;
    if (status == LW_OK) {
        status = lw_sokoban_rows_level(&slc->rows, slc->level_line, slc->set, &entry,
                                       &slc->level_why);
    }
    if (status == LW_BAD_INPUT) {
        lw_collection_message(slc->set, true, slc->level_why.line, slc->level_why.column,
                              "%s", slc->level_why.text);
        return LW_OK;
    }
    if (status != LW_OK) {
        return lw_fail_memory(err);
    }
    struct lw_sokoban_line title = lw_sokoban_trim(
        (struct lw_sokoban_line){lw_buffer_text(&slc->title), slc->title.len});
    entry->title = lw_arena_text(&slc->set->arena, title.text, title.len);
    if (entry->title == NULL) {
        entry->title = "";
        return lw_fail_memory(err);
    }
    const char *copyright = slc->has_copyright ? keep(slc, &slc->copyright) : "";
    bool ok = copyright != NULL &&
              (copyright[0] == '\0' ||
               lw_collection_note(slc->set, &entry->notes, "Copyright", copyright));
    return ok ? LW_OK : lw_fail_memory(err);
}

/* A text of the collection stands right below the root. */
static lw_status end_text(struct slc *slc, struct lw_error *err) {
    const char *name = slc->xml.name;
    bool ok = true;
    if (slc->xml.depth == 1 && strcmp(name, "Title") == 0) {
        struct lw_sokoban_line title = lw_sokoban_trim(
            (struct lw_sokoban_line){lw_buffer_text(&slc->text), slc->text.len});
        char *copy = lw_arena_text(&slc->set->arena, title.text, title.len);
        for (size_t i = 0; copy != NULL && i < title.len; i++) {
            copy[i] = copy[i] == '\n' || copy[i] == '\r' ? ' ' : copy[i];
        }
        slc->set->title = copy == NULL ? "" : copy;
        ok = copy != NULL;
    }
    for (size_t i = 0; slc->xml.depth == 1 && i < TEXT_COPYRIGHT; i++) {
        if (strcmp(name, text_keys[i]) == 0) {
            ok = keep_text(slc, i, &slc->text);
        }
    }
    return ok ? LW_OK : lw_fail_memory(err);
}

static lw_status end_element(struct slc *slc, struct lw_error *err) {
    const char *name = slc->xml.name;
    lw_status status = LW_OK;
    if (slc->in_level && strcmp(name, "L") == 0) {
        if (slc->level_status == LW_OK) {
            slc->level_status =
                lw_sokoban_rows_add(&slc->rows, lw_buffer_text(&slc->text), slc->text.len,
                                    slc->xml.event_line, &slc->level_why);
        }
    } else if (slc->in_level && strcmp(name, "Level") == 0) {
        status = end_level(slc, err);
    } else if (!slc->in_level) {
        status = end_text(slc, err);
    }
    lw_buffer_clear(&slc->text);
    return status;
}

static lw_status read_events(struct slc *slc, struct lw_error *err) {
    for (;;) {
        enum xml_event event;
        lw_status status = lw_sok_xml_next(&slc->xml, &event, err);
        if (status != LW_OK) {
            return status;
        }
        switch (event) {
        case XML_DONE:
            return LW_OK;
        case XML_START:
            status = start_element(slc, err);
            break;
        case XML_END:
            status = end_element(slc, err);
            break;
        case XML_TEXT:
            lw_buffer_add(&slc->text, slc->xml.value.data, slc->xml.value.len);
            status = lw_buffer_ok(&slc->text) ? LW_OK : lw_fail_memory(err);
            break;
        }
        if (status != LW_OK) {
            return status;
        }
    }
}

static lw_status check_encoding(const char *text, size_t len, struct lw_error *err) {
    static const char *const known[] = {"",           "utf-8",  "utf8",        "us-ascii",
                                        "iso-8859-1", "latin1", "windows-1252"};
    char encoding[24];
    lw_sok_xml_encoding(text, len, encoding);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (lw_text_equal_nocase(encoding, strlen(encoding), known[i])) {
            return LW_OK;
        }
    }
    return lw_fail(err, LW_BAD_INPUT, 1, 1,
                   "the encoding %s is not read; save the file as UTF-8 or ISO-8859-1",
                   encoding);
}

/* A declared Latin-1 file is Latin-1 even where its bytes would pass as UTF-8. */
static lw_status decode_bytes(const char *text, size_t len, struct lw_buffer *out,
                              struct lw_error *err) {
    char encoding[24];
    lw_sok_xml_encoding(text, len, encoding);
    if (!lw_text_equal_nocase(encoding, strlen(encoding), "iso-8859-1") &&
        !lw_text_equal_nocase(encoding, strlen(encoding), "latin1")) {
        return lw_sokoban_to_utf8(text, len, out, err);
    }
    for (size_t i = 0; i < len; i++) {
        lw_buffer_utf8(out, (unsigned char)text[i]);
    }
    return lw_buffer_ok(out) ? LW_OK : lw_fail_memory(err);
}

/* As XML wants it: UTF-8, lines that end in LF, and none of the characters that XML has
 * no way to write. */
static lw_status decode(const char *text, size_t len, struct lw_buffer *out,
                        struct lw_error *err) {
    struct lw_buffer raw;
    lw_buffer_init(&raw, out->alloc);
    lw_status status = decode_bytes(text, len, &raw, err);
    for (size_t i = 0; status == LW_OK && i < raw.len; i++) {
        char c = raw.data[i];
        if (c == '\r') {
            lw_buffer_putc(out, '\n');
            i += i + 1 < raw.len && raw.data[i + 1] == '\n';
        } else if ((unsigned char)c < 0x20 && c != '\n' && c != '\t') {
            lw_buffer_utf8(out, 0xfffd);
        } else {
            lw_buffer_putc(out, c);
        }
    }
    if (status == LW_OK && !lw_buffer_ok(out)) {
        status = lw_fail_memory(err);
    }
    lw_buffer_free(&raw);
    return status;
}

lw_status lw_sokoban_slc_read(const struct lw_game *game, const char *text, size_t len,
                              struct lw_collection *set, struct lw_error *err) {
    struct lw_buffer utf8;
    lw_buffer_init(&utf8, game->alloc);
    lw_status status = check_encoding(text, len, err);
    if (status == LW_OK) {
        status = decode(text, len, &utf8, err);
    }
    if (status != LW_OK) {
        lw_buffer_free(&utf8);
        return status;
    }
    struct slc slc = {.game = game, .set = set};
    size_t n_entries = set->n_entries, n_messages = set->n_messages;
    struct lw_error why = {.status = LW_OK};
    lw_sokoban_rows_init(&slc.rows, game);
    lw_buffer_init(&slc.text, game->alloc);
    lw_buffer_init(&slc.title, game->alloc);
    lw_buffer_init(&slc.copyright, game->alloc);
    lw_sok_xml_open(&slc.xml, lw_buffer_text(&utf8), utf8.len, game->alloc);
    status = read_events(&slc, &why);
    if (status == LW_BAD_INPUT) {
        lw_collection_message(set, true, why.line, why.column, "%s", why.text);
        status = LW_OK;
    }
    if (status != LW_OK || !add_texts(&slc)) {
        status = lw_fail_memory(err);
    } else if (set->n_entries == n_entries) {
        status = lw_sokoban_fail_empty(set, n_messages, err);
    }
    lw_sok_xml_close(&slc.xml);
    lw_sokoban_rows_free(&slc.rows);
    lw_buffer_free(&slc.text);
    lw_buffer_free(&slc.title);
    lw_buffer_free(&slc.copyright);
    lw_buffer_free(&utf8);
    return status;
}

/* Writing. */

/* XML has no way to hold most control characters. */
static void put_escaped(const char *text, struct lw_buffer *out) {
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '&':
            lw_buffer_puts(out, "&amp;");
            break;
        case '<':
            lw_buffer_puts(out, "&lt;");
            break;
        case '>':
            lw_buffer_puts(out, "&gt;");
            break;
        case '"':
            lw_buffer_puts(out, "&quot;");
            break;
        default:
            if ((unsigned char)*text < 0x20 && *text != '\n' && *text != '\t') {
                lw_buffer_utf8(out, 0xfffd);
            } else {
                lw_buffer_putc(out, *text);
            }
        }
    }
}

static void put_element(const char *name, const char *text, struct lw_buffer *out) {
    lw_buffer_printf(out, "  <%s>", name);
    put_escaped(text, out);
    lw_buffer_printf(out, "</%s>\n", name);
}

static void put_attribute(const char *name, const char *text, struct lw_buffer *out) {
    lw_buffer_printf(out, " %s=\"", name);
    put_escaped(text, out);
    lw_buffer_putc(out, '"');
}

static void put_copyright(const struct lw_note *notes, struct lw_buffer *out) {
    const char *copyright = lw_note_find(notes, "Copyright");
    if (copyright == NULL) {
        copyright = lw_note_find(notes, "Author");
    }
    if (copyright != NULL) {
        put_attribute("Copyright", copyright, out);
    }
}

static void put_level(const struct lw_entry *entry, struct lw_buffer *out) {
    const struct lw_sokoban_level *level = lw_sokoban_level_of(entry->level);
    lw_buffer_puts(out, "    <Level");
    put_attribute("Id", entry->title, out);
    lw_buffer_printf(out, " Width=\"%u\" Height=\"%u\"", level->width, level->height);
    put_copyright(entry->notes, out);
    lw_buffer_puts(out, ">\n");
    for (uint32_t y = 0; y < level->height; y++) {
        lw_buffer_puts(out, "      <L>");
        lw_sokoban_put_row(level, y, out);
        lw_buffer_puts(out, "</L>\n");
    }
    lw_buffer_puts(out, "    </Level>\n");
}

lw_status lw_sokoban_slc_write(const struct lw_game *game,
                               const struct lw_collection *set, struct lw_buffer *out,
                               struct lw_error *err) {
    (void)game;
    uint32_t width = 0, height = 0;
    for (size_t i = 0; i < set->n_entries; i++) {
        const struct lw_sokoban_level *level = lw_sokoban_level_of(set->entries[i].level);
        width = level->width > width ? level->width : width;
        height = level->height > height ? level->height : height;
    }
    lw_buffer_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<SokobanLevels>\n");
    put_element("Title", set->title, out);
    const char *description = lw_note_find(set->notes, "Description");
    if (description == NULL) {
        description = lw_note_find(set->notes, "Comment");
    }
    put_element("Description", description == NULL ? "" : description, out);
    static const char *const keys[] = {"Email", "Url"};
    for (size_t i = 0; i < 2; i++) {
        const char *text = lw_note_find(set->notes, keys[i]);
        if (text != NULL) {
            put_element(keys[i], text, out);
        }
    }
    lw_buffer_puts(out, "  <LevelCollection");
    put_copyright(set->notes, out);
    lw_buffer_printf(out, " MaxWidth=\"%u\" MaxHeight=\"%u\">\n", width, height);
    for (size_t i = 0; i < set->n_entries; i++) {
        put_level(&set->entries[i], out);
    }
    lw_buffer_puts(out, "  </LevelCollection>\n</SokobanLevels>\n");
    return lw_buffer_ok(out) ? LW_OK : lw_fail_memory(err);
}
