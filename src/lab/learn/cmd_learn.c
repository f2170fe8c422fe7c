/* learn: a new version of the difficulty model from what people did and said. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "learn/learn.h"
#include "lw/base/hash.h"
#include "lw/base/json_value.h"
#include "lw/command/lab.h"
#include "lw/platform.h"
#include "table/same_level.h"

static const struct lw_option options[] = {
    {.name = "game",
     .type = LW_OPTION_TEXT,
     .fallback = "sokoban",
     .value_name = "KIND",
     .help = "kind of game"},
    {.name = "use",
     .type = LW_OPTION_TEXT,
     .value_name = "VERSION",
     .help = "rate levels by this version from now on; 'shipped' is the model that comes "
             "with the program"},
    {.name = "back",
     .type = LW_OPTION_FLAG,
     .help = "go back to the version that was in use before"},
    {.name = "add",
     .type = LW_OPTION_TEXT,
     .value_name = "FILE.json",
     .help = "offer a model file as a version, e.g. one of 'fit', without comparing it"},
    {.name = "list",
     .type = LW_OPTION_FLAG,
     .help = "list the versions and their figures"},
    {.name = "simulated",
     .type = LW_OPTION_FLAG,
     .help = "learn from simulated players, too; the version is marked"},
    {.name = "try",
     .type = LW_OPTION_FLAG,
     .help = "compare only; store nothing but features that were measured"},
    {.name = "nodes",
     .type = LW_OPTION_INT,
     .min = 1,
     .max = 9e18,
     .fallback = "60000",
     .help = "node limit for measuring a level whose features are not stored"},
    {.name = "time",
     .letter = 't',
     .type = LW_OPTION_TIME,
     .fallback = "20s",
     .help = "time limit for measuring one level"},
    {.name = "require-sandbox",
     .type = LW_OPTION_FLAG,
     .help = "do not measure levels where the system lacks a layer of the workers' "
             "sandbox"},
    {.name = "seed",
     .type = LW_OPTION_INT,
     .fallback = "1",
     .max = 9e15,
     .help = "seed of the halves of the players and of the resampling"},
    CLI_DATABASE_OPTIONS,
    {.name = "json", .type = LW_OPTION_FLAG, .help = "one JSON object per line"},
};

/* Versions. */

static void put_date(int64_t ms, char out[20]) {
    time_t seconds = (time_t)(ms / 1000);
    struct tm tm;
    out[0] = '\0';
    if (gmtime_r(&seconds, &tm) != NULL) {
        (void)strftime(out, 20, "%Y-%m-%d %H:%M", &tm);
    }
}

static void print_json(struct learn *learn, struct lw_buffer *line) {
    if (lw_buffer_ok(line)) {
        (void)fprintf(learn->cli->out, "%s\n", lw_buffer_text(line));
    }
}

static void list_one(struct learn *learn, const struct lw_store_model *model) {
    if (cli_value(learn->args, "json")->flag) {
        struct lw_buffer line;
        struct lw_json_writer json;
        lw_buffer_init(&line, learn->cli->alloc);
        lw_json_begin(&json, &line);
        lw_store_model_json(model, &json);
        print_json(learn, &line);
        lw_buffer_free(&line);
        return;
    }
    struct lw_json *figures = NULL;
    struct lw_error err;
    char date[20];
    double rho_new = NAN, rho_old = NAN;
    if (lw_json_read(&learn->arena, model->figures, strlen(model->figures), &figures,
                     &err) == LW_OK) {
        rho_new = lw_json_number_or(figures, "rho_new", NAN);
        rho_old = lw_json_number_or(figures, "rho_old", NAN);
    }
    put_date(model->made_ms, date);
    (void)fprintf(learn->cli->out, "%7lld  %-12s %-8s %s", (long long)model->version,
                  model->game, lw_store_model_state_name(model->state), date);
    fit_put_number(learn->cli->out, 8, rho_new);
    fit_put_number(learn->cli->out, 8, rho_old);
    (void)fprintf(learn->cli->out, "%s%s\n", model->simulated ? "  simulated" : "",
                  model->unreadable ? "  cannot be read; rated by what ships" : "");
}

