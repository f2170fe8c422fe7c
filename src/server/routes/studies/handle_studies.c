/* What anybody may ask of a study: what it is about, to enter it, to withdraw. */
#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include "http/quota.h"
#include "routes/handlers.h"
#include "routes/studies/study_replies.h"
#include "studies/pairs.h"
#include "studies/studies.h"

#define MINUTE_MS 60000
#define TRIES 3 /* a new version may come while somebody enters */

void study_day(struct exchange *exchange, char today[11]) {
    date_of_day(app_today(exchange->app), today);
}

/* A person is wanted: the study is open, approved, and has room. */
struct choosing {
    const struct study_held *held;
    char today[11];
    bool is_open;        /* else only trials enter, approved or not */
    bool is_trial;       /* takes nobody's place */
    const char *why_not; /* the code of the refusal */
};

static const char *const none_wanted[] = {[LW_STUDY_WANTS_MORE] = NULL,
                                          [LW_STUDY_HAS_ENOUGH] = "enough",
                                          [LW_STUDY_IS_FULL] = "full",
                                          [LW_STUDY_IS_OVER] = "over"};

static lw_status choose(void *ctx, const struct lw_store_cell_count *counts,
                        int64_t number, size_t *cell, struct lw_error *err) {
    struct choosing *choosing = ctx;
    const struct study_held *held = choosing->held;
    struct lw_study_cell_count taken[LW_STUDY_MAX_CELLS];
    struct lw_study_wanted wanted;
    char sentence[120];
    choosing->why_not = NULL;
    if (choosing->is_open &&
        studies_not_approved(held->frozen.study, choosing->today, sentence) != NULL) {
        choosing->why_not = "approval";
        return lw_fail(err, LW_FULL, 0, 0, "%s", sentence);
    }
    for (size_t i = 0; i < held->cells.n; i++) {
        taken[i] = (struct lw_study_cell_count){counts[i].inside, counts[i].completed};
    }
    lw_status status = lw_study_wants_more(held->frozen.study, taken, held->cells.n,
                                           choosing->today, &wanted, err);
    status = status == LW_FULL && choosing->is_trial ? LW_OK : status;
    if (status == LW_OK) {
        *cell =
            lw_study_assign(held->frozen.study, taken, held->cells.n, (uint64_t)number);
    }
    choosing->why_not = status == LW_FULL ? none_wanted[wanted.why_none] : NULL;
    return status;
}

/* Why nobody can enter the study, which is open, now; NULL: somebody can. */
static lw_status why_shut(struct exchange *exchange, struct lw_store *store,
                          const struct study_held *held, const char **why,
                          struct lw_error *err) {
    struct choosing choosing = {.held = held, .is_open = true};
    const struct lw_store_cells cells = {held->study, held->counts_from, held->version,
                                         held->cells.n,
                                         person_uncounted(held->frozen.study)};
    struct lw_store_cell_count *counts =
        lw_arena_zero(&exchange->arena, held->cells.n, sizeof *counts);
    struct lw_error no = {.status = LW_OK};
    size_t cell;
    *why = NULL;
    if (counts == NULL) {
        return lw_fail_memory(err);
    }
    study_day(exchange, choosing.today);
    lw_status status =
        lw_store_cell_counts(store, &cells, app_now_ms(exchange->app), counts, err);
    if (status == LW_OK && choose(&choosing, counts, 1, &cell, &no) != LW_OK) {
        *why = choosing.why_not;
    }
    return status;
}

static void put_about(struct lw_json_writer *json, const struct lw_study *study) {
    lw_json_object(json, "contact");
    if (study->contact != NULL) {
        lw_json_text(json, "name", study->contact->name);
        lw_json_text(json, "email", study->contact->email);
        lw_json_text(json, "institution", study->contact->institution);
    }
    lw_json_object_end(json);
    lw_json_object(json, "approval");
    if (study->approval != NULL) {
        lw_json_text(json, "board", study->approval->board);
        lw_json_text(json, "number", study->approval->number);
        lw_json_text(json, "from", study->approval->from);
        lw_json_text(json, "until", study->approval->until);
    }
    lw_json_object_end(json);
    lw_json_object(json, "device");
    lw_json_bool(json, "keyboard", study->device.keyboard);
    lw_json_bool(json, "headphones", study->device.headphones);
    lw_json_bool(json, "full_screen", study->device.full_screen);
    lw_json_bool(json, "phone", study->device.phone);
    lw_json_object_end(json);
}

