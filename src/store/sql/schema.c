/* The schema and its numbered migrations. docs/store.md describes the tables.
 *
 * A migration is never changed once released; a new one is added behind it. Each runs in
 * one transaction together with the note that it ran, so that a crash leaves the old
 * version or the new one. */
#include "plays/counters.h"
#include "store_internal.h"

/* The statements of a migration in order; C promises only 4095 bytes a text. */
static const char *const migration_1[] = {
    "CREATE TABLE settings (name @TEXT@ PRIMARY KEY, value @TEXT@ NOT NULL,"
    "  changed_ms BIGINT NOT NULL);",
    "CREATE TABLE tokens (name @TEXT@ PRIMARY KEY, hash @TEXT@ NOT NULL,"
    "  created_ms BIGINT NOT NULL);",
    "CREATE TABLE sources (id @TEXT@ PRIMARY KEY CHECK (length(id) = 32),"
    "  game @TEXT@ NOT NULL, text @TEXT@ NOT NULL, created_ms BIGINT NOT NULL);",
    "CREATE TABLE levels (id @TEXT@ PRIMARY KEY CHECK (length(id) = 32),"
    "  game @TEXT@ NOT NULL, rules @TEXT@ NOT NULL,"
    "  source @TEXT@ REFERENCES sources(id), text @TEXT@ NOT NULL,"
    "  title @TEXT@ NOT NULL, author @TEXT@ NOT NULL, method @TEXT@ NOT NULL,"
    "  options @TEXT@ NOT NULL, width BIGINT NOT NULL, height BIGINT NOT NULL,"
    "  difficulty DOUBLE PRECISION, score DOUBLE PRECISION, created_ms BIGINT NOT NULL,"
    "  hidden BIGINT NOT NULL DEFAULT 0);",
    "CREATE INDEX levels_by_age ON levels (game, created_ms);",
    "CREATE INDEX levels_by_difficulty ON levels (game, difficulty);",
    "CREATE TABLE solutions (level @TEXT@ NOT NULL REFERENCES levels(id),"
    "  metric @TEXT@ NOT NULL, origin @TEXT@ NOT NULL, moves @TEXT@ NOT NULL,"
    "  n_moves DOUBLE PRECISION, n_pushes DOUBLE PRECISION, optimal BIGINT NOT NULL,"
    "  made_ms BIGINT NOT NULL, PRIMARY KEY (level, metric, origin)) @CLUSTERED@;",
    "CREATE TABLE features (level @TEXT@ NOT NULL REFERENCES levels(id),"
    "  name @TEXT@ NOT NULL, value DOUBLE PRECISION, error DOUBLE PRECISION,"
    "  PRIMARY KEY (level, name)) @CLUSTERED@;",
    "CREATE TABLE players (id @TEXT@ PRIMARY KEY CHECK (length(id) = 32),"
    "  key_hash @TEXT@ NOT NULL UNIQUE, created_ms BIGINT NOT NULL);",
    "CREATE TABLE ratings (level @TEXT@ NOT NULL REFERENCES levels(id),"
    "  rater @TEXT@ NOT NULL, value DOUBLE PRECISION, low DOUBLE PRECISION,"
    "  high DOUBLE PRECISION, made_ms BIGINT NOT NULL,"
    "  PRIMARY KEY (level, rater)) @CLUSTERED@;",
    "CREATE TABLE packs (id @TEXT@ PRIMARY KEY CHECK (length(id) = 32),"
    "  title @TEXT@ NOT NULL, game @TEXT@ NOT NULL, author @TEXT@ NOT NULL,"
    "  notes @TEXT@ NOT NULL, owner @TEXT@, created_ms BIGINT NOT NULL);",
    "CREATE INDEX packs_by_age ON packs (created_ms);",
    "CREATE TABLE pack_levels ("
    "  pack @TEXT@ NOT NULL REFERENCES packs(id) ON DELETE CASCADE,"
    "  position BIGINT NOT NULL, level @TEXT@ NOT NULL REFERENCES levels(id),"
    "  PRIMARY KEY (pack, position), UNIQUE (pack, level)) @CLUSTERED@;",
    "CREATE INDEX pack_levels_by_level ON pack_levels (level);",
    "CREATE TABLE sets (id @TEXT@ PRIMARY KEY CHECK (length(id) = 32),"
    "  title @TEXT@ NOT NULL, game @TEXT@ NOT NULL, origin @TEXT@ NOT NULL,"
    "  pinned BIGINT NOT NULL, position BIGINT NOT NULL);",
    "CREATE TABLE set_levels ("
    "  set_id @TEXT@ NOT NULL REFERENCES sets(id) ON DELETE CASCADE,"
    "  position BIGINT NOT NULL, level @TEXT@ NOT NULL REFERENCES levels(id),"
    "  PRIMARY KEY (set_id, position), UNIQUE (set_id, level)) @CLUSTERED@;",
    "CREATE INDEX set_levels_by_level ON set_levels (level);",
    "CREATE TABLE studies (id @TEXT@ PRIMARY KEY CHECK (length(id) = 32),"
    "  title @TEXT@ NOT NULL, definition @TEXT@ NOT NULL, state @TEXT@ NOT NULL,"
    "  created_ms BIGINT NOT NULL);",
    "CREATE TABLE comparisons (id @TEXT@ PRIMARY KEY CHECK (length(id) = 32),"
    "  study @TEXT@ REFERENCES studies(id),"
    "  player @TEXT@ NOT NULL REFERENCES players(id) ON DELETE CASCADE,"
    "  level_a @TEXT@ NOT NULL REFERENCES levels(id),"
    "  level_b @TEXT@ NOT NULL REFERENCES levels(id),"
    "  answer BIGINT NOT NULL CHECK (answer BETWEEN -1 AND 1), made_ms BIGINT NOT NULL);",
    "CREATE INDEX comparisons_by_study ON comparisons (study);",
    "CREATE INDEX comparisons_by_player ON comparisons (player);",
    "CREATE TABLE sessions (id @TEXT@ PRIMARY KEY CHECK (length(id) = 32),"
    "  player @TEXT@ NOT NULL REFERENCES players(id) ON DELETE CASCADE,"
    "  started_ms BIGINT NOT NULL, seen_ms BIGINT NOT NULL);",
    "CREATE INDEX sessions_by_player ON sessions (player, seen_ms);",
    /* set_id and study name what the play was for; a set that is deleted later leaves
     * its plays as they were. */
    "CREATE TABLE plays (id @TEXT@ PRIMARY KEY CHECK (length(id) = 32),"
    "  player @TEXT@ NOT NULL REFERENCES players(id) ON DELETE CASCADE,"
    "  session @TEXT@ NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,"
    "  level @TEXT@ NOT NULL REFERENCES levels(id), set_id @TEXT@, study @TEXT@,"
    "  started_ms BIGINT NOT NULL, won_ms BIGINT, moves BIGINT, pushes BIGINT,"
    "  t_ms BIGINT NOT NULL DEFAULT 0, last_ms BIGINT NOT NULL DEFAULT 0,"
    "  restarts BIGINT NOT NULL DEFAULT 0, undos BIGINT NOT NULL DEFAULT 0,"
    "  quits BIGINT NOT NULL DEFAULT 0);",
    "CREATE INDEX plays_by_player ON plays (player, started_ms);",
    "CREATE INDEX plays_by_level ON plays (level);",
    "CREATE INDEX plays_by_set ON plays (set_id);",
    "CREATE INDEX plays_by_session ON plays (session);",
    "CREATE INDEX plays_by_age ON plays (started_ms);",
    "CREATE TABLE events ("
    "  play @TEXT@ NOT NULL REFERENCES plays(id) ON DELETE CASCADE,"
    "  seq BIGINT NOT NULL, kind @TEXT@ NOT NULL, t_ms BIGINT NOT NULL,"
    "  moves BIGINT NOT NULL, pushes BIGINT NOT NULL, data @TEXT@ NOT NULL,"
    "  stored_ms BIGINT NOT NULL, PRIMARY KEY (play, seq)) @CLUSTERED@;",
    "CREATE TABLE daily (game @TEXT@ NOT NULL, difficulty @TEXT@ NOT NULL,"
    "  date @TEXT@ NOT NULL CHECK (length(date) = 10), number BIGINT NOT NULL,"
    "  level @TEXT@ NOT NULL UNIQUE REFERENCES levels(id), from_reserve BIGINT NOT NULL,"
    "  made_ms BIGINT NOT NULL, PRIMARY KEY (game, difficulty, date),"
    "  UNIQUE (game, difficulty, number));",
    "CREATE TABLE reserve (level @TEXT@ PRIMARY KEY REFERENCES levels(id),"
    "  game @TEXT@ NOT NULL, difficulty @TEXT@ NOT NULL,"
    "  score DOUBLE PRECISION NOT NULL, made_ms BIGINT NOT NULL);",
    "CREATE INDEX reserve_by_score ON reserve (game, difficulty, score);",
    "CREATE TABLE jobs (id @TEXT@ PRIMARY KEY CHECK (length(id) = 32),"
    "  kind @TEXT@ NOT NULL, request @TEXT@ NOT NULL, owner @TEXT@,"
    "  priority BIGINT NOT NULL, state @TEXT@ NOT NULL, progress DOUBLE PRECISION,"
    "  note @TEXT@ NOT NULL, result @TEXT@ NOT NULL, error @TEXT@ NOT NULL,"
    "  worker @TEXT@ NOT NULL, lease_until_ms BIGINT NOT NULL,"
    "  created_ms BIGINT NOT NULL, started_ms BIGINT NOT NULL, ended_ms BIGINT NOT NULL,"
    "  tries BIGINT NOT NULL, max_tries BIGINT NOT NULL);",
    "CREATE INDEX jobs_by_state ON jobs (state, priority DESC, created_ms, id);",
    "CREATE INDEX jobs_by_age ON jobs (created_ms);",
    NULL,
};

