/* Ranges of whole-number options, as combinations that are prepared once each. */
#include "variants.h"

static lw_status count_combinations(const struct lw_candidate_plan *plan, size_t *n,
                                    struct lw_error *err) {
    *n = 1;
    for (size_t i = 0; i < plan->generator->n_options; i++) {
        const struct lw_option_value *value = &plan->request.values[i];
        if (!value->spread) {
            continue;
        }
        uint64_t length = (uint64_t)value->i2 - (uint64_t)value->i + 1;
        if (length > MAKE_MAX_VARIANTS / *n) {
            return lw_fail_option(err, LW_USAGE, plan->generator->options[i].name,
                                  "--%s %lld..%lld: the ranges make more than %d "
                                  "combinations; make them shorter",
                                  plan->generator->options[i].name, (long long)value->i,
                                  (long long)value->i2, MAKE_MAX_VARIANTS);
        }
        *n *= (size_t)length;
    }
    return LW_OK;
}

/* The combination of that number: the first range turns fastest. */
static void set_values(const struct lw_candidate_plan *plan, size_t number,
                       struct lw_option_value *values) {
    for (size_t i = 0; i < plan->generator->n_options; i++) {
        values[i] = plan->request.values[i];
        if (values[i].spread) {
            size_t length = (size_t)(values[i].i2 - values[i].i + 1);
            values[i].i += (int64_t)(number % length);
            values[i].i2 = 0;
            values[i].spread = false;
            number /= length;
        }
    }
}

static lw_status prepare(const struct make_variants *variants,
                         struct make_variant *variant, const struct lw_runtime *runtime,
                         struct lw_error *err) {
    const struct lw_generator *generator = variants->generator;
    return generator->prepare == NULL
               ? LW_OK
               : generator->prepare(&variant->request, runtime, &variant->shared, err);
}

static bool get_room(struct make_variants *out, size_t n) {
    size_t n_options = out->generator->n_options;
    out->room = n;
    out->list = lw_alloc_zero(out->alloc, n, sizeof *out->list);
    if (out->drawn) {
        out->values = lw_alloc_zero(out->alloc, n * n_options, sizeof *out->values);
    }
    return out->list != NULL && (!out->drawn || out->values != NULL);
}

lw_status lw_make_variants_open(struct make_variants *out,
                                const struct lw_candidate_plan *plan,
                                const struct lw_runtime *runtime, struct lw_error *err) {
    size_t n = 1, n_options = plan->generator->n_options;
    *out = (struct make_variants){.alloc = runtime->alloc, .generator = plan->generator};
    lw_status status = count_combinations(plan, &n, err);
    if (status != LW_OK) {
        return status;
    }
    out->drawn = n > 1;
    if (!get_room(out, n)) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < n; i++) {
        struct make_variant *variant = &out->list[out->n];
        *variant = (struct make_variant){.request = plan->request};
        if (out->drawn) {
            struct lw_option_value *values = out->values + out->n * n_options;
            set_values(plan, i, values);
            variant->request.values = values;
        }
        status = prepare(out, variant, runtime, err);
        out->n += status == LW_OK;
        if (status != LW_OK && status != LW_USAGE && status != LW_IMPOSSIBLE) {
            return status;
        }
    }
    return out->n > 0 ? LW_OK : status;
}

void lw_make_variants_close(struct make_variants *variants) {
    const struct lw_generator *generator = variants->generator;
    for (size_t i = 0; i < variants->n; i++) {
        if (generator->release != NULL) {
            generator->release(&variants->list[i].request, variants->list[i].shared);
        }
    }
    if (variants->alloc != NULL) {
        lw_alloc_free(variants->alloc, variants->list,
                      variants->room * sizeof *variants->list);
        lw_alloc_free(variants->alloc, variants->values,
                      variants->room * generator->n_options * sizeof *variants->values);
    }
    *variants = (struct make_variants){.alloc = NULL};
}

const struct make_variant *lw_make_variants_pick(const struct make_variants *variants,
                                                 struct lw_rng *rng) {
    size_t at = variants->drawn ? lw_rng_below(rng, (uint32_t)variants->n) : 0;
    return &variants->list[at];
}