/* In the language that was asked for when the study has it, else in its first. */
static const char *language_of(const struct lw_study *study, const char *wanted) {
    for (size_t i = 0; i < study->n_languages && wanted != NULL; i++) {
        if (strcmp(study->languages[i], wanted) == 0) {
            return study->languages[i];
        }
    }
    return study->languages[0];
}

/* What the study has the pages say in that language, by the pages' keys. */
static void put_interface(struct lw_json_writer *json,
                          const struct lw_study_interface *own) {
    if (own == NULL) {
        return;
    }
    lw_json_object(json, "interface");
    for (size_t i = 0; i < own->n_texts; i++) {
        lw_json_text(json, own->texts[i].name, own->texts[i].value);
    }
    lw_json_object_end(json);
}

static void reply_study(struct exchange *exchange, const struct lw_store_study *row,
                        const struct study_held *held, const char *shut) {
    const struct lw_study *study = held->frozen.study;
    const char *language = language_of(study, parameter_text(exchange, "language"));
    struct lw_json_writer json;
    reply_begin(exchange, 200, &json);
    lw_json_text(&json, "study", row->id);
    lw_json_text(&json, "title", lw_study_text_in(study, study->title, language));
    lw_json_text(&json, "summary", lw_study_text_in(study, study->summary, language));
    lw_json_array(&json, "languages");
    for (size_t i = 0; i < study->n_languages; i++) {
        lw_json_text(&json, NULL, study->languages[i]);
    }
    lw_json_array_end(&json);
    lw_json_text(&json, "language", language);
    put_interface(&json, lw_study_interface_find(study, language));
    lw_json_text(&json, "state", lw_study_state_name(row->state));
    lw_json_bool(&json, "wanted", shut == NULL);
    lw_json_text(&json, "shut", shut);
    if (study->minutes > 0) {
        lw_json_int(&json, "minutes", study->minutes);
    } else {
        lw_json_null(&json, "minutes");
    }
    put_about(&json, study);
    lw_json_text(&json, "panel_parameter",
                 study->panel == NULL ? NULL : study->panel->id_parameter);
    lw_json_text(&json, "hash", held->hash);
    lw_json_int(&json, "version", held->version);
    lw_json_text(&json, "retention_until", study->retention_until);
    lw_json_object_end(&json);
}

void handle_study_get(struct exchange *exchange) {
    struct app *app = exchange->app;
    struct lw_error err = {.status = LW_OK};
    struct lw_store_study row;
    struct study_held *held = NULL;
    const char *shut = NULL;
    struct lw_store *store = exchange_store(exchange);
    lw_status status =
        lw_store_study_get(store, exchange->ids[0], &exchange->arena, &row, &err);
    if (status == LW_OK) {
        status = studies_hold(app->studies, store, row.id, row.version, &held, &err);
    }
    if (status == LW_OK && row.state != LW_STUDY_STATE_OPEN) {
        shut = lw_study_state_name(row.state);
    } else if (status == LW_OK) {
        status = why_shut(exchange, store, held, &shut, &err);
    }
    exchange_give(exchange, store);
    if (status == LW_OK) {
        reply_study(exchange, &row, held, shut);
    } else {
        exchange_fail(exchange, status, &err, "id");
    }
    studies_release(app->studies, held);
}

/* Entering. */

struct entering {
    const char *language, *panel, *trial;
    bool simulated;
    struct choosing choosing;
    enum lw_study_state state; /* of the study, when somebody was refused */
    struct lw_store_entered entered;
};

