/* The cache of features. One file a level, table, budget and turn of the board: nothing
 * is ever changed in place, so there is nothing to lock between programs. */
#include "lw/command/feature_cache.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>

#include "lw/open.h"

#define CACHE_VERSION 1
#define MAX_KEPT 50000u /* in memory */
#define MAX_FILE_BYTES ((size_t)1 << 20)
/* Parts of measuring get three tenths of the time left or more; when all took less than
 * this part of the time, none of them was cut short. */
#define TIME_TO_SPARE 5

struct kept {
    double *numbers; /* value, error, seconds: [3 * n_features] */
};

struct feature_cache {
    const struct lw_alloc *alloc;
    char *folder; /* NULL: memory only */
    pthread_mutex_t lock;
    struct lw_state_set keys; /* 128-bit; number i belongs to kept[i] */
    struct kept *kept;
    size_t *kept_n; /* numbers in each */
    size_t cap, cap_n;
    struct feature_cache_counts counts;
};

/* What a set of values belongs to. */
struct key {
    struct lw_id128 id;    /* the level's */
    struct lw_id128 exact; /* its turn, the table, the budget, the cost */
    struct lw_id128 table;
    uint64_t nodes;
    size_t n_features;
};

lw_status feature_cache_open(const struct lw_alloc *alloc, const char *folder,
                             struct feature_cache **out, struct lw_error *err) {
    struct stat info;
    *out = NULL;
    if (folder != NULL && mkdir(folder, 0777) != 0 && errno != EEXIST) {
        return lw_fail(err, LW_IO, 0, 0, "cannot create the cache folder '%.200s': %s",
                       folder, strerror(errno));
    }
    if (folder != NULL && (stat(folder, &info) != 0 || !S_ISDIR(info.st_mode))) {
        return lw_fail(err, LW_USAGE, 0, 0, "--cache: '%.200s' is not a folder", folder);
    }
    struct feature_cache *cache = lw_alloc_zero(alloc, 1, sizeof *cache);
    if (cache == NULL) {
        return lw_fail_memory(err);
    }
    cache->alloc = alloc;
    lw_state_set_init(&cache->keys, alloc, sizeof(struct lw_id128) * 2);
    (void)pthread_mutex_init(&cache->lock, NULL);
    if (folder != NULL) {
        size_t len = strlen(folder) + 1;
        cache->folder = lw_alloc_get(alloc, len);
        if (cache->folder == NULL) {
            feature_cache_close(cache);
            return lw_fail_memory(err);
        }
        memcpy(cache->folder, folder, len);
    }
    *out = cache;
    return LW_OK;
}

void feature_cache_close(struct feature_cache *cache) {
    if (cache == NULL) {
        return;
    }
    for (uint32_t i = 0; i < cache->keys.n_states; i++) {
        lw_alloc_free(cache->alloc, cache->kept[i].numbers,
                      cache->kept_n[i] * sizeof(double));
    }
    lw_alloc_free(cache->alloc, cache->kept, cache->cap * sizeof *cache->kept);
    lw_alloc_free(cache->alloc, cache->kept_n, cache->cap_n * sizeof *cache->kept_n);
    lw_state_set_free(&cache->keys);
    (void)pthread_mutex_destroy(&cache->lock);
    if (cache->folder != NULL) {
        lw_alloc_free(cache->alloc, cache->folder, strlen(cache->folder) + 1);
    }
    lw_alloc_free(cache->alloc, cache, sizeof *cache);
}

struct feature_cache_counts feature_cache_counts(struct feature_cache *cache) {
    (void)pthread_mutex_lock(&cache->lock);
    struct feature_cache_counts counts = cache->counts;
    (void)pthread_mutex_unlock(&cache->lock);
    return counts;
}

/* Keys. */

/* Names, kinds and definitions: a table that says anything else measures anything else.
 */
static struct lw_id128 table_id(const struct lw_game_kind *kind) {
    struct lw_id128 id = lw_hash128(kind->name, strlen(kind->name), CACHE_VERSION);
    for (size_t i = 0; i < kind->features->n_features; i++) {
        const struct lw_feature *feature = &kind->features->features[i];
        id = lw_hash128(feature->name, strlen(feature->name), id.lo ^ id.hi);
        id = lw_hash128(feature->help, strlen(feature->help), id.lo ^ id.hi);
    }
    return lw_hash128(&id, sizeof id, LW_FEATURES_VERSION);
}

static bool make_key(const struct lw_alloc *alloc, const struct lw_level *level,
                     enum lw_feature_cost up_to, const struct lw_budget *budget,
                     struct key *key) {
    const struct lw_game_kind *kind = level->game->kind;
    struct lw_buffer text;
    *key = (struct key){.table = table_id(kind),
                        .nodes = budget->nodes,
                        .n_features = kind->features->n_features};
    lw_buffer_init(&text, alloc);
    bool good = (kind->flags & LW_GAME_ID_IS_COARSE) == 0 &&
                kind->level->canonical(level, &key->id, NULL) == LW_OK &&
                lw_level_text(level, &text, NULL) == LW_OK;
    uint64_t others[] = {budget->nodes, budget->memory_bytes, up_to, key->table.lo,
                         key->table.hi};
    lw_buffer_add(&text, (const char *)others, sizeof others);
    good = good && !text.failed;
    if (good) {
        key->exact = lw_hash128(text.data, text.len, CACHE_VERSION);
    }
    lw_buffer_free(&text);
    return good;
}

