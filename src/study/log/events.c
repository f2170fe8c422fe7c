/* The table of events, and reading one. */
#include "lw/study/events.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lw/base/json_value.h"

#define P(type) (1u << LW_STUDY_##type)
#define FIELDS(table) (table), sizeof(table) / sizeof(table)[0]
#define MS_MAX 1e10
#define NUMBER(name, unit, about)                                                        \
    { name, LW_STUDY_FIELD_NUMBER, true, 0, MS_MAX, NULL, unit, about }
#define WHOLE(name, about)                                                               \
    { name, LW_STUDY_FIELD_WHOLE, true, 0, 1e9, NULL, NULL, about }
#define FLAG(name, about)                                                                \
    { name, LW_STUDY_FIELD_FLAG, true, 0, 0, NULL, NULL, about }
#define WORD(name, choices, about)                                                       \
    { name, LW_STUDY_FIELD_WORD, true, 0, 0, choices, NULL, about }
#define LEVEL(name, about)                                                               \
    { name, LW_STUDY_FIELD_LEVEL, true, 0, 0, NULL, NULL, about }
#define TEXT(name, bytes, about)                                                         \
    { name, LW_STUDY_FIELD_TEXT, true, 0, bytes, NULL, NULL, about }
#define MAYBE_NUMBER(name, unit, about)                                                  \
    { name, LW_STUDY_FIELD_NUMBER, false, 0, MS_MAX, NULL, unit, about }
#define MAYBE_WHOLE(name, about)                                                         \
    { name, LW_STUDY_FIELD_WHOLE, false, 0, 1e9, NULL, NULL, about }
#define MAYBE_FLAG(name, about)                                                          \
    { name, LW_STUDY_FIELD_FLAG, false, 0, 0, NULL, NULL, about }

static const struct lw_study_field consent_fields[] = {
    WORD("answer", "yes|no", "what the person said"),
    TEXT("version", 40, "of the text that was shown"),
    FLAG("of_age", "confirmed the least age"),
    {"statements", LW_STUDY_FIELD_NAMES, true, 0, 50, NULL, NULL, "ids that were ticked"},
    {"special", LW_STUDY_FIELD_NAMES, true, 0, 20, NULL, NULL,
     "special categories that were allowed"},
    TEXT("language", 20, "in which it was read"),
};
static const struct lw_study_field device_fields[] = {
    WHOLE("width", "of the window in CSS pixels"),
    WHOLE("height", "of the window"),
    NUMBER("pixel_ratio", NULL, "device pixels in a CSS pixel"),
    FLAG("touch", "the main pointer is a finger"),
    FLAG("isolated", "cross-origin isolated: times are exact to 0.1 ms or better"),
    NUMBER("timer_ms", "ms", "smallest step of the clock that was seen"),
    MAYBE_FLAG("bluetooth_warned", "the warning about Bluetooth was read"),
    MAYBE_NUMBER("pixels_per_cm", NULL,
                 "CSS pixels in a centimetre, by a card that was held to the screen"),
};
static const struct lw_study_field end_fields[] = {
    WORD("reason", "done|time|stopped|failed",
         "all of it; its minutes were over; the person stopped; a check was not passed "
         "or sound was not available"),
};
static const struct lw_study_field page_fields[] = {WHOLE("page", "number, from 0")};
static const struct lw_study_field visible_fields[] = {
    FLAG("visible", "the page is seen")};
static const struct lw_study_field focus_fields[] = {
    FLAG("focused", "keys go to the page")};
static const struct lw_study_field screen_fields[] = {FLAG("on", "full screen")};
static const struct lw_study_field frame_fields[] = {
    NUMBER("frame_ms", "ms", "median time of a frame since the last such event"),
    NUMBER("longest_ms", "ms", "longest frame since then"),
    WHOLE("frames", "how many"),
};
static const struct lw_study_field resume_fields[] = {
    WORD("after", "reload|network|return", "what had happened"),
    MAYBE_NUMBER("away_ms", "ms", "how long, if it is known"),
};
static const struct lw_study_field lost_fields[] = {
    WHOLE("events", "how many the server would not take")};