static lw_status list(struct learn *learn, struct lw_error *err) {
    struct lw_store_model_list models;
    const struct lw_option_value *game = cli_value(learn->args, "game");
    lw_status status = lw_store_model_list(learn->store, game->given ? game->text : NULL,
                                           &learn->arena, &models, err);
    if (status != LW_OK) {
        return status;
    }
    if (!cli_value(learn->args, "json")->flag) {
        (void)fprintf(learn->cli->out, "%7s  %-12s %-8s %-16s %7s %7s\n", "version",
                      "game", "state", "made (UTC)", "rho", "before");
    }
    for (size_t i = 0; i < models.n; i++) {
        list_one(learn, &models.models[i]);
    }
    return LW_OK;
}

static void tell_use(struct learn *learn, const char *game, int64_t version) {
    if (cli_value(learn->args, "json")->flag) {
        struct lw_buffer line;
        struct lw_json_writer json;
        lw_buffer_init(&line, learn->cli->alloc);
        lw_json_begin(&json, &line);
        lw_json_object(&json, NULL);
        lw_json_text(&json, "game", game);
        lw_json_int(&json, "in_use", version);
        lw_json_object_end(&json);
        print_json(learn, &line);
        lw_buffer_free(&line);
    } else if (version == 0) {
        (void)fprintf(learn->cli->out, "%s is rated by what ships with the program\n",
                      game);
    } else {
        (void)fprintf(learn->cli->out, "%s is rated by version %lld\n", game,
                      (long long)version);
    }
}

static lw_status use(struct learn *learn, const char *text, struct lw_error *err) {
    struct lw_store_model model = {.game = learn->kind->name};
    bool shipped = strcmp(text, "shipped") == 0;
    char *end;
    int64_t version = shipped ? 0 : strtoll(text, &end, 10);
    if (!shipped && (*text == '\0' || *end != '\0' || version < 1)) {
        return lw_fail(err, LW_USAGE, 0, 0,
                       "--use %.20s: the number of a version is expected, or 'shipped'; "
                       "--list shows them",
                       text);
    }
    lw_status status =
        shipped ? LW_OK
                : lw_store_model_get(learn->store, version, &learn->arena, &model, err);
    if (status == LW_OK) {
        status = lw_store_model_use(learn->store, model.game, version, cli_now_ms(), err);
    }
    if (status == LW_OK) {
        tell_use(learn, model.game, version);
    }
    return status;
}

/* Answers that come later are new to it, as far as anyone here knows. */
static lw_status add(struct learn *learn, const char *path, struct lw_error *err) {
    struct lw_store_model model = {
        .made_ms = cli_now_ms(), .data_ms = cli_now_ms(), .figures = "{}"};
    struct lw_buffer text;
    struct lw_model read;
    char hash[33];
    lw_buffer_init(&text, learn->cli->alloc);
    lw_status status = lw_platform_read_file(path, LW_STORE_MODEL_BYTES, &text, err);
    if (status == LW_OK) {
        status =
            lw_model_read(learn->cli->alloc, lw_buffer_text(&text), text.len, &read, err);
    }
    if (status == LW_OK) {
        lw_id128_text(lw_hash128(lw_buffer_text(&text), text.len, 0), hash);
        model.game = read.game;
        model.data_hash = hash;
        model.text = lw_buffer_text(&text);
        status = lw_store_model_put(learn->store, &model, err);
        if (status == LW_OK && !cli_value(learn->args, "json")->flag) {
            (void)fprintf(learn->cli->out, "offered as version %lld of %s\n",
                          (long long)model.version, model.game);
        }
        lw_model_free(&read);
    }
    lw_buffer_free(&text);
    return status;
}

static lw_status back(struct learn *learn, struct lw_error *err) {
    int64_t version;
    lw_status status =
        lw_store_model_back(learn->store, learn->kind->name, &version, err);
    if (status == LW_OK) {
        tell_use(learn, learn->kind->name, version);
    }
    return status;
}

/* Learning. */