static void key_bytes(const struct key *key, struct lw_id128 out[2]) {
    out[0] = key->id;
    out[1] = key->exact;
}

/* Memory. */

static bool find_kept(struct feature_cache *cache, const struct key *key,
                      struct lw_feature_values *values) {
    struct lw_id128 bytes[2];
    bool found = false;
    key_bytes(key, bytes);
    (void)pthread_mutex_lock(&cache->lock);
    uint32_t at = lw_state_set_find(&cache->keys, bytes);
    if (at != LW_STATE_NONE && cache->kept_n[at] == 3 * key->n_features) {
        const double *numbers = cache->kept[at].numbers;
        size_t part = key->n_features * sizeof *numbers;
        memcpy(values->value, numbers, part);
        memcpy(values->error, numbers + key->n_features, part);
        memcpy(values->seconds, numbers + 2 * key->n_features, part);
        found = true;
    }
    cache->counts.in_memory += found;
    (void)pthread_mutex_unlock(&cache->lock);
    return found;
}

/* Memory that is out only means that it is measured again. */
static void keep(struct feature_cache *cache, const struct key *key,
                 const struct lw_feature_values *values) {
    struct lw_id128 bytes[2];
    size_t n = 3 * key->n_features, part = key->n_features * sizeof(double);
    double *numbers = lw_alloc_get(cache->alloc, n * sizeof *numbers);
    bool added = false;
    key_bytes(key, bytes);
    (void)pthread_mutex_lock(&cache->lock);
    size_t have = cache->keys.n_states;
    if (numbers != NULL && have < MAX_KEPT &&
        lw_grow(cache->alloc, &cache->kept, &cache->cap, have + 1, sizeof *cache->kept) &&
        lw_grow(cache->alloc, &cache->kept_n, &cache->cap_n, have + 1,
                sizeof *cache->kept_n)) {
        uint32_t at = lw_state_set_add(&cache->keys, bytes, &added);
        if (at != LW_STATE_NONE && added) {
            memcpy(numbers, values->value, part);
            memcpy(numbers + key->n_features, values->error, part);
            memcpy(numbers + 2 * key->n_features, values->seconds, part);
            cache->kept[at].numbers = numbers;
            cache->kept_n[at] = n;
        }
    }
    (void)pthread_mutex_unlock(&cache->lock);
    if (!added) {
        lw_alloc_free(cache->alloc, numbers, n * sizeof *numbers);
    }
}

/* Files. */

static void file_name(const struct feature_cache *cache, const struct key *key,
                      struct lw_buffer *out) {
    char id[33], exact[33];
    lw_id128_text(key->id, id);
    lw_id128_text(key->exact, exact);
    lw_buffer_printf(out, "%s/%s-%.16s.json", cache->folder, id, exact);
}

static void put_list(struct lw_json_writer *json, const char *name, const double *numbers,
                     size_t n) {
    lw_json_array(json, name);
    for (size_t i = 0; i < n; i++) {
        lw_json_real(json, NULL, numbers[i]);
    }
    lw_json_array_end(json);
}

static void put_head(struct lw_buffer *out, const char *game, const struct key *key,
                     const char *check) {
    struct lw_json_writer json;
    char hex[33];
    lw_json_begin(&json, out);
    lw_json_object(&json, NULL);
    lw_json_uint(&json, "levelwright_features", CACHE_VERSION);
    lw_json_text(&json, "game", game);
    lw_id128_text(key->id, hex);
    lw_json_text(&json, "id", hex);
    lw_id128_text(key->exact, hex);
    lw_json_text(&json, "exact", hex);
    lw_id128_text(key->table, hex);
    lw_json_text(&json, "table", hex);
    lw_json_uint(&json, "nodes", key->nodes);
    lw_json_text(&json, "check", check);
    lw_json_object_end(&json);
    lw_buffer_putc(out, '\n');
}

/* A full disk costs time, not results. */
static void write_values(const struct feature_cache *cache, const char *game,
                         const struct key *key, const struct lw_feature_values *values) {
    struct lw_buffer body, all, path;
    struct lw_json_writer json;
    char check[33];
    lw_buffer_init(&body, cache->alloc);
    lw_buffer_init(&all, cache->alloc);
    lw_buffer_init(&path, cache->alloc);
    lw_json_begin(&json, &body);
    lw_json_object(&json, NULL);
    put_list(&json, "value", values->value, key->n_features);
    put_list(&json, "error", values->error, key->n_features);
    put_list(&json, "seconds", values->seconds, key->n_features);
    lw_json_object_end(&json);
    lw_id128_text(lw_hash128(body.data, body.len, 0), check);
    put_head(&all, game, key, check);
    lw_buffer_add(&all, lw_buffer_text(&body), body.len);
    lw_buffer_putc(&all, '\n');
    file_name(cache, key, &path);
    if (!body.failed && !all.failed && !path.failed) {
        lw_status ignored =
            lw_platform_write_file(lw_buffer_text(&path), all.data, all.len, NULL);
        (void)ignored;
    }
    lw_buffer_free(&body);
    lw_buffer_free(&all);
    lw_buffer_free(&path);
}