static const struct lw_study_field start_fields[] = {LEVEL("level", "that is begun")};
static const struct lw_study_field moves_fields[] = {
    LEVEL("level", "that is played"),
    TEXT("moves", 4000, "in the game's move text, since the last such event"),
    {"times", LW_STUDY_FIELD_TEXT, false, 0, 20000, NULL, "ms",
     "when, one number for each move, parted by blanks, on the clock of t"},
};
static const struct lw_study_field undo_fields[] = {
    LEVEL("level", "that is played"),
    WHOLE("moves", "taken back"),
};
static const struct lw_study_field restart_fields[] = {
    LEVEL("level", "that is begun again"),
    WHOLE("moves", "made until then"),
    MAYBE_WHOLE("pushes", "made until then"),
};
static const struct lw_study_field level_end_fields[] = {
    LEVEL("level", "that was played"),
    WORD("outcome", "solved|gave-up|left|time|unwinnable",
         "how it ended; left: the person may come back"),
    WHOLE("moves", "made since the level was begun, restarts included"),
    MAYBE_WHOLE("pushes", "the same"),
    WHOLE("undos", "moves taken back"),
    WHOLE("restarts", "how often it was begun again"),
    NUMBER("play_ms", "ms",
           "from level-start, less the time in which the page was hidden"),
    {"solution", LW_STUDY_FIELD_TEXT, false, 0, 20000, NULL, NULL,
     "the moves that won, when it was solved"},
};
static const struct lw_study_field answer_fields[] = {
    TEXT("question", 40, "its id"),
    {"value", LW_STUDY_FIELD_VALUE, true, 0, 0, NULL, NULL,
     "a number, an option's id, a list of ids, a text; null when it was left out"},
    NUMBER("reaction_ms", "ms", "from the question to the answer"),
};
static const struct lw_study_field prompt_fields[] = {
    WHOLE("prompt", "number in the phase, from 0"),
    WORD("word", "high|low", "that was said"),
    WORD("voice", "high|low", "in which voice"),
    NUMBER("audio_s", "s", "onset on the audio clock"),
    NUMBER("output_ms", "ms",
           "onset at the loudspeaker on the clock of t, by the pairs of the last 20 s"),
    NUMBER("latency_ms", "ms", "output latency that the browser states"),
    NUMBER("pair_audio_s", "s", "audio clock of the pair of clocks read with this word"),
    NUMBER("pair_ms", "ms", "clock of t of that pair"),
    FLAG("visible", "the page was seen"),
    FLAG("focused", "keys went to the page"),
    NUMBER("frame_ms", "ms", "median time of a frame since the prompt before"),
};
static const struct lw_study_field prompt_answer_fields[] = {
    WHOLE("prompt", "that was answered"),
    WORD("answer", "high|low", "the pitch that was heard"),
    TEXT("key", 20, "KeyboardEvent.code"),
    NUMBER("reaction_ms", "ms", "from output_ms to the key's own time stamp"),
    WHOLE("number", "1 for the first answer to this prompt; only that one counts"),
};
static const struct lw_study_field attention_fields[] = {
    WORD("answer", "left|right|none", "which way the middle arrow was said to point"),
    MAYBE_NUMBER("reaction_ms", "ms",
                 "from the arrows' frame to the key's own time stamp"),
    NUMBER("fixation_ms", "ms", "first fixation, by the frames' times"),
    NUMBER("cue_ms", "ms", "cue, by the frames' times"),
    NUMBER("gap_ms", "ms", "between cue and arrows, by the frames' times"),
    NUMBER("arrows_ms", "ms", "arrows, by the frames' times"),
    NUMBER("trial_ms", "ms", "all of it"),
    NUMBER("frame_ms", "ms", "median time of a frame in this trial"),
};
static const struct lw_study_field pitch_fields[] = {
    WORD("answer", "high|low", "the pitch that was heard"),
    NUMBER("reaction_ms", "ms", "from the onset to the answer"),
};
static const struct lw_study_field tones_fields[] = {
    WHOLE("count", "tones that were heard")};
