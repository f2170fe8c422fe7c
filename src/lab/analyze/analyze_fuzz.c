/* Any table for every analysis: the first byte chooses how it is asked, each of the
 * others is a cell. */
#include "fuzz_support.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define N_COLUMNS 4
#define MAX_CELLS 400

static const char *const asked[][10] = {
    {"describe"},
    {"correlate", "-x", "x", "-y", "y"},
    {"regress", "-f", "y ~ x"},
    {"regress", "-f", "y ~ x + g", "--weights", "w"},
    {"regress", "-f", "log(y) ~ x*w"},
    {"cross-validate", "-f", "y ~ x", "--folds", "3"},
    {"cross-validate", "-f", "y ~ x", "--group", "g", "--weights", "w"},
    {"log", "-x", "y"},
    {"logit", "-x", "y"},
    {"box-cox", "-f", "y ~ x"},
    {"t-test", "-x", "g", "-y", "y", "--margin", "0.5"},
    {"t-test", "-x", "g", "-y", "y", "--group", "x"},
    {"components", "-x", "x,y,w"},
    {"mixed", "-f", "y ~ x + (1 | g)"},
    {"mixed", "-f", "y ~ x + (1 | g)", "--ml"},
    {"mixed", "-f", "y ~ x + (1 | g)", "--symmetry"},
    {"trueskill", "--a", "x", "--b", "g", "--result", "y"},
    {"bradley-terry", "--a", "x", "--b", "g", "--result", "y"},
    {"ordinal", "-f", "y ~ x"},
    {"rasch", "--a", "x", "--b", "g", "--result", "y"},
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *words[FUZZ_MAX_WORDS] = {"analyze"};
    struct lw_buffer table;
    if (size == 0) {
        return 0;
    }
    const char *const *ask = asked[data[0] % (sizeof asked / sizeof *asked)];
    size_t n = 1;
    for (size_t i = 0; i < 10 && ask[i] != NULL; i++) {
        words[n++] = ask[i];
    }
    words[n] = "--json";
    size_t n_cells = size - 1 < MAX_CELLS ? size - 1 : MAX_CELLS;
    lw_buffer_init(&table, lw_alloc_libc());
    lw_buffer_puts(&table, "x,y,g,w\n");
    for (size_t i = 0; i < n_cells / N_COLUMNS * N_COLUMNS; i++) {
        lw_buffer_puts(&table, fuzz_cell(data[1 + i]));
        lw_buffer_putc(&table, i % N_COLUMNS == N_COLUMNS - 1 ? '\n' : ',');
    }
    fuzz_command(words, &table);
    lw_buffer_free(&table);
    return 0;
}