static bool read_entering(struct exchange *exchange, struct entering *e) {
    const struct lw_json *body = exchange_json(exchange);
    return body != NULL &&
           fields_check(exchange, body, "language panel simulated trial") &&
           field_text(exchange, body, "language", true, 20, &e->language) &&
           field_text(exchange, body, "panel", false, 200, &e->panel) &&
           field_text(exchange, body, "trial", false, 40, &e->trial) &&
           field_bool(exchange, body, "simulated", &e->simulated);
}

/* Only whoever has the trial link may go through the study without being counted. */
static lw_status check_trial(struct exchange *exchange, struct lw_store *store,
                             struct entering *e, bool *is_refused, struct lw_error *err) {
    char key[LW_STORE_ID_SIZE];
    if (e->trial == NULL) {
        *is_refused = e->simulated &&
                      !field_refuse(exchange, "simulated",
                                    "Only people who come by the study's trial link are "
                                    "not counted; send that link's key as \"trial\".");
        return LW_OK;
    }
    lw_status status = lw_store_study_trial_key(store, exchange->ids[0], key, err);
    e->simulated = status == LW_OK && strlen(e->trial) == strlen(key) &&
                   sodium_memcmp(e->trial, key, strlen(key)) == 0;
    e->choosing.is_trial = e->simulated;
    if (status == LW_OK && !e->simulated) {
        *is_refused = !field_refuse(exchange, "trial",
                                    "This is not the key of the study's trial link; ask "
                                    "whoever runs the study for the link.");
    }
    return status;
}

/* Refuses what the store cannot know of. False with a problem in the response. */
static bool may_enter(struct exchange *exchange, const struct entering *e,
                      const struct lw_study *study) {
    if (strcmp(language_of(study, e->language), e->language) != 0) {
        return field_refuse(exchange, "language",
                            "The study does not have this language.");
    }
    if (e->panel != NULL && study->panel == NULL) {
        return field_refuse(exchange, "panel",
                            "No recruiting panel takes part in this study.");
    }
    return true;
}

static lw_status try_enter(struct exchange *exchange, struct lw_store *store,
                           struct entering *e, bool *is_refused, struct lw_error *err) {
    struct app *app = exchange->app;
    struct lw_store_study row;
    struct study_held *held = NULL;
    lw_status status =
        lw_store_study_get(store, exchange->ids[0], &exchange->arena, &row, err);
    if (status == LW_OK) {
        e->state = row.state;
        status = check_trial(exchange, store, e, is_refused, err);
    }
    if (status == LW_OK && !*is_refused) {
        status = studies_hold(app->studies, store, row.id, row.version, &held, err);
    }
    if (status == LW_OK && !*is_refused) {
        e->choosing.held = held;
        e->choosing.is_open = row.state == LW_STUDY_STATE_OPEN;
        const struct lw_study *study = held->frozen.study;
        struct lw_store_entering entering = {
            .study = row.id,
            .language = e->language,
            .panel = e->panel,
            .version = row.version,
            .counts_from = held->counts_from,
            .n_cells = held->cells.n,
            .simulated = e->simulated,
            .keep_ms = study->assignment.lease_minutes * MINUTE_MS,
            .now_ms = app_now_ms(app),
            .leave_out = person_uncounted(study),
            .choose = choose,
            .ctx = &e->choosing,
        };
        *is_refused = !may_enter(exchange, e, study);
        if (!*is_refused) {
            status = lw_store_person_enter(store, &entering, &exchange->arena,
                                           &e->entered, err);
        }
    }
    studies_release(app->studies, held);
    return status;
}

static void refuse_entry(struct exchange *exchange, lw_status status,
                         const struct entering *e, struct lw_error *err) {
    if (status == LW_FULL && e->choosing.why_not != NULL) {
        http_problem(&exchange->response, 409, e->choosing.why_not, NULL,
                     "No more people can take part at the moment: %s.", err->text);
    } else if (status == LW_EXISTS) {
        bool paused = e->state == LW_STUDY_STATE_PAUSED;
        http_problem(&exchange->response, 409, paused ? "paused" : "closed", NULL, "%s",
                     paused ? "The study is paused; nobody can enter it now. Try again "
                              "later."
                            : "The study is closed; nobody can enter it any more.");
    } else {
        exchange_fail(exchange, status, err, "id");
    }
}

