/* Any bytes as a text of any game, with or without a name, a file's ending and a source:
 * opening refuses or opens, and what it opens without a fault can be written and read
 * back. (A game goes on without what is wrong in its source; its levels may then need
 * keys that the game as it was opened does not have.) */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lw/open.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_back(const struct lw_opened *opened) {
    struct lw_buffer text;
    struct lw_level *again = NULL;
    const struct lw_level *level = opened->set.entries[0].level;
    lw_buffer_init(&text, lw_alloc_libc());
    if (lw_level_text(level, &text, NULL) == LW_OK &&
        lw_level_read(opened->game, lw_buffer_text(&text), text.len, &again, NULL) !=
            LW_OK) {
        abort();
    }
    lw_level_destroy(again);
    lw_buffer_free(&text);
}

/* The first byte says which of the names are given, the rest is rules, a zero, the text.
 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const files[] = {NULL, "a.xsb", "a.txt", "a.json"};
    static const char *const games[] = {NULL, "sokoban", "flow", "puzzlescript"};
    char rules[64] = "";
    struct lw_opened opened;
    if (size < 1) {
        return 0;
    }
    const uint8_t *zero = memchr(data + 1, '\0', size - 1);
    size_t n = zero == NULL ? 0 : (size_t)(zero - data) - 1;
    memcpy(rules, data + 1, n < sizeof rules ? n : sizeof rules - 1);
    const uint8_t *text = zero == NULL ? data + 1 : zero + 1;
    struct lw_open_request request = {.alloc = lw_alloc_libc(),
                                      .kinds = lw_game_kinds(),
                                      .game = games[data[0] & 3],
                                      .file = files[data[0] >> 2 & 3],
                                      .rules = rules,
                                      .text = (const char *)text,
                                      .len = (size_t)(data + size - text),
                                      .limits = {.bytes = 1 << 16, .cells = 1 << 12}};
    if (lw_open(&request, &opened, NULL) == LW_OK && opened.set.n_errors == 0) {
        read_back(&opened);
    }
    lw_opened_close(&opened);
    return 0;
}
