/* A small strict XML reader: elements, attributes, text, nothing that could define
 * anything. */
#ifndef SOKOBAN_XML_INTERNAL_H
#define SOKOBAN_XML_INTERNAL_H

#include "lw/base/buffer.h"
#include "lw/base/status.h"

enum xml_event { XML_START, XML_END, XML_TEXT, XML_DONE };

#define XML_MAX_DEPTH 16
#define XML_MAX_NAME 40

struct xml {
    const char *text; /* UTF-8, lines ending in LF */
    size_t len, at;
    uint32_t line;
    size_t line_start;
    size_t depth;
    char open[XML_MAX_DEPTH][XML_MAX_NAME]; /* names of the open elements */
    char name[XML_MAX_NAME];                /* of the element of START and END */
    struct lw_buffer value;                 /* of TEXT */
    size_t attributes;                      /* where those of START begin */
    uint32_t event_line;                    /* where the event began */
    bool self_closed;                       /* an END is still owed */
    bool root_seen;
};

void lw_sok_xml_open(struct xml *xml, const char *text, size_t len,
                     const struct lw_alloc *alloc);
void lw_sok_xml_close(struct xml *xml);
/* The next event; BAD_INPUT carries the place. */
lw_status lw_sok_xml_next(struct xml *xml, enum xml_event *event,
                          struct lw_error *err) LW_MUST_CHECK;
/* The value of an attribute of the element that START just gave; false when absent.
 * Line ends in it become spaces. */
bool lw_sok_xml_attribute(const struct xml *xml, const char *name, struct lw_buffer *out);
/* The encoding that the declaration names, or an empty text. */
void lw_sok_xml_encoding(const char *text, size_t len, char out[24]);

#endif