void handle_study_enter(struct exchange *exchange) {
    struct lw_error err = {.status = LW_OK};
    struct lw_json_writer json;
    struct entering e = {.language = NULL};
    bool is_refused = false;
    lw_status status = LW_BUSY;
    if (!read_entering(exchange, &e) || !quota_take(exchange, QUOTA_NEW_PLAYER_BYTES)) {
        return;
    }
    study_day(exchange, e.choosing.today);
    struct lw_store *store = exchange_store(exchange);
    for (int i = 0; i < TRIES && status == LW_BUSY && !is_refused; i++) {
        status = try_enter(exchange, store, &e, &is_refused, &err);
    }
    exchange_give(exchange, store);
    if (is_refused) {
        return;
    }
    if (status != LW_OK) {
        refuse_entry(exchange, status, &e, &err);
        return;
    }
    reply_begin(exchange, 201, &json);
    lw_json_text(&json, "key", e.entered.key);
    lw_json_text(&json, "code", e.entered.code[0] == '\0' ? NULL : e.entered.code);
    lw_json_int(&json, "number", e.entered.person.number);
    lw_json_bool(&json, "is_back", e.entered.is_back);
    lw_json_text(&json, "state", lw_person_state_name(e.entered.person.state));
    lw_json_object_end(&json);
}

/* Withdrawing. */

void study_completion_json(struct lw_json_writer *json, const struct lw_study *study,
                           const char *code, struct lw_arena *arena) {
    const char *to = study->panel == NULL ? NULL : study->panel->return_to;
    const char *at = to == NULL ? NULL : strstr(to, "{code}");
    if (code == NULL) {
        lw_json_null(json, "completion");
        return;
    }
    lw_json_object(json, "completion");
    lw_json_text(json, "code", code);
    size_t room = (to == NULL ? 0 : strlen(to)) + strlen(code) + 1;
    char *url = at == NULL ? NULL : lw_arena_get(arena, room);
    if (url != NULL) {
        (void)snprintf(url, room, "%.*s%s%s", (int)(at - to), to, code, at + 6);
    }
    lw_json_text(json, "url", url);
    lw_json_object_end(json);
}

static void reply_withdrawn(struct exchange *exchange, const struct study_held *held) {
    const struct lw_study *study = held == NULL ? NULL : held->frozen.study;
    const char *code =
        study == NULL || study->panel == NULL ? NULL : study->panel->withdrawn;
    struct lw_json_writer json;
    if (code == NULL) {
        exchange->response.status = 204;
        return;
    }
    reply_begin(exchange, 200, &json);
    study_completion_json(&json, study, code, &exchange->arena);
    lw_json_object_end(&json);
}

void handle_study_withdraw(struct exchange *exchange) {
    struct app *app = exchange->app;
    struct lw_error err = {.status = LW_OK};
    struct lw_error none = {.status = LW_OK};
    struct study_held *held = NULL;
    const char *code = NULL;
    const struct lw_json *body = exchange_json(exchange);
    if (body == NULL || !fields_check(exchange, body, "code") ||
        !field_text(exchange, body, "code", true, 100, &code) ||
        !budget_reserve_answer(exchange, BUDGET_SHORT_ANSWER + STUDY_COMPLETION_BYTES)) {
        return;
    }
    struct lw_store *store = exchange_store(exchange);
    lw_status status =
        lw_store_person_withdraw(store, exchange->ids[0], code, app_now_ms(app), &err);
    if (status == LW_OK) {
        pairs_forget(app->studies, exchange->ids[0]);
        if (studies_hold(app->studies, store, exchange->ids[0], 0, &held, &none) !=
            LW_OK) {
            held = NULL;
        }
    }
    exchange_give(exchange, store);
    if (status == LW_OK) {
        reply_withdrawn(exchange, held);
    } else if (status == LW_EXISTS) {
        http_problem(&exchange->response, 409, "closed", NULL,
                     "The study is closed: its data is no longer linked to anybody, so "
                     "no one person's part of it can be found and deleted.");
    } else {
        exchange_fail(exchange, status, &err, "/code");
    }
    studies_release(app->studies, held);
}