/* Packs that hold levels of another game than their own: nothing checked that before.
 * They are kept, but not listed to players; the administrator decides. */
static const char *const migration_2[] = {
    "ALTER TABLE packs ADD COLUMN aside @TEXT@ NOT NULL DEFAULT '';",
    "UPDATE packs SET aside = 'mixed' WHERE EXISTS (SELECT 1 FROM pack_levels m"
    "  JOIN levels l ON l.id = m.level WHERE m.pack = packs.id AND l.game <> "
    "packs.game);",
    NULL,
};

/* Ratings say what they are. The percentile was called a difficulty, also where nobody's
 * play stood behind it: only one game had a model when it was written. */
static const char *const migration_3[] = {
    "ALTER TABLE levels RENAME COLUMN difficulty TO percentile;",
    "ALTER TABLE levels ADD COLUMN rating DOUBLE PRECISION;",
    "ALTER TABLE levels ADD COLUMN calibrated BIGINT NOT NULL DEFAULT 0;",
    ("UPDATE levels SET rating = 1 + 9 * percentile / 100,"
     "  calibrated = CASE WHEN game IN ('sokoban') THEN 1 ELSE 0 END"
     "  WHERE percentile IS NOT NULL;"),
    NULL,
};

/* Jobs: whose address asked (hashed with a key that ends with the program), for how many
 * seconds, and what is open of whom without looking at all that ever were. */