static bool same_text(const struct lw_json *root, const char *name, struct lw_id128 id) {
    const struct lw_json *value = lw_json_get(root, name);
    char hex[33];
    lw_id128_text(id, hex);
    return value != NULL && value->type == LW_JSON_TEXT && strcmp(value->text, hex) == 0;
}

static bool get_list(const struct lw_json *root, const char *name, size_t n,
                     double *numbers) {
    const struct lw_json *list = lw_json_get(root, name);
    if (list == NULL || list->type != LW_JSON_ARRAY || list->n_children != n) {
        return false;
    }
    for (const struct lw_json *at = list->first; at != NULL; at = at->next) {
        if (at->type != LW_JSON_NUMBER && at->type != LW_JSON_NULL) {
            return false;
        }
        *numbers++ = at->type == LW_JSON_NUMBER ? at->number : (double)NAN;
    }
    return true;
}

/* Everything must fit: the head to the key, the body to its checksum. */
static bool parse_values(const struct lw_alloc *alloc, const struct lw_buffer *text,
                         const struct key *key, struct lw_feature_values *values) {
    const char *bytes = lw_buffer_text(text);
    const char *line = memchr(bytes, '\n', text->len);
    struct lw_arena arena;
    struct lw_json *head = NULL, *body = NULL;
    if (line == NULL) {
        return false;
    }
    size_t head_len = (size_t)(line - bytes), rest = text->len - head_len - 1;
    rest -= rest > 0 && line[rest] == '\n';
    lw_arena_init(&arena, alloc);
    bool good = lw_json_read(&arena, bytes, head_len, &head, NULL) == LW_OK &&
                same_text(head, "id", key->id) && same_text(head, "exact", key->exact) &&
                same_text(head, "table", key->table) &&
                same_text(head, "check", lw_hash128(line + 1, rest, 0)) &&
                lw_json_read(&arena, line + 1, rest, &body, NULL) == LW_OK &&
                get_list(body, "value", key->n_features, values->value) &&
                get_list(body, "error", key->n_features, values->error) &&
                get_list(body, "seconds", key->n_features, values->seconds);
    lw_arena_free(&arena);
    return good;
}

static bool read_values(struct feature_cache *cache, const struct key *key,
                        struct lw_feature_values *values) {
    struct lw_buffer text, path;
    lw_buffer_init(&text, cache->alloc);
    lw_buffer_init(&path, cache->alloc);
    file_name(cache, key, &path);
    bool good = !path.failed &&
                lw_platform_read_file(lw_buffer_text(&path), MAX_FILE_BYTES, &text,
                                      NULL) == LW_OK &&
                parse_values(cache->alloc, &text, key, values);
    lw_buffer_free(&text);
    lw_buffer_free(&path);
    if (good) {
        (void)pthread_mutex_lock(&cache->lock);
        cache->counts.in_files++;
        (void)pthread_mutex_unlock(&cache->lock);
    }
    return good;
}

lw_status feature_cache_measure(struct feature_cache *cache,
                                const struct feature_task *task,
                                struct lw_feature_values *values, struct lw_error *err) {
    const struct lw_game_kind *kind = task->level->game->kind;
    const struct lw_budget *budget = task->budget;
    struct key key;
    values->asked = LW_ASKED_NOT;
    bool keyed =
        cache != NULL && make_key(cache->alloc, task->level, task->up_to, budget, &key);
    if (keyed && find_kept(cache, &key, values)) {
        return LW_OK;
    }
    if (keyed && cache->folder != NULL && read_values(cache, &key, values)) {
        keep(cache, &key, values);
        return LW_OK;
    }
    uint64_t start_ns = lw_runtime_now_ns(task->runtime);
    lw_status status =
        lw_level_measure(task->level, task->up_to, budget, task->runtime, values, err);
    uint64_t used_ns = lw_runtime_now_ns(task->runtime) - start_ns;
    bool timeless = budget->time_ns == 0 || used_ns < budget->time_ns / TIME_TO_SPARE;
    if (keyed) {
        (void)pthread_mutex_lock(&cache->lock);
        cache->counts.measured++;
        (void)pthread_mutex_unlock(&cache->lock);
    }
    if (keyed && status == LW_OK && timeless) {
        keep(cache, &key, values);
        if (cache->folder != NULL) {
            write_values(cache, kind->name, &key, values);
        }
    }
    return status;
}
