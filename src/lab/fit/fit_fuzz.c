/* Any answers of people to a few small levels for each model that is learned: the first
 * byte chooses the model, each three of the others are a level with what people did. */
#include "fuzz_support.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MAX_LEVELS 24

static const char *const asked[][8] = {
    {"--model", "ridge", "--features", "moves,floor"},
    {"--model", "ridge", "--features", "moves", "--answer", "num_solved"},
    {"--model", "linear", "--features", "moves"},
    {"--model", "joint", "--features", "moves"},
    {"--model", "boosted", "--features", "moves,floor"},
};

/* A corridor: its length is its difficulty. */
static void put_level(struct lw_buffer *table, size_t number, unsigned length) {
    lw_buffer_printf(table, "l%zu,", number);
    for (unsigned row = 0; row < 3; row++) {
        lw_buffer_puts(table, row == 0 ? "" : "|");
        lw_buffer_puts(table, row == 1 ? "#@" : "##");
        for (unsigned i = 0; i < length; i++) {
            lw_buffer_putc(table, row == 1 ? ' ' : '#');
        }
        lw_buffer_puts(table, row == 1 ? "$ .#" : "####");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *words[FUZZ_MAX_WORDS] = {"fit"};
    struct lw_buffer table;
    if (size == 0) {
        return 0;
    }
    const char *const *ask = asked[data[0] % (sizeof asked / sizeof *asked)];
    size_t n = 1;
    for (size_t i = 0; i < 8 && ask[i] != NULL; i++) {
        words[n++] = ask[i];
    }
    words[n] = "--json";
    size_t n_levels = (size - 1) / 3 < MAX_LEVELS ? (size - 1) / 3 : MAX_LEVELS;
    lw_buffer_init(&table, lw_alloc_libc());
    lw_buffer_puts(&table, "level_id,layout,num_solved,num_played,collection\n");
    for (size_t i = 0; i < n_levels; i++) {
        const uint8_t *at = data + 1 + 3 * i;
        put_level(&table, i, at[0] % 16);
        lw_buffer_printf(&table, ",%s,%s,c%d\n", fuzz_cell(at[1]), fuzz_cell(at[2]),
                         at[0] / 16 % 5);
    }
    fuzz_command(words, &table);
    lw_buffer_free(&table);
    return 0;
}