static const char *const migration_4[] = {
    "ALTER TABLE jobs ADD COLUMN client @TEXT@ NOT NULL DEFAULT '';",
    "ALTER TABLE jobs ADD COLUMN seconds DOUBLE PRECISION NOT NULL DEFAULT 0;",
    "CREATE INDEX jobs_by_owner ON jobs (owner, created_ms);",
    "CREATE INDEX jobs_by_end ON jobs (ended_ms);",
    NULL,
};

/* Easy, medium and hard are bands; difficulty is no quantity. */
static const char *const migration_5[] = {
    "ALTER TABLE daily RENAME COLUMN difficulty TO band;",
    "ALTER TABLE reserve RENAME COLUMN difficulty TO band;",
    NULL,
};

/* Counters for the reports, filled and kept by plays/counters.c; and the open jobs of a
 * player and of an address, however many have ended. */
static const char *const migration_6[] = {
    "CREATE TABLE count_levels (level @TEXT@ PRIMARY KEY, game @TEXT@ NOT NULL,"
    "  method @TEXT@ NOT NULL, tenth BIGINT NOT NULL, hidden BIGINT NOT NULL,"
    "  millionths BIGINT NOT NULL, plays BIGINT NOT NULL, wins BIGINT NOT NULL,"
    "  win_ms BIGINT NOT NULL) @CLUSTERED@;",
    "CREATE TABLE count_cells (game @TEXT@ NOT NULL, method @TEXT@ NOT NULL,"
    "  tenth BIGINT NOT NULL, hidden BIGINT NOT NULL, levels BIGINT NOT NULL,"
    "  plays BIGINT NOT NULL, wins BIGINT NOT NULL, win_ms BIGINT NOT NULL,"
    "  millionths BIGINT NOT NULL, PRIMARY KEY (game, method, tenth, hidden))"
    "  @CLUSTERED@;",
    "CREATE TABLE count_days (day BIGINT PRIMARY KEY, plays BIGINT NOT NULL,"
    "  wins BIGINT NOT NULL, players BIGINT NOT NULL);",
    "CREATE TABLE count_day_players (day BIGINT NOT NULL, player @TEXT@ NOT NULL,"
    "  plays BIGINT NOT NULL, PRIMARY KEY (day, player)) @CLUSTERED@;",
    "CREATE TABLE count_sets (set_id @TEXT@ PRIMARY KEY, users BIGINT NOT NULL,"
    "  attempted BIGINT NOT NULL, restarted BIGINT NOT NULL, solved BIGINT NOT NULL,"
    "  quit BIGINT NOT NULL, time_ms BIGINT NOT NULL) @CLUSTERED@;",
    "CREATE TABLE count_set_levels (set_id @TEXT@ NOT NULL, player @TEXT@ NOT NULL,"
    "  level @TEXT@ NOT NULL, plays BIGINT NOT NULL, wins BIGINT NOT NULL,"
    "  PRIMARY KEY (set_id, player, level)) @CLUSTERED@;",
    "CREATE TABLE count_players (player @TEXT@ PRIMARY KEY, sessions BIGINT NOT NULL)"
    "  @CLUSTERED@;",
    "CREATE TABLE count_sessions (sessions BIGINT PRIMARY KEY, users BIGINT NOT NULL);",
    "CREATE TABLE count_totals (name @TEXT@ PRIMARY KEY, n BIGINT NOT NULL) @CLUSTERED@;",
    "CREATE INDEX jobs_open_by_owner ON jobs (owner)"
    "  WHERE state IN ('queued', 'running');",
    "CREATE INDEX jobs_open_by_client ON jobs (client)"
    "  WHERE state IN ('queued', 'running');",
    NULL,
};

