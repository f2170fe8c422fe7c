/* The words of the auditory Stroop test as they ship, measured again and compared with
 * the table in docs/studies.md. The pitch is found in another way than by the script that
 * made them: by the least average magnitude difference instead of autocorrelation. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define ROOT LW_TEST_DATA "/../../"
#define MAX_SAMPLES 20000

struct sound {
    double samples[MAX_SAMPLES];
    size_t n;
    double rate;
};

static uint32_t number_at(const unsigned char *bytes, size_t n) {
    uint32_t value = 0;
    for (size_t i = n; i-- > 0;) {
        value = value << 8 | bytes[i];
    }
    return value;
}

static void read_sound(const char *name, struct sound *out) {
    static unsigned char bytes[44 + 2 * MAX_SAMPLES];
    char path[400];
    (void)snprintf(path, sizeof path, ROOT "data/studies/sounds/%s.wav", name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t len = fread(bytes, 1, sizeof bytes, file);
    (void)fclose(file);
    assert_true(len > 44 && len < 10000); /* small */
    assert_memory_equal(bytes, "RIFF", 4);
    assert_memory_equal(bytes + 8, "WAVEfmt ", 8);
    assert_int_equal(number_at(bytes + 22, 2), 1);  /* channel */
    assert_int_equal(number_at(bytes + 34, 2), 16); /* bits */
    out->rate = number_at(bytes + 24, 4);
    out->n = (len - 44) / 2;
    for (size_t i = 0; i < out->n; i++) {
        out->samples[i] = (int16_t)number_at(bytes + 44 + 2 * i, 2) / 32768.0;
    }
}

static double length_of(const struct sound *s) {
    double peak = 0;
    size_t first = s->n, last = 0;
    for (size_t i = 0; i < s->n; i++) {
        peak = fmax(peak, fabs(s->samples[i]));
    }
    for (size_t i = 0; i < s->n; i++) {
        if (fabs(s->samples[i]) >= 0.02 * peak) {
            first = first == s->n ? i : first;
            last = i;
        }
    }
    return (double)(last - first + 1) / s->rate;
}

static double loudness_of(const struct sound *s) {
    double sum = 0;
    for (size_t i = 0; i < s->n; i++) {
        sum += s->samples[i] * s->samples[i];
    }
    return 10 * log10(sum / (double)s->n);
}

/* The lag from 75 to 320 Hz at which a frame differs least from itself; 0: not voiced. Of
 * dips nearly as deep the first counts. */
static double frame_pitch(const double *frame, size_t size, double rate) {
    size_t low = (size_t)(rate / 320), high = (size_t)(rate / 75);
    double dips[400], mean = 0, least = HUGE_VAL;
    for (size_t lag = low; lag <= high; lag++) {
        double sum = 0;
        for (size_t i = 0; i < size; i++) {
            sum += fabs(frame[i] - frame[i + lag]);
        }
        dips[lag - low] = sum / (double)size;
        mean += dips[lag - low] / (double)(high - low + 1);
        least = fmin(least, dips[lag - low]);
    }
    if (least > 0.45 * mean) {
        return 0;
    }
    for (size_t k = 1; k < high - low; k++) {
        if (dips[k] <= least + 0.15 * (mean - least) && dips[k] <= dips[k - 1] &&
            dips[k] <= dips[k + 1]) {
            return rate / (double)(low + k);
        }
    }
    return 0;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double pitch_of(const struct sound *s) {
    size_t window = (size_t)(0.03 * s->rate), step = (size_t)(0.01 * s->rate);
    size_t reach = window + (size_t)(s->rate / 75) + 2, n = 0;
    double found[200];
    for (size_t at = 0; at + reach < s->n && n < 200; at += step) {
        double pitch = frame_pitch(s->samples + at, window, s->rate);
        if (pitch > 0) {
            found[n++] = pitch;
        }
    }
    assert_true(n >= 3);
    qsort(found, n, sizeof found[0], by_size);
    return found[n / 2];
}

static void test_table(void **state) {
    static const char *const words[] = {"high", "low"};
    static char page[200000];
    (void)state;
    FILE *file = fopen(ROOT "docs/studies.md", "rb");
    assert_non_null(file);
    page[fread(page, 1, sizeof page - 1, file)] = '\0';
    (void)fclose(file);
    for (int i = 0; i < 4; i++) {
        static struct sound sound;
        const char *word = words[i % 2], *voice = words[i / 2];
        char name[20], row[40];
        double hertz, paper_hertz, seconds, paper_seconds, loudness;
        (void)snprintf(name, sizeof name, "%s-%s", word, voice);
        (void)snprintf(row, sizeof row, "| %s | %s |", word, voice);
        const char *at = strstr(page, row);
        assert_non_null(at);
        assert_int_equal(sscanf(at + strlen(row), "%lf | %lf | %lf | %lf | %lf |", &hertz,
                                &paper_hertz, &seconds, &paper_seconds, &loudness),
                         5);
        read_sound(name, &sound);
        print_message("%s: %.0f Hz, %.3f s, %.1f dB\n", name, pitch_of(&sound),
                      length_of(&sound), loudness_of(&sound));
        assert_true(fabs(pitch_of(&sound) - hertz) < 0.04 * hertz);
        assert_true(fabs(length_of(&sound) - seconds) < 0.0015);
        assert_true(fabs(loudness_of(&sound) - loudness) < 0.15);
        assert_true(fabs(hertz - paper_hertz) < 0.03 * paper_hertz);
        assert_true(fabs(seconds - paper_seconds) < 0.03 * paper_seconds);
        assert_true(fabs(loudness + 20) < 0.15); /* all equal */
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_table)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