/* The model on everything; its text into out. */
static lw_status learn_model(const struct learn *learn, struct lw_buffer *out,
                             struct lw_error *err) {
    const struct learn_choice all = {.half = LEARN_ALL};
    struct learn_part part;
    struct lw_judged judged = {.prediction = NULL};
    struct lw_model model;
    lw_status status = learn_part_make(learn, &all, &part, err);
    if (status == LW_OK) {
        status = learn_part_judge(learn, &part, &judged, err);
    }
    if (status == LW_OK) {
        const struct fit_task task = learn_task(learn, &part);
        const struct lw_model_request request = {
            .judged = &judged,
            .game = learn->kind->name,
            .target = "difficulty from all evidence",
            .source = learn->studies.n_people == 0 ? "plays and answers in this "
                                                     "studio"
                                                   : "plays and answers in this "
                                                     "studio and its studies"};
        status = fit_model_make(&task, FIT_JOINT, &request, &model, err);
        if (status == LW_OK) {
            lw_model_write(&model, out);
            lw_model_free(&model);
            status = lw_buffer_ok(out) ? LW_OK : lw_fail_memory(err);
        }
    }
    if (judged.prediction != NULL) {
        lw_judged_free(&judged);
    }
    learn_part_free(&part);
    return status;
}

static void put_figures(const struct learn *learn, const struct learn_comparison *c,
                        struct lw_json_writer *json) {
    lw_json_uint(json, "levels", learn->n_levels - learn->n_unmeasured);
    lw_json_uint(json, "compared", c->n_levels);
    lw_json_uint(json, "sources", learn->n_real_sources);
    lw_json_uint(json, "players", learn->n_players);
    lw_json_uint(json, "plays", learn->gathered.n_plays);
    lw_json_uint(json, "ratings", learn->gathered.n_opinions);
    lw_json_uint(json, "choices", learn->gathered.n_choices);
    lw_json_uint(json, "studies", learn->studies.n_studies);
    lw_json_uint(json, "study_people", learn->studies.n_people);
    lw_json_uint(json, "simulated_rows", learn->gathered.n_simulated);
    lw_json_real(json, "rho_new", c->rho_new);
    lw_json_real(json, "rho_old", c->rho_old);
    lw_json_real(json, "difference", c->difference);
    lw_json_real(json, "error", c->error);
    lw_json_text(json, "resampled", c->by_source ? "sources" : "levels");
    lw_json_uint(json, "compared_with", learn->rater.version);
    lw_json_uint(json, "seed", learn->seed);
}

static lw_status offer(struct learn *learn, const struct learn_comparison *c,
                       int64_t *version, struct lw_error *err) {
    struct lw_buffer text, figures;
    struct lw_json_writer json;
    char hash[33];
    struct lw_store_model model = {.game = learn->kind->name,
                                   .made_ms = cli_now_ms(),
                                   .data_hash = hash,
                                   .simulated =
                                       learn->gathered.n_simulated > 0 &&
                                       cli_value(learn->args, "simulated")->flag};
    lw_buffer_init(&text, learn->cli->alloc);
    lw_buffer_init(&figures, learn->cli->alloc);
    lw_json_begin(&json, &figures);
    lw_json_object(&json, NULL);
    put_figures(learn, c, &json);
    lw_json_object_end(&json);
    lw_status status = learn_hash(learn, hash, &model.data_ms, err);
    if (status == LW_OK) {
        status = learn_model(learn, &text, err);
    }
    if (status == LW_OK && !lw_buffer_ok(&figures)) {
        status = lw_fail_memory(err);
    }
    if (status == LW_OK) {
        model.text = lw_buffer_text(&text);
        model.figures = lw_buffer_text(&figures);
        status = lw_store_model_put(learn->store, &model, err);
        *version = model.version;
    }
    lw_buffer_free(&text);
    lw_buffer_free(&figures);
    return status;
}

static void tell_json(struct learn *learn, const struct learn_comparison *c,
                      int64_t version) {
    struct lw_buffer line;
    struct lw_json_writer json;
    lw_buffer_init(&line, learn->cli->alloc);
    lw_json_begin(&json, &line);
    lw_json_object(&json, NULL);
    lw_json_text(&json, "game", learn->kind->name);
    lw_json_bool(&json, "better", c->better);
    lw_json_bool(&json, "offered", version != 0);
    if (version != 0) {
        lw_json_int(&json, "version", version);
    }
    lw_json_text(&json, "why", c->better ? NULL : c->why);
    put_figures(learn, c, &json);
    lw_json_object_end(&json);
    print_json(learn, &line);
    lw_buffer_free(&line);
}

