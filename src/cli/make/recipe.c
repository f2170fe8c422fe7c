/* Recipes, written after a run and run again. */
#include "make/recipe.h"

#include <inttypes.h>
#include <string.h>

#include "lw/base/json_value.h"
#include "lw/base/option_print.h"
#include "lw/command/parse.h"
#include "make/pool_options.h"

#define MAX_FILE ((size_t)64 << 20)
#define MAX_RECIPE ((size_t)1 << 20)

/* Where levels go and how fast, which does not change them. */
static bool is_outside(const char *name) {
    static const char *const names[] = {"output", "to",     "json",   "threads", "colour",
                                        "help",   "recipe", "expect", "resume",  "stats",
                                        "cache",  "seed",   "method"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Options that name a file whose content decides which levels come. */
static bool names_file(const char *name) {
    return strcmp(name, "examples") == 0 || strcmp(name, "templates") == 0 ||
           strcmp(name, "model") == 0 || strcmp(name, "against") == 0;
}

int cli_recipe_check(struct cli *cli, const struct cli_args *args) {
    if (!cli_value(args, "recipe")->set) {
        return 0;
    }
    struct lw_error err;
    if (cli_value(args, "time")->given || cli_value(args, "candidate-time")->given) {
        return cli_usage(cli, "--recipe: a run that the clock ends cannot be made again; "
                              "use --nodes or --candidates instead of --time");
    }
    const char *path = cli_value(args, "recipe")->text;
    return lw_platform_may_write(path, &err) == LW_OK ? 0 : cli_fail(cli, path, &err);
}

void cli_recipe_add_level(struct cli_recipe *recipe, const struct lw_made_level *level) {
    char hex[33];
    lw_id128_text(level->id, hex);
    lw_buffer_puts(&recipe->ids, hex);
    lw_buffer_puts(&recipe->ids, level->solution);
}

void cli_recipe_add_generator(struct cli_recipe *recipe, const struct lw_game_kind *kind,
                              const struct lw_generator *generator) {
    for (size_t i = 0; i < recipe->n_methods; i++) {
        if (recipe->methods[i] == generator) {
            return;
        }
    }
    if (recipe->n_methods < CLI_RECIPE_MAX_GENERATORS) {
        recipe->kinds[recipe->n_methods] = kind->name;
        recipe->methods[recipe->n_methods++] = generator;
    }
}

/* Writing. */

static lw_status hash_file(struct cli *cli, const char *path, char hex[33],
                           struct lw_error *err) {
    struct lw_buffer text;
    lw_buffer_init(&text, cli->alloc);
    lw_status status = lw_platform_read_file(path, MAX_FILE, &text, err);
    if (status == LW_OK) {
        lw_id128_text(lw_hash128(lw_buffer_text(&text), text.len, 0), hex);
    }
    lw_buffer_free(&text);
    return status;
}

static lw_status put_input(struct cli *cli, struct lw_json_writer *json, const char *path,
                           struct lw_error *err) {
    char hex[33];
    lw_status status = hash_file(cli, path, hex, err);
    if (status == LW_OK) {
        lw_json_object(json, NULL);
        lw_json_text(json, "file", path);
        lw_json_text(json, "hash", hex);
        lw_json_object_end(json);
    }
    return status;
}

static lw_status put_inputs(struct cli *cli, const struct cli_args *args,
                            const struct cli_recipe *recipe, struct lw_json_writer *json,
                            struct lw_error *err) {
    lw_status status = LW_OK;
    lw_json_array(json, "inputs");
    if (recipe->method == NULL) {
        status = put_input(cli, json, recipe->game, err);
    }
    if (status == LW_OK && recipe->file != NULL) {
        status = put_input(cli, json, recipe->file, err);
    }
    for (size_t i = 0; i < args->n_options && status == LW_OK; i++) {
        if (args->values[i].set && !args->options[i].repeat &&
            names_file(args->options[i].name)) {
            status = put_input(cli, json, args->values[i].text, err);
        }
    }
    for (size_t i = 0; i < args->n_repeats && status == LW_OK; i++) {
        if (names_file(args->options[args->repeats[i].option].name)) {
            status = put_input(cli, json, args->repeats[i].text, err);
        }
    }
    lw_json_array_end(json);
    return status;
}

static void put_options(const struct cli_args *args, struct lw_json_writer *json,
                        struct lw_buffer *scratch) {
    lw_json_array(json, "options");
    for (size_t i = 0; i < args->n_options; i++) {
        const struct lw_option *option = &args->options[i];
        if (args->values[i].set && !option->repeat && !is_outside(option->name)) {
            lw_buffer_clear(scratch);
            lw_buffer_printf(scratch, "--%s=", option->name);
            lw_option_print(option, &args->values[i], scratch);
            lw_json_text(json, NULL, lw_buffer_text(scratch));
        }
    }
    for (size_t i = 0; i < args->n_repeats; i++) {
        const char *name = args->options[args->repeats[i].option].name;
        if (!is_outside(name)) {
            lw_buffer_clear(scratch);
            lw_buffer_printf(scratch, "--%s=%s", name, args->repeats[i].text);
            lw_json_text(json, NULL, lw_buffer_text(scratch));
        }
    }
    lw_json_array_end(json);
}

static void put_generators(const struct cli_recipe *recipe, struct lw_json_writer *json) {
    lw_json_array(json, "generators");
    for (size_t i = 0; i < recipe->n_methods; i++) {
        lw_json_object(json, NULL);
        lw_json_text(json, "game", recipe->kinds[i]);
        lw_json_text(json, "method", recipe->methods[i]->name);
        lw_json_uint(json, "version", lw_generator_version(recipe->methods[i]));
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
}

static lw_status write_recipe(struct cli *cli, const struct cli_args *args,
                              const struct cli_recipe *recipe, const char *hash,
                              struct lw_error *err) {
    struct lw_buffer out, scratch;
    struct lw_json_writer json;
    lw_buffer_init(&out, cli->alloc);
    lw_buffer_init(&scratch, cli->alloc);
    lw_json_begin(&json, &out);
    lw_json_object(&json, NULL);
    lw_json_uint(&json, "recipe", 1);
    lw_json_text(&json, "program", "levelwright " LW_VERSION);
    lw_json_uint(&json, "features", LW_FEATURES_VERSION);
    put_generators(recipe, &json);
    lw_json_text(&json, "game", recipe->game);
    if (recipe->method != NULL) {
        lw_json_text(&json, "method", recipe->method);
    }
    if (recipe->file != NULL) {
        lw_json_text(&json, "file", recipe->file);
    }
    lw_json_uint(&json, "seed", recipe->seed);
    if (recipe->method != NULL) {
        put_options(args, &json, &scratch);
    }
    lw_status status = put_inputs(cli, args, recipe, &json, err);
    lw_json_text(&json, "levels", hash);
    lw_json_object_end(&json);
    lw_buffer_putc(&out, '\n');
    if (status == LW_OK) {
        status = lw_buffer_ok(&out) && lw_buffer_ok(&scratch)
                     ? lw_platform_write_file(cli_value(args, "recipe")->text,
                                              lw_buffer_text(&out), out.len, err)
                     : lw_fail_memory(err);
    }
    lw_buffer_free(&scratch);
    lw_buffer_free(&out);
    return status;
}

int cli_recipe_finish(struct cli *cli, const struct cli_args *args,
                      const struct cli_recipe *recipe) {
    const char *expected = cli_value(args, "expect")->text;
    struct lw_error err = {.status = LW_OK};
    char hex[33];
    if (!lw_buffer_ok(&recipe->ids)) {
        (void)lw_fail_memory(&err);
        return cli_fail(cli, NULL, &err);
    }
    lw_id128_text(lw_hash128(lw_buffer_text(&recipe->ids), recipe->ids.len, 0), hex);
    if (expected != NULL && strcmp(expected, hex) != 0) {
        (void)lw_fail(&err, LW_BAD_INPUT, 0, 0,
                      "these are not the levels of the recipe, although every version "
                      "says that they should be: a fault, please report it");
        return cli_fail(cli, NULL, &err);
    }
    if (!cli_value(args, "recipe")->set) {
        return 0;
    }
    return write_recipe(cli, args, recipe, hex, &err) == LW_OK
               ? 0
               : cli_fail(cli, cli_value(args, "recipe")->text, &err);
}

/* Running. */

static lw_status read_recipe(struct cli *cli, const char *path, struct lw_arena *arena,
                             struct lw_json **out, struct lw_error *err) {
    struct lw_buffer text;
    lw_buffer_init(&text, cli->alloc);
    lw_status status = lw_platform_read_file(path, MAX_RECIPE, &text, err);
    if (status == LW_OK) {
        status = lw_json_read(arena, lw_buffer_text(&text), text.len, out, err);
    }
    lw_buffer_free(&text);
    return status;
}

bool cli_is_recipe(struct cli *cli, const char *path) {
    struct lw_arena arena;
    struct lw_json *root = NULL;
    lw_arena_init(&arena, cli->alloc);
    bool is = read_recipe(cli, path, &arena, &root, NULL) == LW_OK &&
              lw_json_get(root, "recipe") != NULL;
    lw_arena_free(&arena);
    return is;
}

static lw_status check_versions(const struct lw_json *root, struct lw_error *err) {
    const char *program = lw_json_text_or(root, "program", "an unknown version");
    const struct lw_json *list = lw_json_get(root, "generators");
    for (const struct lw_json *at = list == NULL ? NULL : list->first; at != NULL;
         at = at->next) {
        const struct lw_game_kind *kind =
            lw_game_kind_find(lw_json_text_or(at, "game", ""));
        const char *method = lw_json_text_or(at, "method", "");
        const struct lw_generator *generator =
            kind == NULL ? NULL : lw_generator_find(kind, method);
        double version = lw_json_number_or(at, "version", 0);
        if (generator == NULL || version != (double)lw_generator_version(generator)) {
            return lw_fail(err, LW_UNSUPPORTED, at->line, at->column,
                           "the recipe was made by %.60s with version %g of %.40s; this "
                           "is levelwright " LW_VERSION " with version %u, which makes "
                           "other levels",
                           program, version, method,
                           generator == NULL ? 0 : lw_generator_version(generator));
        }
    }
    if (lw_json_number_or(root, "features", 0) != LW_FEATURES_VERSION) {
        return lw_fail(err, LW_UNSUPPORTED, 0, 0,
                       "the recipe was made by %.60s, which measured levels otherwise: "
                       "version %g, and this is %d",
                       program, lw_json_number_or(root, "features", 0),
                       LW_FEATURES_VERSION);
    }
    return LW_OK;
}

static lw_status check_inputs(struct cli *cli, const struct lw_json *root,
                              struct lw_error *err) {
    const struct lw_json *list = lw_json_get(root, "inputs");
    for (const struct lw_json *at = list == NULL ? NULL : list->first; at != NULL;
         at = at->next) {
        const char *file = lw_json_text_or(at, "file", "");
        char hex[33];
        lw_status status = hash_file(cli, file, hex, err);
        if (status != LW_OK) {
            return status;
        }
        if (strcmp(hex, lw_json_text_or(at, "hash", "")) != 0) {
            return lw_fail(err, LW_BAD_INPUT, at->line, at->column,
                           "'%.100s' is not what it was when the recipe was made", file);
        }
    }
    return LW_OK;
}

struct words {
    char **list;
    size_t n, cap;
    struct lw_arena *arena;
    bool failed;
};

static void add_word(struct words *words, const char *fmt, ...) LW_PRINTF(2, 3);
static void add_word(struct words *words, const char *fmt, ...) {
    struct lw_buffer text;
    va_list args;
    lw_buffer_init(&text, words->arena->alloc);
    va_start(args, fmt);
    lw_buffer_vprintf(&text, fmt, args);
    va_end(args);
    char *copy = lw_arena_text(words->arena, lw_buffer_text(&text), text.len);
    lw_buffer_free(&text);
    if (copy == NULL || words->n == words->cap) {
        words->failed = true;
        return;
    }
    words->list[words->n++] = copy;
}

/* The recipe's own words, and those of this command line that say where levels go. */
static void list_words(struct words *words, const struct lw_json *root,
                       const struct cli_args *args) {
    static const char *const kept[] = {"threads", "to", "recipe"};
    const struct lw_json *options = lw_json_get(root, "options");
    const char *method = lw_json_text_or(root, "method", NULL),
               *file = lw_json_text_or(root, "file", NULL);
    add_word(words, "%s", lw_json_text_or(root, "game", ""));
    if (file != NULL) {
        add_word(words, "%s", file);
    }
    if (method != NULL) {
        add_word(words, "--method=%s", method);
    }
    add_word(words, "--seed=%.0f", lw_json_number_or(root, "seed", 0));
    add_word(words, "--expect=%s", lw_json_text_or(root, "levels", ""));
    for (const struct lw_json *at = options == NULL ? NULL : options->first; at != NULL;
         at = at->next) {
        add_word(words, "%s", at->type == LW_JSON_TEXT ? at->text : "");
    }
    for (size_t i = 0; i < args->n_repeats; i++) {
        if (strcmp(args->options[args->repeats[i].option].name, "output") == 0) {
            add_word(words, "--output=%s", args->repeats[i].text);
        }
    }
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        const struct lw_option_value *value = cli_value(args, kept[i]);
        if (value->given && strcmp(kept[i], "threads") == 0) {
            add_word(words, "--threads=%" PRId64, value->i);
        } else if (value->given) {
            add_word(words, "--%s=%s", kept[i], value->text);
        }
    }
    if (cli_value(args, "json")->flag) {
        add_word(words, "--json");
    }
}

static int run_words(struct cli *cli, const struct cli_command *command,
                     const struct words *words) {
    struct lw_error err = {.status = LW_OK};
    struct cli_parsed *parsed = lw_alloc_zero(cli->alloc, 1, sizeof *parsed);
    if (parsed == NULL) {
        (void)lw_fail_memory(&err);
        return cli_fail(cli, NULL, &err);
    }
    lw_status status =
        cli_parse(command, (int)words->n, words->list, cli->alloc, parsed, &err);
    int code =
        status == LW_OK ? command->run(cli, &parsed->args) : cli_fail(cli, NULL, &err);
    cli_parsed_free(parsed);
    lw_alloc_free(cli->alloc, parsed, sizeof *parsed);
    return code;
}

int cli_recipe_run(struct cli *cli, const struct cli_args *args,
                   const struct cli_command *command) {
    struct lw_error err = {.status = LW_OK};
    struct lw_arena arena;
    struct lw_json *root = NULL;
    const char *path = args->operands[0];
    const char *other = cli_given_beyond(args, "output|to|json|threads|recipe|colour");
    if (other != NULL) {
        return cli_usage(cli,
                         "--%s: the recipe says that; with a recipe only --output, --to, "
                         "--json, --threads and --recipe are taken",
                         other);
    }
    lw_arena_init(&arena, cli->alloc);
    lw_status status = read_recipe(cli, path, &arena, &root, &err);
    if (status == LW_OK) {
        status = check_versions(root, &err);
    }
    if (status == LW_OK) {
        status = check_inputs(cli, root, &err);
    }
    int code;
    if (status != LW_OK) {
        code = cli_fail(cli, path, &err);
    } else {
        char *list[CLI_MAX_OPTIONS + 64];
        struct words words = {
            .list = list, .cap = sizeof list / sizeof *list, .arena = &arena};
        list_words(&words, root, args);
        if (words.failed) {
            (void)lw_fail(&err, LW_BAD_INPUT, 0, 0, "the recipe has too many options");
            code = cli_fail(cli, path, &err);
        } else {
            code = run_words(cli, command, &words);
        }
    }
    lw_arena_free(&arena);
    return code;
}
