BEGIN TRANSACTION;
CREATE TABLE comparisons (id TEXT PRIMARY KEY CHECK (length(id) = 32),  study TEXT REFERENCES studies(id),  player TEXT NOT NULL REFERENCES players(id) ON DELETE CASCADE,  level_a TEXT NOT NULL REFERENCES levels(id),  level_b TEXT NOT NULL REFERENCES levels(id),  answer BIGINT NOT NULL CHECK (answer BETWEEN -1 AND 1), made_ms BIGINT NOT NULL);
CREATE TABLE daily (game TEXT NOT NULL, difficulty TEXT NOT NULL,  date TEXT NOT NULL CHECK (length(date) = 10), number BIGINT NOT NULL,  level TEXT NOT NULL UNIQUE REFERENCES levels(id), from_reserve BIGINT NOT NULL,  made_ms BIGINT NOT NULL, PRIMARY KEY (game, difficulty, date),  UNIQUE (game, difficulty, number));
CREATE TABLE events (  play TEXT NOT NULL REFERENCES plays(id) ON DELETE CASCADE,  seq BIGINT NOT NULL, kind TEXT NOT NULL, t_ms BIGINT NOT NULL,  moves BIGINT NOT NULL, pushes BIGINT NOT NULL, data TEXT NOT NULL,  stored_ms BIGINT NOT NULL, PRIMARY KEY (play, seq)) WITHOUT ROWID;
INSERT INTO "events" VALUES('88f7fb0c02b6fa29e4fd199e58b774e7',1,'start',0,0,0,'',1794887204800);
INSERT INTO "events" VALUES('88f7fb0c02b6fa29e4fd199e58b774e7',2,'win',900,1,1,'R',1794887204800);
CREATE TABLE features (level TEXT NOT NULL REFERENCES levels(id),  name TEXT NOT NULL, value DOUBLE PRECISION, error DOUBLE PRECISION,  PRIMARY KEY (level, name)) WITHOUT ROWID;
CREATE TABLE jobs (id TEXT PRIMARY KEY CHECK (length(id) = 32),  kind TEXT NOT NULL, request TEXT NOT NULL, owner TEXT,  priority BIGINT NOT NULL, state TEXT NOT NULL, progress DOUBLE PRECISION,  note TEXT NOT NULL, result TEXT NOT NULL, error TEXT NOT NULL,  worker TEXT NOT NULL, lease_until_ms BIGINT NOT NULL,  created_ms BIGINT NOT NULL, started_ms BIGINT NOT NULL, ended_ms BIGINT NOT NULL,  tries BIGINT NOT NULL, max_tries BIGINT NOT NULL);
INSERT INTO "jobs" VALUES('8e639ab2ec7c2fc921c0b816a248bee1','solve','{"call":"solve","text":"#####\n#@$.#\n#####\n"}','5247e012edef66186377cdac6fd48d92',0,'queued',NULL,'','','','',0,1794887204809,0,0,0,3);
CREATE TABLE levels (id TEXT PRIMARY KEY CHECK (length(id) = 32),  game TEXT NOT NULL, rules TEXT NOT NULL,  source TEXT REFERENCES sources(id), text TEXT NOT NULL,  title TEXT NOT NULL, author TEXT NOT NULL, method TEXT NOT NULL,  options TEXT NOT NULL, width BIGINT NOT NULL, height BIGINT NOT NULL,  difficulty DOUBLE PRECISION, score DOUBLE PRECISION, created_ms BIGINT NOT NULL,  hidden BIGINT NOT NULL DEFAULT 0);
INSERT INTO "levels" VALUES('c2ca8e22ec5a117f34d4d88821b87d4f','sokoban','',NULL,'#####
#@$.#
#####
','one','','editor','',5,3,NULL,NULL,1794887204782,0);
INSERT INTO "levels" VALUES('6bc513aa4bbf2d3ef84bf79e64e37dde','flow','',NULL,'3 2
A.B
A.B

0 0
','','','editor','',3,2,NULL,NULL,1794887204791,0);
CREATE TABLE pack_levels (  pack TEXT NOT NULL REFERENCES packs(id) ON DELETE CASCADE,  position BIGINT NOT NULL, level TEXT NOT NULL REFERENCES levels(id),  PRIMARY KEY (pack, position), UNIQUE (pack, level)) WITHOUT ROWID;
INSERT INTO "pack_levels" VALUES('5acc45f2909bc58469d0d75acce4768e',1,'6bc513aa4bbf2d3ef84bf79e64e37dde');
INSERT INTO "pack_levels" VALUES('5acc45f2909bc58469d0d75acce4768e',2,'c2ca8e22ec5a117f34d4d88821b87d4f');
INSERT INTO "pack_levels" VALUES('a57fbdd1d62e55e231e2efbac4cab747',1,'c2ca8e22ec5a117f34d4d88821b87d4f');
CREATE TABLE packs (id TEXT PRIMARY KEY CHECK (length(id) = 32),  title TEXT NOT NULL, game TEXT NOT NULL, author TEXT NOT NULL,  notes TEXT NOT NULL, owner TEXT, created_ms BIGINT NOT NULL);
INSERT INTO "packs" VALUES('a57fbdd1d62e55e231e2efbac4cab747','Good','sokoban','','','5247e012edef66186377cdac6fd48d92',1794887204782);
INSERT INTO "packs" VALUES('5acc45f2909bc58469d0d75acce4768e','Mixed','flow','','','5247e012edef66186377cdac6fd48d92',1794887204791);
CREATE TABLE players (id TEXT PRIMARY KEY CHECK (length(id) = 32),  key_hash TEXT NOT NULL UNIQUE, created_ms BIGINT NOT NULL);
INSERT INTO "players" VALUES('5247e012edef66186377cdac6fd48d92','e6e8321ab5331f41cc5975f928abcbf12aea8e988be33f601292780713031c20',1794887204764);
CREATE TABLE plays (id TEXT PRIMARY KEY CHECK (length(id) = 32),  player TEXT NOT NULL REFERENCES players(id) ON DELETE CASCADE,  session TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,  level TEXT NOT NULL REFERENCES levels(id), set_id TEXT, study TEXT,  started_ms BIGINT NOT NULL, won_ms BIGINT, moves BIGINT, pushes BIGINT,  t_ms BIGINT NOT NULL DEFAULT 0, last_ms BIGINT NOT NULL DEFAULT 0,  restarts BIGINT NOT NULL DEFAULT 0, undos BIGINT NOT NULL DEFAULT 0,  quits BIGINT NOT NULL DEFAULT 0);
INSERT INTO "plays" VALUES('88f7fb0c02b6fa29e4fd199e58b774e7','5247e012edef66186377cdac6fd48d92','c3ee4fa113ce2d07f1b4d5ce5d62cd16','c2ca8e22ec5a117f34d4d88821b87d4f',NULL,NULL,1794887204794,1794887204800,1,1,900,900,0,0,0);
CREATE TABLE ratings (level TEXT NOT NULL REFERENCES levels(id),  rater TEXT NOT NULL, value DOUBLE PRECISION, low DOUBLE PRECISION,  high DOUBLE PRECISION, made_ms BIGINT NOT NULL,  PRIMARY KEY (level, rater)) WITHOUT ROWID;
CREATE TABLE reserve (level TEXT PRIMARY KEY REFERENCES levels(id),  game TEXT NOT NULL, difficulty TEXT NOT NULL,  score DOUBLE PRECISION NOT NULL, made_ms BIGINT NOT NULL);
CREATE TABLE schema_lock (name TEXT PRIMARY KEY,  holder BIGINT NOT NULL);
INSERT INTO "schema_lock" VALUES('schema',1);
CREATE TABLE schema_version (version BIGINT PRIMARY KEY);
INSERT INTO "schema_version" VALUES(1);
CREATE TABLE sessions (id TEXT PRIMARY KEY CHECK (length(id) = 32),  player TEXT NOT NULL REFERENCES players(id) ON DELETE CASCADE,  started_ms BIGINT NOT NULL, seen_ms BIGINT NOT NULL);
INSERT INTO "sessions" VALUES('c3ee4fa113ce2d07f1b4d5ce5d62cd16','5247e012edef66186377cdac6fd48d92',1794887204794,1794887204794);
CREATE TABLE set_levels (  set_id TEXT NOT NULL REFERENCES sets(id) ON DELETE CASCADE,  position BIGINT NOT NULL, level TEXT NOT NULL REFERENCES levels(id),  PRIMARY KEY (set_id, position), UNIQUE (set_id, level)) WITHOUT ROWID;
CREATE TABLE sets (id TEXT PRIMARY KEY CHECK (length(id) = 32),  title TEXT NOT NULL, game TEXT NOT NULL, origin TEXT NOT NULL,  pinned BIGINT NOT NULL, position BIGINT NOT NULL);
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL,  changed_ms BIGINT NOT NULL);
INSERT INTO "settings" VALUES('daily-timezone','UTC',1794887202125);
INSERT INTO "settings" VALUES('shipped-packs','2',1794887204757);
CREATE TABLE solutions (level TEXT NOT NULL REFERENCES levels(id),  metric TEXT NOT NULL, origin TEXT NOT NULL, moves TEXT NOT NULL,  n_moves DOUBLE PRECISION, n_pushes DOUBLE PRECISION, optimal BIGINT NOT NULL,  made_ms BIGINT NOT NULL, PRIMARY KEY (level, metric, origin)) WITHOUT ROWID;
INSERT INTO "solutions" VALUES('c2ca8e22ec5a117f34d4d88821b87d4f','moves','import','R',1.0,1.0,0,1794887204782);
INSERT INTO "solutions" VALUES('c2ca8e22ec5a117f34d4d88821b87d4f','moves','player','R',1.0,1.0,0,1794887204798);
CREATE TABLE sources (id TEXT PRIMARY KEY CHECK (length(id) = 32),  game TEXT NOT NULL, text TEXT NOT NULL, created_ms BIGINT NOT NULL);
CREATE TABLE studies (id TEXT PRIMARY KEY CHECK (length(id) = 32),  title TEXT NOT NULL, definition TEXT NOT NULL, state TEXT NOT NULL,  created_ms BIGINT NOT NULL);
CREATE TABLE tokens (name TEXT PRIMARY KEY, hash TEXT NOT NULL,  created_ms BIGINT NOT NULL);
CREATE INDEX levels_by_age ON levels (game, created_ms);
CREATE INDEX levels_by_difficulty ON levels (game, difficulty);
CREATE INDEX packs_by_age ON packs (created_ms);
CREATE INDEX pack_levels_by_level ON pack_levels (level);
CREATE INDEX set_levels_by_level ON set_levels (level);
CREATE INDEX comparisons_by_study ON comparisons (study);
CREATE INDEX comparisons_by_player ON comparisons (player);
CREATE INDEX sessions_by_player ON sessions (player, seen_ms);
CREATE INDEX plays_by_player ON plays (player, started_ms);
CREATE INDEX plays_by_level ON plays (level);
CREATE INDEX plays_by_set ON plays (set_id);
CREATE INDEX plays_by_session ON plays (session);
CREATE INDEX plays_by_age ON plays (started_ms);
CREATE INDEX reserve_by_score ON reserve (game, difficulty, score);
CREATE INDEX jobs_by_state ON jobs (state, priority DESC, created_ms, id);
CREATE INDEX jobs_by_age ON jobs (created_ms);
COMMIT;
