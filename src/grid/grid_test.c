/* Symmetries form a group; flood fill agrees with repeated sweeps. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lw/base/rng.h"
#include "lw/grid.h"

#define W 5
#define H 3

/* The one symmetry that brings two cells of the image back to where they were. */
static int inverse_of(int sym) {
    for (int back = 0; back < LW_N_SYMMETRIES; back++) {
        uint32_t w, h;
        lw_sym_size(sym, W, H, &w, &h);
        struct lw_grid_cell near =
            lw_sym_cell(back, w, h, lw_sym_cell(sym, W, H, (struct lw_grid_cell){1, 0}));
        struct lw_grid_cell far =
            lw_sym_cell(back, w, h, lw_sym_cell(sym, W, H, (struct lw_grid_cell){0, 1}));
        if (near.x == 1 && near.y == 0 && far.x == 0 && far.y == 1) {
            return back;
        }
    }
    fail_msg("symmetry %d has no inverse", sym);
    return 0;
}

static void a_symmetry_and_its_inverse_cancel(void **unused) {
    (void)unused;
    for (int sym = 0; sym < LW_N_SYMMETRIES; sym++) {
        uint32_t w, h;
        lw_sym_size(sym, W, H, &w, &h);
        for (uint32_t i = 0; i < W * H; i++) {
            struct lw_grid_cell there =
                lw_sym_cell(sym, W, H, (struct lw_grid_cell){i % W, i / W});
            assert_true(there.x < w && there.y < h);
            struct lw_grid_cell back = lw_sym_cell(inverse_of(sym), w, h, there);
            assert_int_equal(back.x, i % W);
            assert_int_equal(back.y, i / W);
        }
        for (enum lw_dir dir = 0; dir < LW_N_DIRS; dir++) {
            assert_int_equal(lw_sym_dir(inverse_of(sym), lw_sym_dir(sym, dir)), dir);
        }
    }
}

static void directions_turn_with_the_grid(void **unused) {
    (void)unused;
    for (int sym = 0; sym < LW_N_SYMMETRIES; sym++) {
        for (enum lw_dir dir = 0; dir < LW_N_DIRS; dir++) {
            struct lw_grid_cell beside = {(uint32_t)(2 + lw_dir_dx(dir)),
                                          (uint32_t)(1 + lw_dir_dy(dir))};
            struct lw_grid_cell from =
                lw_sym_cell(sym, W, H, (struct lw_grid_cell){2, 1});
            struct lw_grid_cell to = lw_sym_cell(sym, W, H, beside);
            enum lw_dir turned = lw_sym_dir(sym, dir);
            assert_int_equal((int)to.x - (int)from.x, lw_dir_dx(turned));
            assert_int_equal((int)to.y - (int)from.y, lw_dir_dy(turned));
        }
    }
}

static void all_images_share_one_canonical_form(void **unused) {
    (void)unused;
    struct lw_rng rng = lw_rng_make(21, 0);
    for (int round = 0; round < 200; round++) {
        uint8_t cells[W * H], image[W * H], scratch[2 * W * H], want[W * H];
        const uint8_t *best;
        for (int i = 0; i < W * H; i++) {
            cells[i] = (uint8_t)lw_rng_below(&rng, 3);
        }
        (void)lw_grid_canonical(W, H, cells, 0xff, scratch, &best);
        memcpy(want, best, sizeof want);
        for (int sym = 0; sym < LW_N_SYMMETRIES; sym++) {
            uint32_t w, h;
            lw_sym_size(sym, W, H, &w, &h);
            lw_grid_transform(sym, W, H, cells, image);
            int used = lw_grid_canonical(w, h, image, 0xff, scratch, &best);
            assert_memory_equal(best, want, sizeof want);
            lw_grid_transform(used, w, h, image, cells);
            assert_memory_equal(cells, want, sizeof want);
            lw_grid_transform(inverse_of(sym), w, h, image, cells);
        }
    }
}

/* Spreads marks cell by cell until nothing changes. */
static size_t slow_flood(const uint8_t *cells, size_t start, uint8_t *reached) {
    size_t n = 0, before;
    memset(reached, 0, W * H);
    reached[start] = !(cells[start] & 1);
    do {
        before = n;
        n = 0;
        for (int i = 0; i < W * H; i++) {
            int x = i % W, y = i / W;
            bool near = (x > 0 && reached[i - 1]) || (x + 1 < W && reached[i + 1]) ||
                        (y > 0 && reached[i - W]) || (y + 1 < H && reached[i + W]);
            if (near && !(cells[i] & 1)) {
                reached[i] = 1;
            }
            n += reached[i];
        }
    } while (n != before);
    return n;
}

static void flood_agrees_with_sweeps(void **unused) {
    (void)unused;
    struct lw_rng rng = lw_rng_make(22, 0);
    for (int round = 0; round < 500; round++) {
        uint8_t cells[W * H], got[W * H], want[W * H];
        uint32_t stack[W * H];
        for (int i = 0; i < W * H; i++) {
            cells[i] = (uint8_t)(lw_rng_below(&rng, 5) < 2);
        }
        size_t start = lw_rng_below(&rng, W * H);
        size_t n = lw_grid_flood(&(struct lw_flood){.width = W,
                                                    .height = H,
                                                    .cells = cells,
                                                    .blocked_bits = 1,
                                                    .reached = got,
                                                    .stack = stack},
                                 start);
        assert_int_equal(n, slow_flood(cells, start, want));
        assert_memory_equal(got, want, sizeof want);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_symmetry_and_its_inverse_cancel),
        cmocka_unit_test(directions_turn_with_the_grid),
        cmocka_unit_test(all_images_share_one_canonical_form),
        cmocka_unit_test(flood_agrees_with_sweeps),
    };
    return cmocka_run_group_tests_name("grid", tests, NULL, NULL);
}