static const struct lw_study_field check_fields[] = {
    FLAG("passed", "enough right answers"),
    WHOLE("attempt", "from 1"),
    WHOLE("right", "how many"),
};
static const struct lw_study_field pair_fields[] = {
    LEVEL("left", "on the left"),
    LEVEL("right", "on the right"),
};
static const struct lw_study_field look_fields[] = {
    WORD("side", "left|right", "which of the two was in front"),
    NUMBER("play_ms", "ms", "how long"),
    WHOLE("moves", "made there"),
    FLAG("solved", "it was solved there"),
};
static const struct lw_study_field comparison_fields[] = {
    WORD("answer", "left|right|equal", "the harder one"),
    NUMBER("reaction_ms", "ms", "from pair-start"),
};

#define PLAYED (P(PRACTICE) | P(PLAY))
const struct lw_study_event_type lw_study_event_types[] = {
    {"phase-start", "phases", 0, LW_STUDY_NO_TRIAL, NULL, 0,
     "the phase is on the screen"},
    {"phase-end", "phases", 0, LW_STUDY_NO_TRIAL, FIELDS(end_fields), "it is over"},
    {"page", "events", 0, LW_STUDY_NO_TRIAL, FIELDS(page_fields),
     "a page of instructions is on the screen"},
    {"consent", "persons", P(CONSENT), LW_STUDY_NO_TRIAL, FIELDS(consent_fields),
     "the person's decision"},
    {"device", "persons", 0, LW_STUDY_NO_TRIAL, FIELDS(device_fields),
     "what matters of the device; no names, addresses or versions"},
    {"visibility", "events", 0, LW_STUDY_ANY_TRIAL, FIELDS(visible_fields),
     "the page was hidden or seen again"},
    {"focus", "events", 0, LW_STUDY_ANY_TRIAL, FIELDS(focus_fields),
     "another window took the keys, or gave them back"},
    {"full-screen", "events", 0, LW_STUDY_ANY_TRIAL, FIELDS(screen_fields),
     "full screen was entered or left"},
    {"frames", "events", 0, LW_STUDY_ANY_TRIAL, FIELDS(frame_fields),
     "how the display ran"},
    {"resume", "events", 0, LW_STUDY_ANY_TRIAL, FIELDS(resume_fields),
     "the person is back; a trial that was going on is begun anew"},
    {"lost", "events", 0, LW_STUDY_NO_TRIAL, FIELDS(lost_fields),
     "events of before could not be stored and are gone; the person was told"},
    {"level-start", "plays", PLAYED, LW_STUDY_ANY_TRIAL, FIELDS(start_fields),
     "a level is begun, or taken up again"},
    {"moves", "events", PLAYED | P(COMPARE), LW_STUDY_THE_TRIAL, FIELDS(moves_fields),
     "moves, in bundles of at most a few seconds"},
    {"undo", "events", PLAYED | P(COMPARE), LW_STUDY_THE_TRIAL, FIELDS(undo_fields),
     "moves were taken back"},
    {"restart", "events", PLAYED | P(COMPARE), LW_STUDY_THE_TRIAL, FIELDS(restart_fields),
     "the level is begun again"},
    {"level-end", "plays", PLAYED, LW_STUDY_THE_TRIAL, FIELDS(level_end_fields),
     "a level is over"},
    {"answer", "ratings", PLAYED | P(RATE) | P(SURVEY), LW_STUDY_ANY_TRIAL,
     FIELDS(answer_fields),
     "an answer to a question, when it is handed in; of a survey in the table surveys"},
    {"prompt", "prompts", PLAYED | P(INSTRUMENT), LW_STUDY_ANY_TRIAL,
     FIELDS(prompt_fields), "a word was played"},
    {"prompt-answer", "prompts", PLAYED | P(INSTRUMENT), LW_STUDY_ANY_TRIAL,
     FIELDS(prompt_answer_fields), "its pitch was answered, before the next word"},
    {"attention", "trials", P(INSTRUMENT), LW_STUDY_ANY_TRIAL, FIELDS(attention_fields),
     "a trial of the attention network test is over"},
    {"pitch", "trials", P(INSTRUMENT), LW_STUDY_ANY_TRIAL, FIELDS(pitch_fields),
     "a word of the pitch check was answered"},
    {"tones", "trials", P(INSTRUMENT), LW_STUDY_ANY_TRIAL, FIELDS(tones_fields),
     "tones of the headphone check were counted"},
    {"check", "trials", P(INSTRUMENT), LW_STUDY_NO_TRIAL, FIELDS(check_fields),
     "an attempt at a check is over"},
    {"pair-start", "comparisons", P(COMPARE), LW_STUDY_ANY_TRIAL, FIELDS(pair_fields),
     "two levels are on the screen"},
    {"look", "events", P(COMPARE), LW_STUDY_THE_TRIAL, FIELDS(look_fields),
     "one of the two was in front, and is no more"},
    {"comparison", "comparisons", P(COMPARE), LW_STUDY_THE_TRIAL,
     FIELDS(comparison_fields), "the person has chosen"},
    {NULL, NULL, 0, LW_STUDY_NO_TRIAL, NULL, 0, NULL},
};