/* The day from which a level is public; '' is always. A level that stands in a pack or a
 * set is no secret any more. */
static const char *const migration_7[] = {
    "ALTER TABLE levels ADD COLUMN sealed @TEXT@ NOT NULL DEFAULT '';",
    "UPDATE levels SET sealed = (SELECT d.date FROM daily d WHERE d.level = levels.id)"
    "  WHERE id IN (SELECT level FROM daily)"
    "  AND id NOT IN (SELECT level FROM pack_levels)"
    "  AND id NOT IN (SELECT level FROM set_levels);",
    "UPDATE levels SET sealed = '" LW_STORE_SEALED "'"
    "  WHERE id IN (SELECT level FROM reserve) AND id NOT IN (SELECT level FROM daily)"
    "  AND id NOT IN (SELECT level FROM pack_levels)"
    "  AND id NOT IN (SELECT level FROM set_levels);",
    "CREATE INDEX levels_sealed ON levels (sealed);",
    NULL,
};

/* What lets a player in: keys under a passphrase, and invitations to a closed studio. */
static const char *const migration_8[] = {
    "CREATE TABLE passphrases ("
    "  player @TEXT@ PRIMARY KEY REFERENCES players(id) ON DELETE CASCADE,"
    "  handle @TEXT@ NOT NULL UNIQUE, sealed @TEXT@ NOT NULL, made_ms BIGINT NOT NULL);",
    "CREATE TABLE invitations (id @TEXT@ PRIMARY KEY CHECK (length(id) = 32),"
    "  code_hash @TEXT@ NOT NULL UNIQUE, note @TEXT@ NOT NULL,"
    "  uses_left BIGINT NOT NULL, created_ms BIGINT NOT NULL,"
    "  expires_ms BIGINT NOT NULL);",
    NULL,
};