static void tell(struct learn *learn, const struct learn_comparison *c, int64_t version) {
    FILE *out = learn->cli->out;
    const struct lw_store_gathered *all = &learn->gathered;
    if (cli_value(learn->args, "json")->flag) {
        tell_json(learn, c, version);
        return;
    }
    (void)fprintf(out,
                  "%s: %zu plays, %zu ratings and %zu comparisons of %zu levels from %zu "
                  "sources by %zu players\n",
                  learn->kind->title, all->n_plays, all->n_opinions, all->n_choices,
                  learn->n_levels - learn->n_unmeasured, learn->n_real_sources,
                  learn->n_players);
    if (learn->studies.n_people > 0) {
        (void)fprintf(out, "%zu of the players took part in %zu %s\n",
                      learn->studies.n_people, learn->studies.n_studies,
                      learn->studies.n_studies == 1 ? "study" : "studies");
    }
    (void)fprintf(out,
                  "rank correlation with answers that neither has seen (%zu levels):\n",
                  c->n_levels);
    if (learn->rater.version == 0) {
        (void)fprintf(out, "  in use (%s) %7.3f\n",
                      learn->rater.calibrated ? "shipped" : "plain scale", c->rho_old);
    } else {
        (void)fprintf(out, "  in use (version %u) %7.3f\n", learn->rater.version,
                      c->rho_old);
    }
    (void)fprintf(out,
                  "  new %.3f; difference %+.3f, standard error %.3f (resampling %s, "
                  "seed %llu)\n",
                  c->rho_new, c->difference, c->error,
                  c->by_source ? "sources" : "levels", (unsigned long long)learn->seed);
    if (!c->better) {
        (void)fprintf(out, "not offered: %s\n", c->why);
    } else if (version == 0) {
        (void)fputs("it would be offered\n", out);
    } else {
        (void)fprintf(out,
                      "offered as version %lld; levelwright learn --use %lld takes it\n",
                      (long long)version, (long long)version);
    }
}

/* Of what came later the model in use knows nothing. The version is the one that scored
 * the levels: another may have been taken into use while they were measured. */
static lw_status find_since(struct learn *learn, struct lw_error *err) {
    struct lw_store_model model = {.data_ms = 0};
    lw_status status = LW_OK;
    if (learn->rater.version != 0) {
        status = lw_store_model_get(learn->store, learn->rater.version, &learn->arena,
                                    &model, err);
    }
    learn->since_ms = model.data_ms;
    return status;
}

/* On the way, what will not be learned from and why. */
static void tell_left_out(const struct learn *learn) {
    FILE *out = learn->cli->err;
    const struct learn_studies *studies = &learn->studies;
    if (learn->gathered.n_simulated > 0 && !cli_value(learn->args, "simulated")->flag) {
        (void)fprintf(out,
                      "levelwright learn: %zu rows of simulated players are left out\n",
                      learn->gathered.n_simulated);
    }
    if (studies->n_not_allowed > 0) {
        (void)fprintf(out,
                      "levelwright learn: %zu people of studies have not allowed this "
                      "and are left out\n",
                      studies->n_not_allowed);
    }
    if (studies->n_excluded > 0) {
        (void)fprintf(out,
                      "levelwright learn: %zu people are left out by the rules of their "
                      "studies\n",
                      studies->n_excluded);
    }
    if (studies->n_unread > 0) {
        (void)fprintf(out,
                      "levelwright learn: %zu versions or logs of studies cannot be read "
                      "by this program and are left out\n",
                      studies->n_unread);
    }
    if (learn->n_unmeasured > 0) {
        (void)fprintf(out,
                      "levelwright learn: %zu levels could not be measured and are left "
                      "out\n",
                      learn->n_unmeasured);
    }
    same_level_report(learn->cli, 0, learn->n_near);
}

static lw_status learn_now(struct learn *learn, bool *better, struct lw_error *err) {
    struct learn_comparison comparison;
    int64_t version = 0;
    lw_status status = learn_gather(learn, err);
    if (status == LW_OK) {
        status = learn_levels(learn, err);
    }
    if (status == LW_OK) {
        status = find_since(learn, err);
    }
    if (status != LW_OK) {
        return status;
    }
    tell_left_out(learn);
    struct cli_progress *progress = cli_progress_begin(learn->cli, "comparing");
    status = learn_compare(learn, &comparison, err);
    if (status == LW_OK && comparison.better && !cli_value(learn->args, "try")->flag) {
        status = offer(learn, &comparison, &version, err);
    }
    cli_progress_end(progress);
    if (status == LW_OK) {
        *better = comparison.better;
        tell(learn, &comparison, version);
    }
    return status;
}

