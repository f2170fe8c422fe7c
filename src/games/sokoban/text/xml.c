/* XML as far as SLC needs it, and no further.
 *
 * The five predefined entities and numeric character references are understood; entity
 * definitions are refused, so no input can expand into more than itself, and nothing is
 * ever fetched. A DOCTYPE that only names an outside file is passed over. */
#include "text/xml_internal.h"

#include <stdio.h>
#include <string.h>

void lw_sok_xml_open(struct xml *xml, const char *text, size_t len,
                     const struct lw_alloc *alloc) {
    *xml = (struct xml){.text = text, .len = len, .line = 1};
    lw_buffer_init(&xml->value, alloc);
}

void lw_sok_xml_close(struct xml *xml) {
    lw_buffer_free(&xml->value);
}

static lw_status refuse(const struct xml *xml, const char *what, struct lw_error *err) {
    return lw_fail(err, LW_BAD_INPUT, xml->line,
                   (uint32_t)(xml->at - xml->line_start) + 1, "%s", what);
}

static bool at_text(const struct xml *xml, const char *word) {
    size_t n = strlen(word);
    return xml->len - xml->at >= n && memcmp(xml->text + xml->at, word, n) == 0;
}

/* Moves on by n bytes and counts lines; a CR alone ends a line too. */
static void advance(struct xml *xml, size_t n) {
    for (; n > 0; n--, xml->at++) {
        char c = xml->text[xml->at];
        bool crlf = c == '\r' && xml->at + 1 < xml->len && xml->text[xml->at + 1] == '\n';
        if (c == '\n' || (c == '\r' && !crlf)) {
            xml->line++;
            xml->line_start = xml->at + 1;
        }
    }
}

/* Moves behind the next `end`. */
static lw_status skip_behind(struct xml *xml, const char *end, const char *complaint,
                             struct lw_error *err) {
    while (xml->at < xml->len && !at_text(xml, end)) {
        advance(xml, 1);
    }
    if (xml->at >= xml->len) {
        return refuse(xml, complaint, err);
    }
    advance(xml, strlen(end));
    return LW_OK;
}

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void skip_space(struct xml *xml) {
    while (xml->at < xml->len && is_space(xml->text[xml->at])) {
        advance(xml, 1);
    }
}

static bool is_name_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '_' || c == '-' || c == ':' || c == '.' || (unsigned char)c >= 0x80;
}

static lw_status read_name(struct xml *xml, char out[XML_MAX_NAME],
                           struct lw_error *err) {
    size_t n = 0;
    while (xml->at + n < xml->len && is_name_char(xml->text[xml->at + n])) {
        n++;
    }
    if (n == 0 || n >= XML_MAX_NAME) {
        return refuse(xml, n == 0 ? "a name is expected here" : "the name is too long",
                      err);
    }
    memcpy(out, xml->text + xml->at, n);
    out[n] = '\0';
    advance(xml, n);
    return LW_OK;
}