/* What a level weighs is known without reading it, and the source of a game is stored
 * once: levels of games made from source have only their own part of the text. The index
 * has all that is needed to weigh many levels. */
static const char *const migration_9[] = {
    "ALTER TABLE levels ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0;",
    "ALTER TABLE sources ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0;",
    "CREATE INDEX levels_by_weight ON levels (id, bytes, source);",
    NULL,
};

/* A player or a level that goes is looked for in these; they grow with both. */
static const char *const migration_10[] = {
    "CREATE INDEX ratings_by_rater ON ratings (rater);",
    "CREATE INDEX packs_by_owner ON packs (owner);",
    "CREATE INDEX comparisons_by_level_a ON comparisons (level_a);",
    "CREATE INDEX comparisons_by_level_b ON comparisons (level_b);",
    NULL,
};

/* Complaints and their decisions; whose a level is; and the order of packs. Levels of
 * before belong to whose pack they came with first. */
static const char *const migration_11[] = {
    "CREATE TABLE complaints (thing @TEXT@ NOT NULL, target @TEXT@ NOT NULL,"
    "  reporter @TEXT@ NOT NULL REFERENCES players(id) ON DELETE CASCADE,"
    "  client @TEXT@ NOT NULL, reason @TEXT@ NOT NULL, note @TEXT@ NOT NULL,"
    "  made_ms BIGINT NOT NULL, decided BIGINT NOT NULL,"
    "  PRIMARY KEY (thing, target, reporter)) @CLUSTERED@;",
    "CREATE INDEX complaints_open ON complaints (decided, thing, target);",
    "CREATE INDEX complaints_by_reporter ON complaints (reporter, made_ms);",
    "ALTER TABLE players ADD COLUMN ignored BIGINT NOT NULL DEFAULT 0;",
    "ALTER TABLE levels ADD COLUMN aside @TEXT@ NOT NULL DEFAULT '';",
    "ALTER TABLE levels ADD COLUMN owner @TEXT@;",
    ("UPDATE levels SET owner = (SELECT p.owner FROM pack_levels m JOIN packs p ON"
     "  p.id = m.pack WHERE m.level = levels.id ORDER BY p.created_ms, p.id LIMIT 1);"),
    "CREATE INDEX levels_by_owner ON levels (owner, created_ms);",
    "ALTER TABLE packs ADD COLUMN score DOUBLE PRECISION NOT NULL DEFAULT 0;",
    "ALTER TABLE packs ADD COLUMN tier BIGINT NOT NULL DEFAULT 0;",
    "ALTER TABLE packs ADD COLUMN ranked_ms BIGINT NOT NULL DEFAULT 0;",
    "UPDATE packs SET score = 1 WHERE owner IS NULL;",
    "DROP INDEX packs_by_owner;",
    "CREATE INDEX packs_by_owner ON packs (owner, created_ms);",
    "CREATE INDEX packs_by_rank ON packs (tier, score DESC, created_ms DESC, id);",
    "CREATE INDEX packs_by_turn ON packs (ranked_ms, id);",
    NULL,
};

/* Studies with people in them. Versions are kept for ever; what was stored as definition
 * before becomes the first. */