const struct lw_study_event_type *lw_study_event_type_find(const char *name) {
    for (const struct lw_study_event_type *at = lw_study_event_types; at->name != NULL;
         at++) {
        if (strcmp(at->name, name) == 0) {
            return at;
        }
    }
    return NULL;
}

/* Reading. */

static lw_status refuse(struct lw_error *err, const char *field, const char *why) {
    return lw_fail_option(err, LW_USAGE, field, "%s: %s", field, why);
}

static lw_status read_names(const struct lw_json *value,
                            const struct lw_study_field *field, struct lw_error *err) {
    bool good = value->type == LW_JSON_ARRAY && value->n_children <= field->max;
    for (const struct lw_json *c = value->first; c != NULL && good; c = c->next) {
        good = c->type == LW_JSON_TEXT && c->text_len <= 40 &&
               strlen(c->text) == c->text_len;
    }
    return good ? LW_OK : refuse(err, field->name, "a list of ids is expected");
}

static lw_status read_field(const struct lw_json *value,
                            const struct lw_study_field *field, struct lw_error *err) {
    const char *text;
    double number;
    int64_t whole;
    size_t which;
    bool flag;
    lw_status status = LW_OK;
    switch (field->type) {
    case LW_STUDY_FIELD_NUMBER:
        status = lw_json_as_number(value, field->min, field->max, &number, err);
        break;
    case LW_STUDY_FIELD_WHOLE:
        status = lw_json_as_whole(value, (int64_t)field->min, (int64_t)field->max, &whole,
                                  err);
        break;
    case LW_STUDY_FIELD_FLAG:
        status = lw_json_as_flag(value, &flag, err);
        break;
    case LW_STUDY_FIELD_WORD:
        status = lw_json_as_choice(value, field->choices, &which, err);
        break;
    case LW_STUDY_FIELD_TEXT:
        status = lw_json_as_name(value, (size_t)field->max, &text, err);
        break;
    case LW_STUDY_FIELD_LEVEL:
        status = lw_json_as_name(value, 32, &text, err);
        break;
    case LW_STUDY_FIELD_NAMES:
        return read_names(value, field, err);
    default:
        break; /* its question judges it */
    }
    if (status != LW_OK) {
        lw_error_point(err, field->name);
    }
    return status;
}

static lw_status read_data(const struct lw_study_event *event, struct lw_error *err) {
    const struct lw_study_event_type *type = event->type;
    for (size_t i = 0; i < type->n_fields; i++) {
        const struct lw_json *value = lw_json_get(event->data, type->fields[i].name);
        if (value == NULL && type->fields[i].required) {
            return refuse(err, type->fields[i].name, "this event needs it in its data");
        }
        lw_status status =
            value == NULL ? LW_OK : read_field(value, &type->fields[i], err);
        if (status != LW_OK) {
            return status;
        }
    }
    for (const struct lw_json *c = event->data == NULL ? NULL : event->data->first;
         c != NULL; c = c->next) {
        size_t i = 0;
        while (i < type->n_fields && strcmp(type->fields[i].name, c->key) != 0) {
            i++;
        }
        if (i == type->n_fields || lw_json_get(event->data, c->key) != c) {
            return lw_fail_option(err, LW_USAGE, "data",
                                  "data: '%.40s' is unknown or doubled", c->key);
        }
    }
    return LW_OK;
}

static bool known_member(const char *key) {
    return lw_word_find("seq|type|phase|trial|t|clock|data", '|', key) != SIZE_MAX;
}