/* Decodes "&…;" at text; 0 when it is none of the allowed ones. *used gets its length. */
static uint32_t decode_reference(const char *text, size_t len, size_t *used) {
    static const struct {
        const char *name;
        uint32_t scalar;
    } named[] = {
        {"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        *used = strlen(named[i].name);
        if (len >= *used && memcmp(text, named[i].name, *used) == 0) {
            return named[i].scalar;
        }
    }
    bool hex = len > 2 && text[1] == '#' && text[2] == 'x';
    uint32_t scalar = 0;
    size_t at = hex ? 3 : 2;
    for (; len > 1 && text[1] == '#' && at < len && at < 12 && text[at] != ';'; at++) {
        char c = text[at];
        uint32_t digit = c >= '0' && c <= '9'          ? (uint32_t)(c - '0')
                         : hex && c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a' + 10)
                         : hex && c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A' + 10)
                                                       : 99;
        if (digit == 99) {
            return 0;
        }
        scalar = scalar * (hex ? 16 : 10) + digit;
    }
    *used = at + 1;
    scalar = scalar == '\r' ? '\n' : scalar; /* as line ends in the text are */
    bool legal = (scalar >= 0x20 && scalar < 0xd800) || scalar == '\t' ||
                 scalar == '\n' || (scalar >= 0xe000 && scalar <= 0x10ffff);
    return at < len && text[at] == ';' && legal ? scalar : 0;
}

/* Copies text up to `stop` (not included) with references decoded. */
static lw_status read_characters(struct xml *xml, char stop, struct lw_error *err) {
    while (xml->at < xml->len && xml->text[xml->at] != stop) {
        char c = xml->text[xml->at];
        if (c == '&') {
            size_t used;
            uint32_t scalar =
                decode_reference(xml->text + xml->at, xml->len - xml->at, &used);
            if (scalar == 0) {
                return refuse(xml,
                              "an entity that is not known; only &lt; &gt; &amp; &quot; "
                              "&apos; and character numbers like &#233; are read",
                              err);
            }
            lw_buffer_utf8(&xml->value, scalar);
            advance(xml, used);
        } else {
            lw_buffer_putc(&xml->value, c);
            advance(xml, 1);
        }
    }
    return lw_buffer_ok(&xml->value) ? LW_OK : lw_fail_memory(err);
}

/* Checks one attribute; its value is read again when it is asked for. */
static lw_status skip_attribute(struct xml *xml, struct lw_error *err) {
    char name[XML_MAX_NAME];
    lw_status status = read_name(xml, name, err);
    if (status != LW_OK) {
        return status;
    }
    skip_space(xml);
    if (!at_text(xml, "=")) {
        return refuse(xml, "an attribute needs = and a value", err);
    }
    advance(xml, 1);
    skip_space(xml);
    if (!at_text(xml, "\"") && !at_text(xml, "'")) {
        return refuse(xml, "an attribute's value stands between quotes", err);
    }
    char quote = xml->text[xml->at];
    advance(xml, 1);
    lw_buffer_clear(&xml->value);
    status = read_characters(xml, quote, err);
    if (status == LW_OK && xml->at >= xml->len) {
        status = refuse(xml, "the text ends inside an attribute", err);
    }
    if (status == LW_OK) {
        advance(xml, 1);
    }
    return status;
}

static lw_status read_start(struct xml *xml, struct lw_error *err) {
    advance(xml, 1);
    lw_status status = read_name(xml, xml->name, err);
    if (status != LW_OK) {
        return status;
    }
    if (xml->depth == 0 && xml->root_seen) {
        return refuse(xml, "a second root element; one SokobanLevels is expected", err);
    }
    if (xml->depth >= XML_MAX_DEPTH) {
        return refuse(xml, "elements are nested too deeply", err);
    }
    xml->root_seen = true;
    xml->attributes = xml->at;
    for (skip_space(xml); status == LW_OK && xml->at < xml->len; skip_space(xml)) {
        if (at_text(xml, "/>") || at_text(xml, ">")) {
            xml->self_closed = at_text(xml, "/>");
            advance(xml, xml->self_closed ? 2 : 1);
            memcpy(xml->open[xml->depth++], xml->name, XML_MAX_NAME);
            return LW_OK;
        }
        status = skip_attribute(xml, err);
    }
    return status != LW_OK ? status : refuse(xml, "the text ends inside a tag", err);
}

static lw_status read_end(struct xml *xml, struct lw_error *err) {
    advance(xml, 2);
    lw_status status = read_name(xml, xml->name, err);
    if (status != LW_OK) {
        return status;
    }
    skip_space(xml);
    if (!at_text(xml, ">")) {
        return refuse(xml, "a closing tag ends with >", err);
    }
    if (xml->depth == 0 || strcmp(xml->open[xml->depth - 1], xml->name) != 0) {
        return lw_fail(err, LW_BAD_INPUT, xml->line, 0,
                       "</%s> closes no open element; </%s> is expected", xml->name,
                       xml->depth == 0 ? "nothing" : xml->open[xml->depth - 1]);
    }
    advance(xml, 1);
    xml->depth--;
    return LW_OK;
}

/* A DOCTYPE may name a file, which is not read; it may define nothing. */
static lw_status skip_doctype(struct xml *xml, struct lw_error *err) {
    while (xml->at < xml->len && xml->text[xml->at] != '>') {
        if (xml->text[xml->at] == '[') {
            return refuse(
                xml,
                "the DOCTYPE defines things of its own; such files are refused, "
                "remove the part in [ ]",
                err);
        }
        advance(xml, 1);
    }
    return skip_behind(xml, ">", "the text ends inside a DOCTYPE", err);
}

/* Passes over what carries no data; *skipped tells whether there was any. */
static lw_status skip_markup(struct xml *xml, bool *skipped, struct lw_error *err) {
    *skipped = true;
    if (at_text(xml, "<?")) {
        return skip_behind(xml, "?>", "the text ends inside <? ?>", err);
    }
    if (at_text(xml, "<!--")) {
        return skip_behind(xml, "-->", "the text ends inside a comment", err);
    }
    if (at_text(xml, "<!DOCTYPE") && !xml->root_seen) {
        return skip_doctype(xml, err);
    }
    *skipped = false;
    return at_text(xml, "<!") && !at_text(xml, "<![CDATA[")
               ? refuse(xml, "a definition where none is allowed; remove it", err)
               : LW_OK;
}

static lw_status read_cdata(struct xml *xml, struct lw_error *err) {
    advance(xml, strlen("<![CDATA["));
    size_t start = xml->at;
    lw_status status = skip_behind(xml, "]]>", "the text ends inside CDATA", err);
    if (status == LW_OK) {
        lw_buffer_add(&xml->value, xml->text + start, xml->at - 3 - start);
    }
    return status;
}

lw_status lw_sok_xml_next(struct xml *xml, enum xml_event *event, struct lw_error *err) {
    if (xml->self_closed) {
        xml->self_closed = false;
        xml->depth--;
        *event = XML_END;
        return LW_OK;
    }
    lw_status status = LW_OK;
    bool skipped = true;
    while (status == LW_OK && skipped && xml->at < xml->len) {
        status = skip_markup(xml, &skipped, err);
    }
    if (status != LW_OK) {
        return status;
    }
    xml->event_line = xml->line;
    if (xml->at >= xml->len) {
        *event = XML_DONE;
        return xml->depth > 0
                   ? refuse(xml, "the text ends before all elements are closed", err)
                   : LW_OK;
    }
    if (at_text(xml, "</")) {
        *event = XML_END;
        return read_end(xml, err);
    }
    bool cdata = at_text(xml, "<![CDATA[");
    if (at_text(xml, "<") && !cdata) {
        *event = XML_START;
        return read_start(xml, err);
    }
    *event = XML_TEXT;
    lw_buffer_clear(&xml->value);
    return cdata ? read_cdata(xml, err) : read_characters(xml, '<', err);
}

bool lw_sok_xml_attribute(const struct xml *xml, const char *name,
                          struct lw_buffer *out) {
    struct xml again = *xml;
    struct lw_error unused;
    char found[XML_MAX_NAME];
    lw_buffer_init(&again.value, xml->value.alloc);
    again.at = xml->attributes;
    bool there = false;
    for (skip_space(&again); !there && !at_text(&again, ">") && !at_text(&again, "/>");
         skip_space(&again)) {
        size_t start = again.at;
        if (read_name(&again, found, &unused) != LW_OK) {
            break;
        }
        again.at = start;
        if (skip_attribute(&again, &unused) != LW_OK) {
            break;
        }
        there = strcmp(found, name) == 0;
    }
    for (size_t i = 0; there && i < again.value.len; i++) {
        char c = again.value.data[i];
        lw_buffer_putc(out, is_space(c) ? ' ' : c);
    }
    lw_buffer_free(&again.value);
    return there;
}

void lw_sok_xml_encoding(const char *text, size_t len, char out[24]) {
    static const char word[] = "encoding=";
    out[0] = '\0';
    if (len < 5 || memcmp(text, "<?xml", 5) != 0) {
        return;
    }
    for (size_t i = 5; i + sizeof word < len && text[i] != '>'; i++) {
        if (memcmp(text + i, word, sizeof word - 1) != 0) {
            continue;
        }
        size_t at = i + sizeof word, n = 0;
        while (at + n < len && n < 23 && text[at + n] != '"' && text[at + n] != '\'') {
            out[n] = text[at + n];
            n++;
        }
        out[n] = '\0';
        return;
    }
}