static const char *const migration_12[] = {
    "CREATE TABLE study_versions (study @TEXT@ NOT NULL REFERENCES studies(id),"
    "  version BIGINT NOT NULL, hash @TEXT@ NOT NULL, frozen @TEXT@ NOT NULL,"
    "  added_ms BIGINT NOT NULL, PRIMARY KEY (study, version));",
    "INSERT INTO study_versions (study, version, hash, frozen, added_ms)"
    "  SELECT id, 1, '', definition, created_ms FROM studies;",
    "ALTER TABLE studies DROP COLUMN definition;",
    "ALTER TABLE studies ADD COLUMN version BIGINT NOT NULL DEFAULT 1;",
    "ALTER TABLE studies ADD COLUMN closed_ms BIGINT NOT NULL DEFAULT 0;",
    "ALTER TABLE studies ADD COLUMN delete_ms BIGINT NOT NULL DEFAULT 0;",
    "ALTER TABLE studies ADD COLUMN secret @TEXT@ NOT NULL DEFAULT '';",
    "ALTER TABLE studies ADD COLUMN n_persons BIGINT NOT NULL DEFAULT 0;",
    "UPDATE studies SET state = 'closed';",
    "CREATE TABLE study_persons (id @TEXT@ PRIMARY KEY CHECK (length(id) = 32),"
    "  study @TEXT@ NOT NULL REFERENCES studies(id), number BIGINT NOT NULL,"
    "  version BIGINT NOT NULL, cell BIGINT NOT NULL, state @TEXT@ NOT NULL,"
    "  language @TEXT@ NOT NULL, simulated BIGINT NOT NULL, lease_ms BIGINT NOT NULL,"
    "  entered_ms BIGINT NOT NULL, seen_ms BIGINT NOT NULL, ended_ms BIGINT NOT NULL,"
    "  next_seq BIGINT NOT NULL, progress @TEXT@ NOT NULL, panel @TEXT@,"
    "  UNIQUE (study, number), UNIQUE (study, panel));",
    "CREATE TABLE study_keys (hash @TEXT@ PRIMARY KEY CHECK (length(hash) = 32),"
    "  person @TEXT@ NOT NULL REFERENCES study_persons(id), made_ms BIGINT NOT NULL);",
    "CREATE INDEX study_keys_by_person ON study_keys (person);",
    "CREATE TABLE study_events ("
    "  person @TEXT@ NOT NULL REFERENCES study_persons(id), seq BIGINT NOT NULL,"
    "  stored_ms BIGINT NOT NULL, event @TEXT@ NOT NULL,"
    "  PRIMARY KEY (person, seq)) @CLUSTERED@;",
    "CREATE TABLE study_withdrawn (person @TEXT@ PRIMARY KEY, study @TEXT@ NOT NULL,"
    "  at_ms BIGINT NOT NULL);",
    NULL,
};

/* What players say of levels. The counters start here: all their tables are there now. */
static const char *const migration_13[] = {
    "CREATE TABLE count_ratings (game @TEXT@ PRIMARY KEY, ratings BIGINT NOT NULL,"
    "  total BIGINT NOT NULL) @CLUSTERED@;",
    NULL,
};

/* What lists of levels and packs look at: columns behind a long text are reached through
 * all of it. In the order of the newest. */
static const char *const migration_14[] = {
    "CREATE INDEX levels_listed ON levels (hidden, aside, created_ms DESC, id, game,"
    "  sealed, method, percentile, calibrated);",
    "CREATE INDEX packs_listed ON packs (aside, created_ms DESC, id, game);",
    NULL,
};

/* Studies that have ended stay so when an older backup is restored; and deletions that
 * the database's files still have to follow. */
static const char *const migration_15[] = {
    "CREATE TABLE study_ended (study @TEXT@ NOT NULL, state @TEXT@ NOT NULL,"
    "  at_ms BIGINT NOT NULL, PRIMARY KEY (study, state));",
    "INSERT INTO study_ended (study, state, at_ms)"
    "  SELECT id, 'closed', closed_ms FROM studies"
    "  WHERE state IN ('closed', 'deleted');",
    "INSERT INTO study_ended (study, state, at_ms)"
    "  SELECT id, 'deleted', closed_ms FROM studies WHERE state = 'deleted';",
    "CREATE TABLE study_scrub (mark @TEXT@ PRIMARY KEY);",
    NULL,
};

/* Difficulty models by version, at most one of a game in use; and players that a program
 * simulates, whose plays nobody is to take for people's. */
static const char *const migration_16[] = {
    "CREATE TABLE models (version BIGINT PRIMARY KEY, game @TEXT@ NOT NULL,"
    "  state @TEXT@ NOT NULL, made_ms BIGINT NOT NULL, used_ms BIGINT NOT NULL,"
    "  data_hash @TEXT@ NOT NULL, data_ms BIGINT NOT NULL, simulated BIGINT NOT NULL,"
    "  figures @TEXT@ NOT NULL, text @TEXT@ NOT NULL);",
    "CREATE UNIQUE INDEX models_in_use ON models (game) WHERE state = 'in use';",
    "ALTER TABLE players ADD COLUMN simulated BIGINT NOT NULL DEFAULT 0;",
    NULL,
};