static lw_status read_head(const struct lw_json *json, struct lw_study_event *out,
                           struct lw_error *err) {
    static const char *const needed[] = {"seq", "type", "phase", "t", "clock"};
    const struct lw_json *value[5];
    const char *type;
    for (size_t i = 0; i < 5; i++) {
        value[i] = lw_json_get(json, needed[i]);
        if (value[i] == NULL) {
            return refuse(err, needed[i], "an event needs it");
        }
    }
    for (const struct lw_json *c = json->first; c != NULL; c = c->next) {
        if (!known_member(c->key) || lw_json_get(json, c->key) != c) {
            return lw_fail_option(err, LW_USAGE, "event",
                                  "event: '%.40s' is unknown or doubled", c->key);
        }
    }
    lw_status status = lw_json_as_whole(value[0], 0, 1000000, &out->seq, err);
    status = status == LW_OK ? lw_json_as_name(value[1], 40, &type, err) : status;
    status = status == LW_OK ? lw_json_as_name(value[2], 40, &out->phase, err) : status;
    status =
        status == LW_OK ? lw_json_as_number(value[3], 0, 1e10, &out->t, err) : status;
    /* From 2020 to 2100. */
    status = status == LW_OK ? lw_json_as_number(value[4], 1577836800000.0,
                                                 4102444800000.0, &out->clock, err)
                             : status;
    if (status == LW_OK && (out->type = lw_study_event_type_find(type)) == NULL) {
        status = lw_fail_option(err, LW_USAGE, "type", "type: there is no event '%.40s'",
                                type);
    }
    return status;
}

lw_status lw_study_event_read(const struct lw_json *json, struct lw_study_event *out,
                              struct lw_error *err) {
    *out = (struct lw_study_event){.trial = -1};
    if (json->type != LW_JSON_OBJECT) {
        return refuse(err, "event", "an object is expected");
    }
    lw_status status = read_head(json, out, err);
    const struct lw_json *trial = lw_json_get(json, "trial");
    out->data = lw_json_get(json, "data");
    if (status == LW_OK && trial != NULL) {
        status = lw_json_as_whole(trial, 0, LW_STUDY_MAX_TRIALS - 1, &out->trial, err);
    }
    if (status == LW_OK && out->data != NULL && out->data->type != LW_JSON_OBJECT) {
        status = refuse(err, "data", "an object is expected");
    }
    return status == LW_OK ? read_data(out, err) : status;
}

static void put_field(const struct lw_study_field *field, struct lw_buffer *out) {
    static const char *const types[] = {"number", "whole", "flag", "word",
                                        "text",   "level", "ids",  "answer"};
    lw_buffer_printf(out, "| `%s` | %s", field->name, types[field->type]);
    if (field->unit != NULL) {
        lw_buffer_printf(out, " in %s", field->unit);
    }
    lw_buffer_puts(out, field->choices == NULL ? "" : ": ");
    for (const char *at = field->choices; at != NULL && *at != '\0'; at++) {
        lw_buffer_printf(out, "%.*s", *at == '|' ? 2 : 1, *at == '|' ? ", " : at);
    }
    lw_buffer_printf(out, "%s | %s |\n", field->required ? "" : ", may be absent",
                     field->about);
}

static void put_phases(uint32_t phases, struct lw_buffer *out) {
    const char *before = "";
    for (int type = 0; type <= LW_STUDY_END; type++) {
        if ((phases >> type & 1) != 0) {
            lw_buffer_printf(out, "%s%s", before,
                             lw_study_phase_type_name((enum lw_study_phase_type)type));
            before = ", ";
        }
    }
    lw_buffer_puts(out, phases == 0 ? "every phase" : "");
}

void lw_study_events_page(struct lw_buffer *out) {
    for (const struct lw_study_event_type *at = lw_study_event_types; at->name != NULL;
         at++) {
        lw_buffer_printf(out, "%s**%s** (table %s; ",
                         at == lw_study_event_types ? "" : "\n", at->name, at->table);
        put_phases(at->phases, out);
        lw_buffer_printf(out, "):\n%s\n", at->about);
        lw_buffer_puts(
            out, at->n_fields == 0 ? "" : "\n| data | type | meaning |\n|---|---|---|\n");
        for (size_t i = 0; i < at->n_fields; i++) {
            put_field(&at->fields[i], out);
        }
    }
}