/* For programs that read only what is printed. */
static void tell_failure(struct learn *learn, lw_status status,
                         const struct lw_error *err) {
    struct lw_buffer line;
    struct lw_json_writer json;
    if (!cli_value(learn->args, "json")->flag) {
        return;
    }
    lw_buffer_init(&line, learn->cli->alloc);
    lw_json_begin(&json, &line);
    lw_json_object(&json, NULL);
    lw_json_text(&json, "error", lw_status_name(status));
    lw_json_text(&json, "message", err->text);
    lw_json_object_end(&json);
    print_json(learn, &line);
    lw_buffer_free(&line);
}

static int run_with(struct learn *learn) {
    const struct cli_args *args = learn->args;
    const struct lw_option_value *version = cli_value(args, "use");
    struct lw_error err = {.text = ""};
    bool better = true;
    lw_status status = cli_database_open(learn->cli, args, false, &learn->store, &err);
    if (status != LW_OK) {
        return cli_fail(learn->cli, NULL, &err);
    }
    if (cli_value(args, "list")->flag) {
        status = list(learn, &err);
    } else if (version->set) {
        status = use(learn, version->text, &err);
    } else if (cli_value(args, "add")->set) {
        status = add(learn, cli_value(args, "add")->text, &err);
    } else if (cli_value(args, "back")->flag) {
        status = back(learn, &err);
    } else {
        status = learn_now(learn, &better, &err);
    }
    if (status != LW_OK) {
        tell_failure(learn, status, &err);
        return cli_fail(learn->cli, NULL, &err);
    }
    return better ? 0 : lw_status_exit_code(LW_LIMIT);
}

static int run(struct cli *cli, const struct cli_args *args) {
    const char *name = cli_value(args, "game")->text;
    struct learn learn = {.cli = cli,
                          .args = args,
                          .kind = lw_game_kind_find(name),
                          .seed = (uint64_t)cli_value(args, "seed")->i};
    int n_asked = cli_value(args, "list")->flag + cli_value(args, "back")->flag +
                  cli_value(args, "use")->set + cli_value(args, "add")->set;
    if (learn.kind == NULL) {
        return cli_usage(cli, "--game %.40s: there is no such game", name);
    }
    if (learn.kind->features == NULL) {
        return cli_usage(cli, "%s has no features to learn from", learn.kind->title);
    }
    if (n_asked > 1) {
        return cli_usage(cli, "only one of --use, --back, --add and --list can be given");
    }
    lw_arena_init(&learn.arena, cli->alloc);
    int code = run_with(&learn);
    learn_free(&learn);
    lw_store_close(learn.store);
    return code;
}

const struct cli_command cli_cmd_learn = {
    .name = "learn",
    .summary = cli_lab_summary_learn,
    .operands = "",
    .description =
        "Takes what players of the studio, and those people of its studies who allowed "
        "it, did and said (plays with their wins, times, "
        "undos and restarts, ratings, and which of two levels was harder), fits the "
        "joint "
        "model of 'fit' to it, and compares it with the model in use. Both are judged by "
        "answers that neither has seen: players are halved, a fit to one half is judged "
        "by the other, each level is predicted by a fit without its collection or "
        "generator, and only answers that came after the model in use was learned "
        "count. The new model is stored as an offered version if its rank correlation is "
        "larger by more than 1.645 standard errors, which come from resampling "
        "sources (levels where there are fewer than ten sources); otherwise the reason "
        "is "
        "printed, and the exit code is 3.\n\nA version is used only after --use; --back "
        "goes back. The server, and 'rate' and 'generate' with --db, take the version in "
        "use at once. What simulated players did is left out without --simulated. "
        "Features that the store does not have are measured and stored; Ctrl-C stops it "
        "and keeps those.",
    .examples = "levelwright learn --db studio.db\n"
                "    learn from the plays in this studio, and compare\n"
                "levelwright learn --db studio.db --list\n"
                "    versions, which is in use, and how well each ranks levels\n"
                "levelwright learn --db studio.db --use 3\n"
                "    rate by version 3 from now on\n"
                "levelwright learn --db studio.db --back\n"
                "    go back to what was in use before\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