/* Whether a player knows a level, and what they have said of a pair, is asked whenever
 * they say something: neither all that is theirs nor all of the level is to be looked
 * through. */
static const char *const migration_17[] = {
    "DROP INDEX plays_by_level;",
    "CREATE INDEX plays_by_level ON plays (level, player);",
    "DROP INDEX comparisons_by_player;",
    "CREATE INDEX comparisons_by_player ON comparisons (player, level_a, level_b);",
    NULL,
};

/* then: what statements alone cannot do, in the same transaction. */
struct migration {
    const char *const *statements;
    lw_status (*then)(struct lw_store *store, struct lw_error *err);
};
static const struct migration migrations[] = {
    {migration_1, NULL},
    {migration_2, NULL},
    {migration_3, NULL},
    {migration_4, NULL},
    {migration_5, NULL},
    {migration_6, NULL},
    {migration_7, NULL},
    {migration_8, NULL},
    {migration_9, store_part_rows},
    {migration_10, NULL},
    {migration_11, NULL},
    {migration_12, NULL},
    {migration_13, store_counters_start},
    {migration_14, NULL},
    {migration_15, NULL},
    {migration_16, NULL},
    {migration_17, NULL},
};

#define NEWEST ((int)(sizeof migrations / sizeof *migrations))

static const struct store_table tables[] = {
    {"settings", "name, value, changed_ms", "tti"},
    {"tokens", "name, hash, created_ms", "tti"},
    {"sources", "id, game, text, created_ms, bytes", "tttii"},
    {"levels",
     "id, game, rules, source, text, title, author, method, options, width, height,"
     " percentile, rating, calibrated, score, created_ms, hidden, sealed, bytes, aside,"
     " owner",
     "tttttttttiirririititt"},
    {"solutions", "level, metric, origin, moves, n_moves, n_pushes, optimal, made_ms",
     "ttttrrii"},
    {"features", "level, name, value, error", "ttrr"},
    {"players", "id, key_hash, created_ms, ignored, simulated", "ttiii"},
    {"models",
     "version, game, state, made_ms, used_ms, data_hash, data_ms, simulated, figures,"
     " text",
     "ittiitiitt"},
    {"passphrases", "player, handle, sealed, made_ms", "ttti"},
    {"invitations", "id, code_hash, note, uses_left, created_ms, expires_ms", "tttiii"},
    {"ratings", "level, rater, value, low, high, made_ms", "ttrrri"},
    {"packs",
     "id, title, game, author, notes, owner, created_ms, aside, score, tier, ranked_ms",
     "ttttttitrii"},
    {"pack_levels", "pack, position, level", "tit"},
    {"sets", "id, title, game, origin, pinned, position", "ttttii"},
    {"set_levels", "set_id, position, level", "tit"},
    {"studies",
     "id, title, state, created_ms, version, closed_ms, delete_ms, secret, n_persons",
     "tttiiiiti"},
    {"study_versions", "study, version, hash, frozen, added_ms", "titti"},
    {"study_persons",
     "id, study, number, version, cell, state, language, simulated, lease_ms,"
     " entered_ms, seen_ms, ended_ms, next_seq, progress, panel",
     "ttiiittiiiiiitt"},
    {"study_keys", "hash, person, made_ms", "tti"},
    {"study_events", "person, seq, stored_ms, event", "tiit"},
    {"study_withdrawn", "person, study, at_ms", "tti"},
    {"study_ended", "study, state, at_ms", "tti"},
    {"study_scrub", "mark", "t"},
    {"comparisons", "id, study, player, level_a, level_b, answer, made_ms", "tttttii"},
    {"complaints", "thing, target, reporter, client, reason, note, made_ms, decided",
     "ttttttii"},
    {"sessions", "id, player, started_ms, seen_ms", "ttii"},
    {"plays",
     "id, player, session, level, set_id, study, started_ms, won_ms, moves, pushes,"
     " t_ms, last_ms, restarts, undos, quits",
     "ttttttiiiiiiiii"},
    {"events", "play, seq, kind, t_ms, moves, pushes, data, stored_ms", "titiiiti"},
    {"daily", "game, band, date, number, level, from_reserve, made_ms", "tttitii"},
    {"reserve", "level, game, band, score, made_ms", "tttri"},
    {"jobs",
     "id, kind, request, owner, priority, state, progress, note, result, error, worker,"
     " lease_until_ms, created_ms, started_ms, ended_ms, tries, max_tries, client,"
     " seconds",
     "ttttitrttttiiiiiitr"},
    {NULL, NULL, NULL}};

const struct store_table *store_tables(void) {
    return tables;
}

int lw_store_newest_version(void) {
    return NEWEST;
}

lw_status store_read_version(struct lw_store *store, int *version, struct lw_error *err) {
    int64_t found = 0;
    lw_status status = sql_number(store->sql, "SELECT max(version) FROM schema_version",
                                  SQL_NO_ARGS, &found, err);
    *version = (int)found;
    return status;
}

lw_status lw_store_version(struct lw_store *store, int *version, struct lw_error *err) {
    return store_read_version(store, version, err);
}

static lw_status refuse_newer(int found, struct lw_error *err) {
    return lw_fail(err, LW_IO, 0, 0,
                   "the database has version %d of the schema, this program knows %d; "
                   "use a newer levelwright or another database",
                   found, NEWEST);
}

lw_status store_lock(struct lw_store *store, struct lw_error *err) {
    return sql_do(store->sql, "UPDATE schema_lock SET holder = holder + 1", SQL_NO_ARGS,
                  NULL, err);
}

/* The version is read again inside the transaction: two programs may start at once. */
static lw_status migrate_next(struct lw_store *store, int *version,
                              struct lw_error *err) {
    lw_status status = sql_begin(store->sql, err);
    if (status != LW_OK) {
        return status;
    }
    int found = 0;
    status = store_lock(store, err);
    if (status == LW_OK) {
        status = store_read_version(store, &found, err);
    }
    if (status == LW_OK && found == *version) {
        const struct migration *next = &migrations[found];
        for (const char *const *at = next->statements; *at != NULL && status == LW_OK;
             at++) {
            status = sql_script(store->sql, *at, err);
        }
        if (status == LW_OK && next->then != NULL) {
            status = next->then(store, err);
        }
        found++;
        if (status == LW_OK) {
            status =
                sql_do(store->sql, "INSERT INTO schema_version (version) VALUES (?1)",
                       SQL_ARGS(I(found)), NULL, err);
        }
    }
    status = sql_end(store->sql, status, err);
    *version = found;
    return status;
}

static lw_status make_version_tables(struct lw_store *store, struct lw_error *err) {
    static const char text[] =
        "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT PRIMARY KEY);"
        "CREATE TABLE IF NOT EXISTS schema_lock (name @TEXT@ PRIMARY KEY,"
        "  holder BIGINT NOT NULL);"
        "INSERT INTO schema_lock (name, holder) VALUES ('schema', 0)"
        "  ON CONFLICT DO NOTHING;";
    lw_status status = sql_begin(store->sql, err);
    if (status == LW_OK) {
        status = sql_script(store->sql, text, err);
        status = sql_end(store->sql, status, err);
    }
    return status;
}

lw_status store_migrate(struct lw_store *store, struct lw_error *err) {
    int version = 0;
    struct lw_error ignored;
    lw_status status = store_read_version(store, &version, &ignored);
    if (status != LW_OK) {
        /* Most likely a new database; anything else fails again and is reported. */
        version = 0;
        status = make_version_tables(store, err);
        if (status == LW_EXISTS || status == LW_IO) {
            /* Another program made them in the same moment. */
            status = make_version_tables(store, err);
        }
        if (status == LW_OK) {
            status = store_read_version(store, &version, err);
        }
    }
    while (status == LW_OK && version < NEWEST) {
        status = migrate_next(store, &version, err);
    }
    if (status == LW_OK && version > NEWEST) {
        status = refuse_newer(version, err);
    }
    return status;
}
