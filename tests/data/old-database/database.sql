-- made by make.py with the program of commit 38f8b6b
-- key 61ed45e2b5e4e0a59fee02b0c0780c6a9825a42105ddafa000ab404ddf7c6123
-- token a4b38c90ff54818203b06a74b7ff0999ae928b71850ef52d3a7a0bd80d9958bd
-- job be1eb1d92ef2f5a29c1c7c3ca557dde1
BEGIN TRANSACTION;
CREATE TABLE comparisons (id TEXT PRIMARY KEY CHECK (length(id) = 32),  study TEXT REFERENCES studies(id),  player TEXT NOT NULL REFERENCES players(id) ON DELETE CASCADE,  level_a TEXT NOT NULL REFERENCES levels(id),  level_b TEXT NOT NULL REFERENCES levels(id),  answer BIGINT NOT NULL CHECK (answer BETWEEN -1 AND 1), made_ms BIGINT NOT NULL);
CREATE TABLE daily (game TEXT NOT NULL, difficulty TEXT NOT NULL,  date TEXT NOT NULL CHECK (length(date) = 10), number BIGINT NOT NULL,  level TEXT NOT NULL UNIQUE REFERENCES levels(id), from_reserve BIGINT NOT NULL,  made_ms BIGINT NOT NULL, PRIMARY KEY (game, difficulty, date),  UNIQUE (game, difficulty, number));
INSERT INTO "daily" VALUES('sokoban','easy','2026-11-17',1,'a68549c4fe5a041986fa0d0c03183d3e',1,1794887155919);
INSERT INTO "daily" VALUES('flow','easy','2026-11-17',1,'911e6dd009c1e4dd7b4dbee324abf675',1,1794887155920);
INSERT INTO "daily" VALUES('lazors','easy','2026-11-17',1,'d840c6e27fe5e1fcd69fc292776cae75',1,1794887155920);
INSERT INTO "daily" VALUES('move','easy','2026-11-17',1,'61b27338d9b3a354fd33c3296130dd2a',1,1794887155921);
INSERT INTO "daily" VALUES('puzzlescript','easy','2026-11-17',1,'1df9c7c0b66c057f33101c96908cfeb7',1,1794887155922);
INSERT INTO "daily" VALUES('sokoban','medium','2026-11-17',1,'941361a571ae449c65a2d6fe6f618cad',1,1794887156911);
INSERT INTO "daily" VALUES('sokoban','hard','2026-11-17',1,'f007a596503b9823316653d75bea4207',1,1794887156911);
INSERT INTO "daily" VALUES('flow','medium','2026-11-17',1,'93de1677effc6e96382800f4891ce79e',1,1794887156912);
INSERT INTO "daily" VALUES('flow','hard','2026-11-17',1,'5a157de633cc7be9d5df5ed3a55c4d93',1,1794887156912);
INSERT INTO "daily" VALUES('lazors','medium','2026-11-17',1,'147c3fcf1ee6e4ff80d3e356db87f365',1,1794887156913);
INSERT INTO "daily" VALUES('lazors','hard','2026-11-17',1,'14ac76d355a0fcf8d9d3f218dc77d4ac',1,1794887156913);
INSERT INTO "daily" VALUES('move','medium','2026-11-17',1,'3b7534838dd092186a0aba332f036733',1,1794887156914);
INSERT INTO "daily" VALUES('move','hard','2026-11-17',1,'b17683cafd529eaec44ff79e508f0c42',1,1794887156914);
INSERT INTO "daily" VALUES('puzzlescript','medium','2026-11-17',1,'08d3c4db1a622999022fd49b483a244e',1,1794887156915);
INSERT INTO "daily" VALUES('puzzlescript','hard','2026-11-17',1,'1e19edeb78695659e50b9df3ff83716f',1,1794887156915);
INSERT INTO "daily" VALUES('sokoban','easy','2026-11-18',2,'ad27c8d9d443245bb5c1ccb138431963',0,1794887158983);
INSERT INTO "daily" VALUES('sokoban','medium','2026-11-18',2,'fc31f4ca3721da2072a0adac20b62b3b',0,1794887159025);
INSERT INTO "daily" VALUES('flow','easy','2026-11-18',2,'d11d71daad00c45128e7abc4decc27ac',0,1794887159069);
INSERT INTO "daily" VALUES('flow','medium','2026-11-18',2,'4f44bda833e689e6eaad3015cbd967a9',0,1794887159144);
CREATE TABLE events (  play TEXT NOT NULL REFERENCES plays(id) ON DELETE CASCADE,  seq BIGINT NOT NULL, kind TEXT NOT NULL, t_ms BIGINT NOT NULL,  moves BIGINT NOT NULL, pushes BIGINT NOT NULL, data TEXT NOT NULL,  stored_ms BIGINT NOT NULL, PRIMARY KEY (play, seq)) WITHOUT ROWID;
INSERT INTO "events" VALUES('bde466b89098b1edc09fe345823b5ef5',0,'start',0,0,0,'',1794887155916);
INSERT INTO "events" VALUES('bde466b89098b1edc09fe345823b5ef5',1,'restart',900,3,0,'',1794887155916);
INSERT INTO "events" VALUES('bde466b89098b1edc09fe345823b5ef5',2,'win',2000,1,1,'R',1794887155916);
CREATE TABLE features (level TEXT NOT NULL REFERENCES levels(id),  name TEXT NOT NULL, value DOUBLE PRECISION, error DOUBLE PRECISION,  PRIMARY KEY (level, name)) WITHOUT ROWID;
CREATE TABLE jobs (id TEXT PRIMARY KEY CHECK (length(id) = 32),  kind TEXT NOT NULL, request TEXT NOT NULL, owner TEXT,  priority BIGINT NOT NULL, state TEXT NOT NULL, progress DOUBLE PRECISION,  note TEXT NOT NULL, result TEXT NOT NULL, error TEXT NOT NULL,  worker TEXT NOT NULL, lease_until_ms BIGINT NOT NULL,  created_ms BIGINT NOT NULL, started_ms BIGINT NOT NULL, ended_ms BIGINT NOT NULL,  tries BIGINT NOT NULL, max_tries BIGINT NOT NULL);
INSERT INTO "jobs" VALUES('be1eb1d92ef2f5a29c1c7c3ca557dde1','generate','{"call":"generate","game":"flow","count":2,"seed":4,"options":{"size":"5x5"}}','4ac1ad71be2a06c9e10d28fb226d1504',0,'done',1.0,'','{"levels":[{"title":"paths 4.0","text":"5 5\n.YR..\n.BY..\n..B..\n.....\nR....\n\n0 0\n","width":5,"height":5,"valid":true,"id":"ae0c0f077fbf52c6e954093eda37391b","solution":"B1ldddrrruul C1rrddddllll B2dr","score":7,"measures":{"moves":3,"turns":7,"detour":12},"candidate":0,"part":0},{"title":"paths 4.1","text":"5 5\nO.G..\nROBY.\n.....\nGRBY.\n.....\n\n0 0\n","width":5,"height":5,"valid":true,"id":"2c6c5911cd01a3a2a70c6ede0d5ffb3e","solution":"A1rd C1rrddddllllu A2drd C2dd D2dd","score":6,"measures":{"moves":5,"turns":6,"detour":6},"candidate":1,"part":0}],"report":{"status":"ok","message":"","game":"flow","method":"paths","seed":4,"candidates":2,"failed":0,"refused":{"invalid":0,"unproven":0,"filtered":0,"duplicate":0,"alike":0},"stop":"","repeatable":true,"cut_short":false,"seconds":0.001277087,"stats":{"covers":2,"ambiguous":0}}}','','cd77805e-787c-4a0d-b41a-1151af67ea8e/4026531836/17889/409985/1da3fd03/1',1794887175923,1794887155923,1794887155923,1794887155925,1,3);
INSERT INTO "jobs" VALUES('0fca3c617911d9411ca0ec4c8fd20897','batch','{"seconds":3,"seed":3,"size":"2x2","boxes":2}','admin',-10,'done',1.0,'{"state":{"size":"2x2","boxes":2,"seconds":3,"elapsed_s":2,"next":926,"stored":784,"duplicates":142,"cut_short":0}}','{"size":"2x2","boxes":2,"seconds":3,"elapsed_s":3,"next":1004,"stored":844,"duplicates":160,"cut_short":0}','','cd77805e-787c-4a0d-b41a-1151af67ea8e/4026531836/17889/409985/1da3fd03/1',1794887178668,1794887155975,1794887155976,1794887158977,1,1000);
INSERT INTO "jobs" VALUES('424af377fb80be8809ce81d8b82a8fdd','daily','{"game":"sokoban","difficulty":"easy","date":"2026-11-18","try":0}','daily',-5,'done',1.0,'','{"made":4,"placed":true}','','cd77805e-787c-4a0d-b41a-1151af67ea8e/4026531836/17889/409985/1da3fd03/1',1794887178977,1794887156910,1794887158977,1794887158991,1,3);
INSERT INTO "jobs" VALUES('70672a1721a7c8047da7c598a7545906','daily','{"game":"sokoban","difficulty":"medium","date":"2026-11-18","try":0}','daily',-5,'done',1.0,'','{"made":4,"placed":true}','','cd77805e-787c-4a0d-b41a-1151af67ea8e/4026531836/17889/409985/1da3fd03/1',1794887178991,1794887156911,1794887158991,1794887159066,1,3);
INSERT INTO "jobs" VALUES('f90d9efed926a8b8d795d9c65ba68439','daily','{"game":"sokoban","difficulty":"hard","date":"2026-11-18","try":0}','daily',-5,'queued',NULL,'','','','',0,1794887156912,0,0,0,3);
INSERT INTO "jobs" VALUES('b482c14c780b7520ec42baf66548a690','daily','{"game":"flow","difficulty":"easy","date":"2026-11-18","try":0}','daily',-5,'done',1.0,'','{"made":4,"placed":true}','','cd77805e-787c-4a0d-b41a-1151af67ea8e/4026531836/17889/409985/1da3fd03/1',1794887179066,1794887156912,1794887159066,1794887159072,1,3);
INSERT INTO "jobs" VALUES('c6ef54c4117cc1ffee22bca571213b84','daily','{"game":"flow","difficulty":"medium","date":"2026-11-18","try":0}','daily',-5,'queued',NULL,'','','','',0,1794887156912,1794887159072,0,1,4);
INSERT INTO "jobs" VALUES('3a2a5051d36cf27123fdecc1669d633b','daily','{"game":"flow","difficulty":"hard","date":"2026-11-18","try":0}','daily',-5,'queued',NULL,'','','','',0,1794887156913,0,0,0,3);
INSERT INTO "jobs" VALUES('4acf6d411891a741810b4b93719f241e','daily','{"game":"lazors","difficulty":"easy","date":"2026-11-18","try":0}','daily',-5,'queued',NULL,'','','','',0,1794887156913,0,0,0,3);
INSERT INTO "jobs" VALUES('f6ecbb643a11f6084cda6844b9444ad5','daily','{"game":"lazors","difficulty":"medium","date":"2026-11-18","try":0}','daily',-5,'queued',NULL,'','','','',0,1794887156913,0,0,0,3);
INSERT INTO "jobs" VALUES('f6a82d48fd53a915f44083057c9b8093','daily','{"game":"lazors","difficulty":"hard","date":"2026-11-18","try":0}','daily',-5,'queued',NULL,'','','','',0,1794887156914,0,0,0,3);
INSERT INTO "jobs" VALUES('45c49317bd6241bf96a2a15796107e6e','daily','{"game":"move","difficulty":"easy","date":"2026-11-18","try":0}','daily',-5,'queued',NULL,'','','','',0,1794887156914,0,0,0,3);
INSERT INTO "jobs" VALUES('1c0ff5d27bafe3806e5de96870dfcd7d','daily','{"game":"move","difficulty":"medium","date":"2026-11-18","try":0}','daily',-5,'queued',NULL,'','','','',0,1794887156914,0,0,0,3);
INSERT INTO "jobs" VALUES('eabb8e61b8befb173b8f858433bad904','daily','{"game":"move","difficulty":"hard","date":"2026-11-18","try":0}','daily',-5,'queued',NULL,'','','','',0,1794887156914,0,0,0,3);
INSERT INTO "jobs" VALUES('cc5009b4d33bd27c9daf2303202b3385','daily','{"game":"puzzlescript","difficulty":"easy","date":"2026-11-18","try":0}','daily',-5,'queued',NULL,'','','','',0,1794887156915,0,0,0,3);
INSERT INTO "jobs" VALUES('77abbb0ec9f306353834d35da0166dde','daily','{"game":"puzzlescript","difficulty":"medium","date":"2026-11-18","try":0}','daily',-5,'queued',NULL,'','','','',0,1794887156915,0,0,0,3);
INSERT INTO "jobs" VALUES('8bcf1aa2409089b30696a3ff733f6381','daily','{"game":"puzzlescript","difficulty":"hard","date":"2026-11-18","try":0}','daily',-5,'queued',NULL,'','','','',0,1794887156916,0,0,0,3);
CREATE TABLE levels (id TEXT PRIMARY KEY CHECK (length(id) = 32),  game TEXT NOT NULL, rules TEXT NOT NULL,  source TEXT REFERENCES sources(id), text TEXT NOT NULL,  title TEXT NOT NULL, author TEXT NOT NULL, method TEXT NOT NULL,  options TEXT NOT NULL, width BIGINT NOT NULL, height BIGINT NOT NULL,  difficulty DOUBLE PRECISION, score DOUBLE PRECISION, created_ms BIGINT NOT NULL,  hidden BIGINT NOT NULL DEFAULT 0);
INSERT INTO "levels" VALUES('911e6dd009c1e4dd7b4dbee324abf675','flow','',NULL,'5 5
....Y
.R...
.....
.BRB.
.Y...

0 0
','paths 1.1','Levelwright','shipped','',5,5,15.1979,NULL,1794887155795,0);
INSERT INTO "levels" VALUES('e89623aa5b9e1f4a64601e334e783408','flow','',NULL,'5 5
.....
R..B.
..R..
.Y..Y
....B

0 0
','paths 1.7','Levelwright','shipped','',5,5,16.2178,NULL,1794887155795,0);
INSERT INTO "levels" VALUES('4e2b1a64aadfe0ccd875921a3ff394d0','flow','',NULL,'5 5
B....
RY...
.B...
.R.Y.
.....

0 0
','paths 1.9','Levelwright','shipped','',5,5,15.5388,NULL,1794887155795,0);
INSERT INTO "levels" VALUES('819761af9f57b89868a05cb3900665af','flow','',NULL,'5 5
BR..Y
.B..R
.....
.Y...
.....

0 0
','paths 1.12','Levelwright','shipped','',5,5,17.3118,NULL,1794887155795,0);
INSERT INTO "levels" VALUES('f4c96ce9ba9eec2eb393759a04e4d679','flow','',NULL,'9 9
..MG.....
.R.......
.........
Y..O.....
....C.C..
..MBR.O..
.B.......
.m.....mG
........Y

0 0
','paths 3.0','Levelwright','shipped','',9,9,72.7681,NULL,1794887155796,0);
INSERT INTO "levels" VALUES('543def4aabbe9248870474895c379466','flow','',NULL,'9 9
..Y......
....M..C.
..G......
.........
.......C.
......mO.
..G..O.mB
.RM....R.
..YB.....

0 0
','paths 3.1','Levelwright','shipped','',9,9,62.2861,NULL,1794887155796,0);
INSERT INTO "levels" VALUES('9492af27b6a03694b4846f24c482f4aa','flow','',NULL,'9 9
.........
.R....OY.
....O....
..GCY.m..
....M....
..G......
....CRM..
.B..Bm...
.........

0 0
','paths 3.2','Levelwright','shipped','',9,9,78.8255,NULL,1794887155796,0);
INSERT INTO "levels" VALUES('173e903552f78a71fd3e5b699c7a0c35','flow','',NULL,'9 9
.........
......R..
..C.C....
.....MO..
...MR...Y
G.Om.....
..B......
.Y....GB.
...m.....

0 0
','paths 3.3','Levelwright','shipped','',9,9,75.5891,NULL,1794887155796,0);
INSERT INTO "levels" VALUES('baa78dd436a5ac9ae8a99bb37129e744','flow','',NULL,'7 7
.......
.......
.ORG...
...B...
.BY....
.Y..GO.
....R..

0 0
','paths 2.2','Levelwright','shipped','',7,7,39.9735,NULL,1794887155797,0);
INSERT INTO "levels" VALUES('7ab7cb4bc7aa777ee57bcc550c028d9b','flow','',NULL,'7 7
.....O.
..GB.B.
......O
R..R..G
Y......
.......
......Y

0 0
','paths 2.6','Levelwright','shipped','',7,7,49.8412,NULL,1794887155797,0);
INSERT INTO "levels" VALUES('782307472381b143cef2f655f19938fa','flow','',NULL,'7 7
.......
.O...O.
B....G.
..R....
....Y..
.YGBR..
.......

0 0
','paths 2.10','Levelwright','shipped','',7,7,39.1446,NULL,1794887155797,0);
INSERT INTO "levels" VALUES('d762b3643e1346987e9d61baa14d4530','flow','',NULL,'7 7
.....YO
BY.....
....B..
.G.....
..RO...
.....GR
.......

0 0
','paths 2.13','Levelwright','shipped','',7,7,35.7714,NULL,1794887155797,0);
INSERT INTO "levels" VALUES('53c1393bd6f7d408c001ef76456cc18c','lazors','',NULL,'GRID START
o o o
o o o
o x o
GRID STOP

A 2

L 6 1 -1 1
L 1 6 1 -1

P 6 3
P 4 5
','random 1.1','Levelwright','shipped','',3,3,20.119,NULL,1794887155797,0);
INSERT INTO "levels" VALUES('155a0657378bac5f3284f08a3ad2e2ce','lazors','',NULL,'GRID START
x o o o
o o x o
o o o o
o o x o
GRID STOP

A 2

L 3 8 1 -1

P 6 7
P 5 8
','random 1.2','Levelwright','shipped','',4,4,13.1588,NULL,1794887155797,0);
INSERT INTO "levels" VALUES('c606b1f3bc88e3dd0baddde74b923f5b','lazors','',NULL,'GRID START
o o o o
o o o o
o o o o
o o o o
GRID STOP

A 2

L 5 8 1 -1
L 6 1 -1 1

P 3 0
P 4 1
P 8 7
','random 1.3','Levelwright','shipped','',4,4,15.8408,NULL,1794887155798,0);
INSERT INTO "levels" VALUES('7d2ed52b8e46c1a4e4034eb9be07772c','lazors','',NULL,'GRID START
o o x o
o o o o
o x o o
GRID STOP

A 2

L 8 3 -1 -1

P 1 0
P 2 1
P 3 2
P 4 3
P 5 4
','random 1.5','Levelwright','shipped','',4,3,10.595,NULL,1794887155798,0);
INSERT INTO "levels" VALUES('8e11d8003e297bb0e0a30506fbe3ddbb','lazors','',NULL,'GRID START
o o o x o o
o o o o o o
o o o o o x
o o o o o o
o o o o x o
o o o o o o
GRID STOP

A 4

L 0 5 1 -1
L 7 12 -1 -1

P 5 6
P 4 11
P 12 11
','random 3.0','Levelwright','shipped','',6,6,95.777,NULL,1794887155798,0);
INSERT INTO "levels" VALUES('6ee7713583acca3195290b2ab2edd7fa','lazors','',NULL,'GRID START
o o o o o x
o o o o o o
o o x o x o
o o o o x o
o x o o o o
o o x o x o
GRID STOP

A 4

L 3 4 -1 1

P 10 3
P 5 4
P 4 5
P 8 5
P 3 6
','random 3.2','Levelwright','shipped','',6,6,90.1059,NULL,1794887155798,0);
INSERT INTO "levels" VALUES('5746e1c1e368feeecdb1aedd5e8b5f60','lazors','',NULL,'GRID START
o o o o o o
o o o o o o
x o x o x o
o o o o x o
o o o o x o
GRID STOP

A 4

L 0 3 1 -1
L 6 3 -1 -1

P 1 6
P 5 10
','random 3.3','Levelwright','shipped','',6,5,90.6029,NULL,1794887155798,0);
INSERT INTO "levels" VALUES('9452ad8c58eddf7040d67aebdb010b87','lazors','',NULL,'GRID START
o o o x x o
o o o o o o
o o o o o o
o o o o o x
x o o o o o
o o o o o o
GRID STOP

A 4

L 10 9 -1 1
L 0 3 1 -1

P 7 0
P 12 9
','random 3.4','Levelwright','shipped','',6,6,89.7011,NULL,1794887155798,0);
INSERT INTO "levels" VALUES('730ba2db0eb7bf9cc838c07071a20cb5','lazors','',NULL,'GRID START
o o o o x
o o o o o
o o o o o
x o o o o
o o x x o
GRID STOP

A 3

L 0 5 1 1

P 6 3
','random 2.2','Levelwright','shipped','',5,5,73.0357,NULL,1794887155799,0);
INSERT INTO "levels" VALUES('fb555b0c865e4ef7ba3e726b9c0fbe06','lazors','',NULL,'GRID START
o o x o
o o o o
o o o o
o o o o
GRID STOP

A 3

L 1 0 1 1
L 5 8 -1 -1

P 4 5
P 1 6
','random 2.3','Levelwright','shipped','',4,4,67.5541,NULL,1794887155799,0);
INSERT INTO "levels" VALUES('94bd7e6f9196d9df35e129f6d5bccf99','lazors','',NULL,'GRID START
o o o x o
o o o o o
o x o o o
o o o o o
o o o o o
GRID STOP

A 3

L 2 1 -1 1
L 7 0 -1 1

P 9 0
P 7 2
P 6 3
P 8 3
P 5 4
P 10 5
','random 2.4','Levelwright','shipped','',5,5,75.5457,NULL,1794887155799,0);
INSERT INTO "levels" VALUES('2f1448ed5bb52d4889d5107352d02f9d','lazors','',NULL,'GRID START
o o o x
o o o x
o o o o
o o x o
GRID STOP

A 3

L 4 5 1 -1

P 6 5
P 5 6
P 4 7
P 5 8
','random 2.5','Levelwright','shipped','',4,4,32.7186,NULL,1794887155799,0);
INSERT INTO "levels" VALUES('b16c746d057edd06a7c85cd2d882a0fe','move','',NULL,'B. .b ## .. .. ..
.. .. .. .. .. ..
.. ## A. .. .. .a
.. .. C. .. .. .c
.. .. .. .. .. ..
## .. ## .. .. ##
','random 1.0','Levelwright','shipped','',6,6,15.4642,NULL,1794887155800,0);
INSERT INTO "levels" VALUES('7bc991a16e19a53246c968dde50fa3a0','move','',NULL,'.. .. .. ## ..
A. .. .. .. ..
.. A. .a .. ..
.. Aa .a .. ##
.. .. ## .. ..
.. .. .. A. .a
','random 1.3','Levelwright','shipped','',5,6,21.3012,NULL,1794887155800,0);
INSERT INTO "levels" VALUES('8b0926d1e1554618557a0ff9098d42d4','move','',NULL,'.. .a .a .. ..
.. A. A. .. ..
.. .. .. .. ..
.. .. ## ## ..
.. Bb .. .. ..
.. .. .. .. ..
','random 1.6','Levelwright','shipped','',5,6,25.1187,NULL,1794887155800,0);
INSERT INTO "levels" VALUES('5b0f2e14b12c5350ae4536bb9da040a7','move','',NULL,'A. .. ## ..
.. .a .. ..
.. .. .. ##
## .. B. .b
C. ## .. ..
.c ## ## ..
','random 1.9','Levelwright','shipped','',4,6,27.4351,NULL,1794887155800,0);
INSERT INTO "levels" VALUES('f05574d6053291eab734c978bae70171','move','',NULL,'A. .. .. .c .a ..
.. ## ## C. .. ..
.. .. .. .. .b ..
B. .. .. ## .. ..
','random 3.0','Levelwright','shipped','',6,4,95.4548,NULL,1794887155801,0);
INSERT INTO "levels" VALUES('df79bf488c79b6c211462e0fb97eab9e','move','',NULL,'.. .. .. .. Ab ..
.. .. .. .a B. ##
.. .. .. .. .. ..
## .. .. .. Cc ..
','random 3.5','Levelwright','shipped','',6,4,92.108,NULL,1794887155801,0);
INSERT INTO "levels" VALUES('06949c8509726b268e20d4e54f20ead1','move','',NULL,'B. .. C. .. ..
.. .. .. .. .c
.. .. .. .. ..
A. .. ## .b ##
.. .a .. .. B.
.. .. .. .. .b
','random 3.10','Levelwright','shipped','',5,6,96.1487,NULL,1794887155801,0);
INSERT INTO "levels" VALUES('16a84cb721ed08bd92c3a0ce11971a2f','move','',NULL,'.. .. .. .. .. ..
.. .. .. A. ## ..
.. .. .. .. .b ..
.a .. ## .. B. ##
','random 3.15','Levelwright','shipped','',6,4,77.2963,NULL,1794887155801,0);
INSERT INTO "levels" VALUES('54a16e1c1423f041e09f7522d7f36249','move','',NULL,'.a ## .a .b ..
.. A. B. ## .a
.. .. .. .. ..
.. .. A. A. ..
.. .. .. .. ..
','random 2.0','Levelwright','shipped','',5,5,57.813,NULL,1794887155802,0);
INSERT INTO "levels" VALUES('cba61e9bfec91bca65936129e830f2cc','move','',NULL,'.. .. Aa ## ..
Aa .. .. .. ..
.. .. .a .. ..
.. ## .. A. ..
','random 2.4','Levelwright','shipped','',5,4,88.9156,NULL,1794887155802,0);
INSERT INTO "levels" VALUES('d563a844141a702344a29f91ce29f79a','move','',NULL,'.. .a A. .. .. ..
## A. A. .. .. ..
.. .a .. .. .. ..
.. .a A. .. ## ..
.. .a .. .. .. ..
.. ## ## .. .. ..
','random 2.8','Levelwright','shipped','',6,6,53.2306,NULL,1794887155802,0);
INSERT INTO "levels" VALUES('253cf8472bad683825acac0be7798295','move','',NULL,'.a ## A. ..
A. .. .. .a
.. .a ## ..
A. .. .. ##
','random 2.12','Levelwright','shipped','',4,4,48.8853,NULL,1794887155802,0);
INSERT INTO "levels" VALUES('0c62897360245d9a3b2edde2f9731ae1','puzzlescript','',NULL,'title Fill the Holes
author Levelwright
require_player_movement

========
OBJECTS
========

Background
lightgreen green
11111
01111
11101
11111
10111

Wall
brown darkbrown
00010
11111
01000
11111
00010

Hole
darkblue black
.000.
01110
01110
01110
.000.

Crate
orange yellow
00000
0...0
0...0
0...0
00000

Player
black orange white blue
.000.
.111.
22222
.333.
.3.3.

=======
LEGEND
=======

. = Background
# = Wall
P = Player
* = Crate
O = Hole

=======
SOUNDS
=======

Crate move 36772507

================
COLLISIONLAYERS
================

Background
Hole
Player, Wall, Crate

======
RULES
======

[ > Player | Crate ] -> [ > Player | > Crate ]
[ > Player | Hole no Crate ] -> cancel
late [ Crate Hole ] -> [ ]

==============
WINCONDITIONS
==============

no Hole

=======
LEVELS

########
###..###
##o*..o#
##.#.*.#
#..p.#.#
#..#...#
########

','','Levelwright','shipped','',8,7,20.5544,NULL,1794887155803,0);
INSERT INTO "levels" VALUES('405a4dcb27ba5ac8e9f6651fcb598e5f','puzzlescript','',NULL,'title Fill the Holes
author Levelwright
require_player_movement

========
OBJECTS
========

Background
lightgreen green
11111
01111
11101
11111
10111

Wall
brown darkbrown
00010
11111
01000
11111
00010

Hole
darkblue black
.000.
01110
01110
01110
.000.

Crate
orange yellow
00000
0...0
0...0
0...0
00000

Player
black orange white blue
.000.
.111.
22222
.333.
.3.3.

=======
LEGEND
=======

. = Background
# = Wall
P = Player
* = Crate
O = Hole

=======
SOUNDS
=======

Crate move 36772507

================
COLLISIONLAYERS
================

Background
Hole
Player, Wall, Crate

======
RULES
======

[ > Player | Crate ] -> [ > Player | > Crate ]
[ > Player | Hole no Crate ] -> cancel
late [ Crate Hole ] -> [ ]

==============
WINCONDITIONS
==============

no Hole

=======
LEVELS

########
###..###
##.p...#
#..#.*.#
#.*.o#.#
##.....#
########

','','Levelwright','shipped','',8,7,12.2403,NULL,1794887155803,0);
INSERT INTO "levels" VALUES('0afd738a4535abf96d65a803cf27dd2a','puzzlescript','',NULL,'title Fill the Holes
author Levelwright
require_player_movement

========
OBJECTS
========

Background
lightgreen green
11111
01111
11101
11111
10111

Wall
brown darkbrown
00010
11111
01000
11111
00010

Hole
darkblue black
.000.
01110
01110
01110
.000.

Crate
orange yellow
00000
0...0
0...0
0...0
00000

Player
black orange white blue
.000.
.111.
22222
.333.
.3.3.

=======
LEGEND
=======

. = Background
# = Wall
P = Player
* = Crate
O = Hole

=======
SOUNDS
=======

Crate move 36772507

================
COLLISIONLAYERS
================

Background
Hole
Player, Wall, Crate

======
RULES
======

[ > Player | Crate ] -> [ > Player | > Crate ]
[ > Player | Hole no Crate ] -> cancel
late [ Crate Hole ] -> [ ]

==============
WINCONDITIONS
==============

no Hole

=======
LEVELS

########
###..###
##.*...#
#..#p..#
#.*..###
#...o..#
########

','','Levelwright','shipped','',8,7,38.6636,NULL,1794887155803,0);
INSERT INTO "levels" VALUES('236f56ac50ac591816df6ed1011e8917','puzzlescript','',NULL,'title Fill the Holes
author Levelwright
require_player_movement

========
OBJECTS
========

Background
lightgreen green
11111
01111
11101
11111
10111

Wall
brown darkbrown
00010
11111
01000
11111
00010

Hole
darkblue black
.000.
01110
01110
01110
.000.

Crate
orange yellow
00000
0...0
0...0
0...0
00000

Player
black orange white blue
.000.
.111.
22222
.333.
.3.3.

=======
LEGEND
=======

. = Background
# = Wall
P = Player
* = Crate
O = Hole

=======
SOUNDS
=======

Crate move 36772507

================
COLLISIONLAYERS
================

Background
Hole
Player, Wall, Crate

======
RULES
======

[ > Player | Crate ] -> [ > Player | > Crate ]
[ > Player | Hole no Crate ] -> cancel
late [ Crate Hole ] -> [ ]

==============
WINCONDITIONS
==============

no Hole

=======
LEVELS

########
###p.###
##.o*..#
#..#o*.#
#..#.#.#
#......#
########

','','Levelwright','shipped','',8,7,38.9133,NULL,1794887155803,0);
INSERT INTO "levels" VALUES('095470bd441bd1ee4a496f1a696b240b','puzzlescript','',NULL,'title Fill the Holes
author Levelwright
require_player_movement

========
OBJECTS
========

Background
lightgreen green
11111
01111
11101
11111
10111

Wall
brown darkbrown
00010
11111
01000
11111
00010

Hole
darkblue black
.000.
01110
01110
01110
.000.

Crate
orange yellow
00000
0...0
0...0
0...0
00000

Player
black orange white blue
.000.
.111.
22222
.333.
.3.3.

=======
LEGEND
=======

. = Background
# = Wall
P = Player
* = Crate
O = Hole

=======
SOUNDS
=======

Crate move 36772507

================
COLLISIONLAYERS
================

Background
Hole
Player, Wall, Crate

======
RULES
======

[ > Player | Crate ] -> [ > Player | > Crate ]
[ > Player | Hole no Crate ] -> cancel
late [ Crate Hole ] -> [ ]

==============
WINCONDITIONS
==============

no Hole

=======
LEVELS

########
#..#...#
#.*...o#
##..#p.#
##.*.*.#
#.o....#
########

','','Levelwright','shipped','',8,7,62.6557,NULL,1794887155804,0);
INSERT INTO "levels" VALUES('0c09e2b5793e8a6e606023eb33cda0dd','puzzlescript','',NULL,'title Fill the Holes
author Levelwright
require_player_movement

========
OBJECTS
========

Background
lightgreen green
11111
01111
11101
11111
10111

Wall
brown darkbrown
00010
11111
01000
11111
00010

Hole
darkblue black
.000.
01110
01110
01110
.000.

Crate
orange yellow
00000
0...0
0...0
0...0
00000

Player
black orange white blue
.000.
.111.
22222
.333.
.3.3.

=======
LEGEND
=======

. = Background
# = Wall
P = Player
* = Crate
O = Hole

=======
SOUNDS
=======

Crate move 36772507

================
COLLISIONLAYERS
================

Background
Hole
Player, Wall, Crate

======
RULES
======

[ > Player | Crate ] -> [ > Player | > Crate ]
[ > Player | Hole no Crate ] -> cancel
late [ Crate Hole ] -> [ ]

==============
WINCONDITIONS
==============

no Hole

=======
LEVELS

########
#..#o..#
#..po*.#
##..#..#
##.*.*##
#......#
########

','','Levelwright','shipped','',8,7,70.4587,NULL,1794887155804,0);
INSERT INTO "levels" VALUES('0b432bd726483ba047bbb67a91c0ada8','puzzlescript','',NULL,'title Fill the Holes
author Levelwright
require_player_movement

========
OBJECTS
========

Background
lightgreen green
11111
01111
11101
11111
10111

Wall
brown darkbrown
00010
11111
01000
11111
00010

Hole
darkblue black
.000.
01110
01110
01110
.000.

Crate
orange yellow
00000
0...0
0...0
0...0
00000

Player
black orange white blue
.000.
.111.
22222
.333.
.3.3.

=======
LEGEND
=======

. = Background
# = Wall
P = Player
* = Crate
O = Hole

=======
SOUNDS
=======

Crate move 36772507

================
COLLISIONLAYERS
================

Background
Hole
Player, Wall, Crate

======
RULES
======

[ > Player | Crate ] -> [ > Player | > Crate ]
[ > Player | Hole no Crate ] -> cancel
late [ Crate Hole ] -> [ ]

==============
WINCONDITIONS
==============

no Hole

=======
LEVELS

########
#o.#...#
#..*o*##
#.p.#..#
##.*.*.#
#.#....#
########

','','Levelwright','shipped','',8,7,88.2072,NULL,1794887155804,0);
INSERT INTO "levels" VALUES('30ff282b6049145075454632dfa7c665','puzzlescript','',NULL,'title Fill the Holes
author Levelwright
require_player_movement

========
OBJECTS
========

Background
lightgreen green
11111
01111
11101
11111
10111

Wall
brown darkbrown
00010
11111
01000
11111
00010

Hole
darkblue black
.000.
01110
01110
01110
.000.

Crate
orange yellow
00000
0...0
0...0
0...0
00000

Player
black orange white blue
.000.
.111.
22222
.333.
.3.3.

=======
LEGEND
=======

. = Background
# = Wall
P = Player
* = Crate
O = Hole

=======
SOUNDS
=======

Crate move 36772507

================
COLLISIONLAYERS
================

Background
Hole
Player, Wall, Crate

======
RULES
======

[ > Player | Crate ] -> [ > Player | > Crate ]
[ > Player | Hole no Crate ] -> cancel
late [ Crate Hole ] -> [ ]

==============
WINCONDITIONS
==============

no Hole

=======
LEVELS

########
#o.#.#o#
#.*..#.#
#.*.#..#
##.*.*.#
#....p.#
########

','','Levelwright','shipped','',8,7,79.3464,NULL,1794887155804,0);
INSERT INTO "levels" VALUES('15ab403e979d4fd4e538ba5634110a4c','puzzlescript','',NULL,'title Fill the Holes
author Levelwright
require_player_movement

========
OBJECTS
========

Background
lightgreen green
11111
01111
11101
11111
10111

Wall
brown darkbrown
00010
11111
01000
11111
00010

Hole
darkblue black
.000.
01110
01110
01110
.000.

Crate
orange yellow
00000
0...0
0...0
0...0
00000

Player
black orange white blue
.000.
.111.
22222
.333.
.3.3.

=======
LEGEND
=======

. = Background
# = Wall
P = Player
* = Crate
O = Hole

=======
SOUNDS
=======

Crate move 36772507

================
COLLISIONLAYERS
================

Background
Hole
Player, Wall, Crate

======
RULES
======

[ > Player | Crate ] -> [ > Player | > Crate ]
[ > Player | Hole no Crate ] -> cancel
late [ Crate Hole ] -> [ ]

==============
WINCONDITIONS
==============

no Hole

=======
LEVELS

########
###..###
##..*###
#p.#o..#
#.*..#.#
#..o...#
########

','','Levelwright','shipped','',8,7,22.4649,NULL,1794887155805,0);
INSERT INTO "levels" VALUES('06677070a7ba4b4ab3cc40a033f287d3','puzzlescript','',NULL,'title Fill the Holes
author Levelwright
require_player_movement

========
OBJECTS
========

Background
lightgreen green
11111
01111
11101
11111
10111

Wall
brown darkbrown
00010
11111
01000
11111
00010

Hole
darkblue black
.000.
01110
01110
01110
.000.

Crate
orange yellow
00000
0...0
0...0
0...0
00000

Player
black orange white blue
.000.
.111.
22222
.333.
.3.3.

=======
LEGEND
=======

. = Background
# = Wall
P = Player
* = Crate
O = Hole

=======
SOUNDS
=======

Crate move 36772507

================
COLLISIONLAYERS
================

Background
Hole
Player, Wall, Crate

======
RULES
======

[ > Player | Crate ] -> [ > Player | > Crate ]
[ > Player | Hole no Crate ] -> cancel
late [ Crate Hole ] -> [ ]

==============
WINCONDITIONS
==============

no Hole

=======
LEVELS

########
###.o###
##..*..#
#.p#..##
#.*.*#.#
#...o..#
########

','','Levelwright','shipped','',8,7,44.9045,NULL,1794887155805,0);
INSERT INTO "levels" VALUES('04fa3080c5dc1503d2376f133d79012b','puzzlescript','',NULL,'title Fill the Holes
author Levelwright
require_player_movement

========
OBJECTS
========

Background
lightgreen green
11111
01111
11101
11111
10111

Wall
brown darkbrown
00010
11111
01000
11111
00010

Hole
darkblue black
.000.
01110
01110
01110
.000.

Crate
orange yellow
00000
0...0
0...0
0...0
00000

Player
black orange white blue
.000.
.111.
22222
.333.
.3.3.

=======
LEGEND
=======

. = Background
# = Wall
P = Player
* = Crate
O = Hole

=======
SOUNDS
=======

Crate move 36772507

================
COLLISIONLAYERS
================

Background
Hole
Player, Wall, Crate

======
RULES
======

[ > Player | Crate ] -> [ > Player | > Crate ]
[ > Player | Hole no Crate ] -> cancel
late [ Crate Hole ] -> [ ]

==============
WINCONDITIONS
==============

no Hole

=======
LEVELS

#########
#...#...#
#o*..*o.#
##.###.##
#...p.*##
#...#...#
#########

','','Levelwright','shipped','',9,7,39.1668,NULL,1794887155805,0);
INSERT INTO "levels" VALUES('352c0bfe2f8e26a933ff75ad632ddf2d','puzzlescript','',NULL,'title Fill the Holes
author Levelwright
require_player_movement

========
OBJECTS
========

Background
lightgreen green
11111
01111
11101
11111
10111

Wall
brown darkbrown
00010
11111
01000
11111
00010

Hole
darkblue black
.000.
01110
01110
01110
.000.

Crate
orange yellow
00000
0...0
0...0
0...0
00000

Player
black orange white blue
.000.
.111.
22222
.333.
.3.3.

=======
LEGEND
=======

. = Background
# = Wall
P = Player
* = Crate
O = Hole

=======
SOUNDS
=======

Crate move 36772507

================
COLLISIONLAYERS
================

Background
Hole
Player, Wall, Crate

======
RULES
======

[ > Player | Crate ] -> [ > Player | > Crate ]
[ > Player | Hole no Crate ] -> cancel
late [ Crate Hole ] -> [ ]

==============
WINCONDITIONS
==============

no Hole

=======
LEVELS

#########
#.op#.#.#
#.......#
##.###.##
#.*..*..#
#..o#.#.#
#########

','','Levelwright','shipped','',9,7,51.9747,NULL,1794887155805,0);
INSERT INTO "levels" VALUES('2f583da62fadba07ec542acd7845c56a','flow','',NULL,'5 5
.YB.Y
.G.B.
.R.G.
...R.
.....

0 0
','','','shipped','',5,5,10.1024,0.0,1794887155808,0);
INSERT INTO "levels" VALUES('67ea7cee58826df0ccd37f1ac1228d43','flow','',NULL,'5 5
....R
.B.G.
.Y.B.
.....
..GYR

0 0
','','','shipped','',5,5,13.0676,0.0,1794887155812,0);
INSERT INTO "levels" VALUES('5a157de633cc7be9d5df5ed3a55c4d93','flow','',NULL,'9 9
OR.....Y.
.....m...
..G..G...
.BC.mM...
.......RY
...C.....
..O....M.
.......B.
.........

0 0
','','','shipped','',9,9,65.9209,0.0,1794887155816,0);
INSERT INTO "levels" VALUES('1f497814e3e540b8fc95893931a53061','flow','',NULL,'9 9
.....O...
.C.....m.
.....Bm..
......M..
.........
...O.G...
....R.B..
.......MR
.Y.C.Y..G

0 0
','','','shipped','',9,9,62.3213,0.0,1794887155821,0);
INSERT INTO "levels" VALUES('1b465e9cd3a8a1201b17cbf90a2c2a4d','flow','',NULL,'9 9
..RP.....
.G.......
..PG.OB..
.....C...
...Rm....
M..C.....
mY.MY....
.....BO..
.........

0 0
','','','shipped','',9,9,69.4179,0.0,1794887155824,0);
INSERT INTO "levels" VALUES('93de1677effc6e96382800f4891ce79e','flow','',NULL,'7 7
......Y
.RB....
.....G.
...O.OB
.......
.R...Y.
...G...

0 0
','','','shipped','',7,7,35.4983,0.0,1794887155826,0);
INSERT INTO "levels" VALUES('29235c454008a7927f0598b4258cb807','flow','',NULL,'7 7
.....G.
.....R.
.CBC...
...YO..
..O.G..
.B...R.
...Y...

0 0
','','','shipped','',7,7,35.8493,0.0,1794887155833,0);
INSERT INTO "levels" VALUES('5ec2677993e7ddd26ee605a73fa67519','flow','',NULL,'7 7
...C...
.G...R.
.Y..B..
CGRY...
O..B...
.......
O......

0 0
','','','shipped','',7,7,30.6264,0.0,1794887155834,0);
INSERT INTO "levels" VALUES('d840c6e27fe5e1fcd69fc292776cae75','lazors','',NULL,'GRID START
o o o o
o o o o
o o x o
o o x x
GRID STOP

A 2

L 6 5 1 1

P 5 8
','','','shipped','',4,4,13.1588,0.0,1794887155838,0);
INSERT INTO "levels" VALUES('16390509efb39aadd759f4d176e563aa','lazors','',NULL,'GRID START
o o o o
o x o o
o o o o
GRID STOP

A 2

L 3 6 -1 -1

P 5 0
P 6 1
P 4 3
','','','shipped','',4,3,11.4306,0.0,1794887155842,0);
INSERT INTO "levels" VALUES('475b9f8e80f94238bb149687977b903f','lazors','',NULL,'GRID START
o o o x
x x o o
o o o o
o o o x
GRID STOP

A 2

L 3 8 -1 -1
L 8 3 -1 -1

P 7 0
P 3 6
','','','shipped','',4,4,18.537,0.0,1794887155843,0);
INSERT INTO "levels" VALUES('63e50f17aa6e74c45ba7109c74b8290d','lazors','',NULL,'GRID START
x o x o x
o o o o x
o x o o o
o o o o x
o x o o o
o o o o o
GRID STOP

A 4

L 10 7 -1 1

P 1 4
P 3 8
P 4 9
','','','shipped','',5,6,90.9263,0.0,1794887155849,0);
INSERT INTO "levels" VALUES('14ac76d355a0fcf8d9d3f218dc77d4ac','lazors','',NULL,'GRID START
o o o o o
o o o o x
o o o x o
o o x o o
x o o o o
o o o o o
GRID STOP

A 4

L 3 0 -1 1
L 0 9 1 1

P 3 4
P 0 5
P 5 6
','','','shipped','',5,6,88.0819,0.0,1794887155850,0);
INSERT INTO "levels" VALUES('1e5f3ecfc039dd76b93782e62cb98139','lazors','',NULL,'GRID START
o o o x o o
o o x o o x
x o o o o o
o o o x x o
o o x o o o
o o x o o o
GRID STOP

A 5

L 7 0 -1 1

P 3 0
P 5 6
P 8 9
','','','shipped','',6,6,97.9103,0.0,1794887155854,0);
INSERT INTO "levels" VALUES('147c3fcf1ee6e4ff80d3e356db87f365','lazors','',NULL,'GRID START
o o o o o
o o o o o
x o o x o
o o o o o
o o o x o
GRID STOP

A 3

L 5 10 1 -1
L 0 3 1 1

P 9 2
P 3 8
P 2 9
','','','shipped','',5,5,65.7238,0.0,1794887155858,0);
INSERT INTO "levels" VALUES('01ade849d71014c2a096f04cb849d004','lazors','',NULL,'GRID START
o o o o
o o o x
o x o o
o o o x
GRID STOP

A 3

L 4 1 -1 1
L 6 3 -1 -1

P 8 3
P 4 5
P 5 6
P 6 7
P 7 8
','','','shipped','',4,4,32.7186,0.0,1794887155858,0);
INSERT INTO "levels" VALUES('08665bf7ba70ef35643c26a8b70e5432','lazors','',NULL,'GRID START
o o o x
o x o x
o o o o
x o x o
x o x o
GRID STOP

A 4

L 5 10 1 -1
L 1 10 1 -1

P 6 1
P 5 2
P 4 3
P 2 5
P 5 8
P 3 10
','','','shipped','',4,5,72.0667,0.0,1794887155861,0);
INSERT INTO "levels" VALUES('61b27338d9b3a354fd33c3296130dd2a','move','',NULL,'.. .. .. .b .. ..
.. .. .. .. .. B.
.. .. .. .. .. ..
.. .. .. .. .. ##
.a .. .a .. ## ..
A. .. ## .. A. ..
','','','shipped','',6,6,20.1208,0.0,1794887155864,0);
INSERT INTO "levels" VALUES('93703f0eb32c30073d386eb8175bfcea','move','',NULL,'.b .. .. .. ..
Ba .c ## ## ##
.. C. .. ## ..
.. A. ## .. ..
','','','shipped','',5,4,16.5954,0.0,1794887155867,0);
INSERT INTO "levels" VALUES('2c00805a44b96474fe4803caa1dbfc3e','move','',NULL,'.. B. .. ..
.. A. .. ..
.. .. .b C.
.. ## .a ##
.. ## .c ..
','','','shipped','',4,5,34.7567,0.0,1794887155870,0);
INSERT INTO "levels" VALUES('b17683cafd529eaec44ff79e508f0c42','move','',NULL,'.. ## .. .. ..
.. .. .. B. A.
.. ## .. .a ..
## ## B. ## ..
.. Cb .c .. .b
','','','shipped','',5,5,89.7387,0.0,1794887155871,0);
INSERT INTO "levels" VALUES('0c55d7fd5869aad85b6de34814bf94d1','move','',NULL,'.. A. .. .. ## ..
.. .. .. .. .. ..
.a .. A. .. .. ##
.. .. .. .a ## ..
','','','shipped','',6,4,95.6976,0.0,1794887155875,0);
INSERT INTO "levels" VALUES('027534110d9e678f9eb73659a86a2cdf','move','',NULL,'.. ## .. .. .. ..
.. ## .. .. .. ..
.. .. .c .. .c ..
A. .. .a .. .. ##
## ## B. C. .b ..
## .. .. .. .. C.
','','','shipped','',6,6,97.3663,0.0,1794887155878,0);
INSERT INTO "levels" VALUES('3b7534838dd092186a0aba332f036733','move','',NULL,'.. B. .b ##
## .. .. ..
B. .b .. ##
.. .a Ab ..
.. .. .. B.
.. .. .. ..
','','','shipped','',4,6,78.8874,0.0,1794887155880,0);
INSERT INTO "levels" VALUES('3c2fc3745b5da8a6f70e2b7ac42153fe','move','',NULL,'.. Aa ## ..
.. ## B. ..
.a A. .. ..
.. .b .. ..
','','','shipped','',4,4,66.4555,0.0,1794887155881,0);
INSERT INTO "levels" VALUES('233530ad572901176ebf053b211e83bc','move','',NULL,'.. ## .. ##
.a ## ## ##
.. .c Ba ##
C. Ab .. A.
','','','shipped','',4,4,60.3969,0.0,1794887155882,0);
INSERT INTO "levels" VALUES('1df9c7c0b66c057f33101c96908cfeb7','puzzlescript','',NULL,'title Fill the Holes
author Levelwright
require_player_movement

========
OBJECTS
========

Background
lightgreen green
11111
01111
11101
11111
10111

Wall
brown darkbrown
00010
11111
01000
11111
00010

Hole
darkblue black
.000.
01110
01110
01110
.000.

Crate
orange yellow
00000
0...0
0...0
0...0
00000

Player
black orange white blue
.000.
.111.
22222
.333.
.3.3.

=======
LEGEND
=======

. = Background
# = Wall
P = Player
* = Crate
O = Hole

=======
SOUNDS
=======

Crate move 36772507

================
COLLISIONLAYERS
================

Background
Hole
Player, Wall, Crate

======
RULES
======

[ > Player | Crate ] -> [ > Player | > Crate ]
[ > Player | Hole no Crate ] -> cancel
late [ Crate Hole ] -> [ ]

==============
WINCONDITIONS
==============

no Hole

=======
LEVELS

#########
#...#...#
#.*.p.*.#
##o###o##
#.#.....#
#...##..#
#########

','','','shipped','',9,7,27.8653,0.0,1794887155883,0);
INSERT INTO "levels" VALUES('1a3fb8217db6236440146ee6dc638704','puzzlescript','',NULL,'title Fill the Holes
author Levelwright
require_player_movement

========
OBJECTS
========

Background
lightgreen green
11111
01111
11101
11111
10111

Wall
brown darkbrown
00010
11111
01000
11111
00010

Hole
darkblue black
.000.
01110
01110
01110
.000.

Crate
orange yellow
00000
0...0
0...0
0...0
00000

Player
black orange white blue
.000.
.111.
22222
.333.
.3.3.

=======
LEGEND
=======

. = Background
# = Wall
P = Player
* = Crate
O = Hole

=======
SOUNDS
=======

Crate move 36772507

================
COLLISIONLAYERS
================

Background
Hole
Player, Wall, Crate

======
RULES
======

[ > Player | Crate ] -> [ > Player | > Crate ]
[ > Player | Hole no Crate ] -> cancel
late [ Crate Hole ] -> [ ]

==============
WINCONDITIONS
==============

no Hole

=======
LEVELS

#######
##....#
#.*.*o#
#...#o#
#..*..#
#p....#
#######

','','','shipped','',7,7,20.7164,0.0,1794887155884,0);
INSERT INTO "levels" VALUES('00cb64ba7200886b1bcba1c06d3cf297','puzzlescript','',NULL,'title Fill the Holes
author Levelwright
require_player_movement

========
OBJECTS
========

Background
lightgreen green
11111
01111
11101
11111
10111

Wall
brown darkbrown
00010
11111
01000
11111
00010

Hole
darkblue black
.000.
01110
01110
01110
.000.

Crate
orange yellow
00000
0...0
0...0
0...0
00000

Player
black orange white blue
.000.
.111.
22222
.333.
.3.3.

=======
LEGEND
=======

. = Background
# = Wall
P = Player
* = Crate
O = Hole

=======
SOUNDS
=======

Crate move 36772507

================
COLLISIONLAYERS
================

Background
Hole
Player, Wall, Crate

======
RULES
======

[ > Player | Crate ] -> [ > Player | > Crate ]
[ > Player | Hole no Crate ] -> cancel
late [ Crate Hole ] -> [ ]

==============
WINCONDITIONS
==============

no Hole

=======
LEVELS

#########
#.p.#...#
#o*...*.#
##o###.##
#.....*.#
#.#.#...#
#########

','','','shipped','',9,7,46.5791,0.0,1794887155884,0);
INSERT INTO "levels" VALUES('1e19edeb78695659e50b9df3ff83716f','puzzlescript','',NULL,'title Fill the Holes
author Levelwright
require_player_movement

========
OBJECTS
========

Background
lightgreen green
11111
01111
11101
11111
10111

Wall
brown darkbrown
00010
11111
01000
11111
00010

Hole
darkblue black
.000.
01110
01110
01110
.000.

Crate
orange yellow
00000
0...0
0...0
0...0
00000

Player
black orange white blue
.000.
.111.
22222
.333.
.3.3.

=======
LEGEND
=======

. = Background
# = Wall
P = Player
* = Crate
O = Hole

=======
SOUNDS
=======

Crate move 36772507

================
COLLISIONLAYERS
================

Background
Hole
Player, Wall, Crate

======
RULES
======

[ > Player | Crate ] -> [ > Player | > Crate ]
[ > Player | Hole no Crate ] -> cancel
late [ Crate Hole ] -> [ ]

==============
WINCONDITIONS
==============

no Hole

=======
LEVELS

#########
#...#.o.#
#.*...*.#
##.###.##
#.*...*o#
#...##p.#
#########

','','','shipped','',9,7,70.7111,0.0,1794887155886,0);
INSERT INTO "levels" VALUES('0d4e904d12b2950ca9bdd79f4179b382','puzzlescript','',NULL,'title Fill the Holes
author Levelwright
require_player_movement

========
OBJECTS
========

Background
lightgreen green
11111
01111
11101
11111
10111

Wall
brown darkbrown
00010
11111
01000
11111
00010

Hole
darkblue black
.000.
01110
01110
01110
.000.

Crate
orange yellow
00000
0...0
0...0
0...0
00000

Player
black orange white blue
.000.
.111.
22222
.333.
.3.3.

=======
LEGEND
=======

. = Background
# = Wall
P = Player
* = Crate
O = Hole

=======
SOUNDS
=======

Crate move 36772507

================
COLLISIONLAYERS
================

Background
Hole
Player, Wall, Crate

======
RULES
======

[ > Player | Crate ] -> [ > Player | > Crate ]
[ > Player | Hole no Crate ] -> cancel
late [ Crate Hole ] -> [ ]

==============
WINCONDITIONS
==============

no Hole

=======
LEVELS

########
###.p###
##...#.#
#o.#...#
#.*.*#.#
#o.....#
########

','','','shipped','',8,7,52.2745,0.0,1794887155886,0);
INSERT INTO "levels" VALUES('06a0c6cdc01b34cac0efcd9eaaff89f3','puzzlescript','',NULL,'title Fill the Holes
author Levelwright
require_player_movement

========
OBJECTS
========

Background
lightgreen green
11111
01111
11101
11111
10111

Wall
brown darkbrown
00010
11111
01000
11111
00010

Hole
darkblue black
.000.
01110
01110
01110
.000.

Crate
orange yellow
00000
0...0
0...0
0...0
00000

Player
black orange white blue
.000.
.111.
22222
.333.
.3.3.

=======
LEGEND
=======

. = Background
# = Wall
P = Player
* = Crate
O = Hole

=======
SOUNDS
=======

Crate move 36772507

================
COLLISIONLAYERS
================

Background
Hole
Player, Wall, Crate

======
RULES
======

[ > Player | Crate ] -> [ > Player | > Crate ]
[ > Player | Hole no Crate ] -> cancel
late [ Crate Hole ] -> [ ]

==============
WINCONDITIONS
==============

no Hole

=======
LEVELS

########
#o.#...#
#.o..*.#
#...#..#
##p*...#
#.#...##
########

','','','shipped','',8,7,74.8292,0.0,1794887155888,0);
INSERT INTO "levels" VALUES('08d3c4db1a622999022fd49b483a244e','puzzlescript','',NULL,'title Fill the Holes
author Levelwright
require_player_movement

========
OBJECTS
========

Background
lightgreen green
11111
01111
11101
11111
10111

Wall
brown darkbrown
00010
11111
01000
11111
00010

Hole
darkblue black
.000.
01110
01110
01110
.000.

Crate
orange yellow
00000
0...0
0...0
0...0
00000

Player
black orange white blue
.000.
.111.
22222
.333.
.3.3.

=======
LEGEND
=======

. = Background
# = Wall
P = Player
* = Crate
O = Hole

=======
SOUNDS
=======

Crate move 36772507

================
COLLISIONLAYERS
================

Background
Hole
Player, Wall, Crate

======
RULES
======

[ > Player | Crate ] -> [ > Player | > Crate ]
[ > Player | Hole no Crate ] -> cancel
late [ Crate Hole ] -> [ ]

==============
WINCONDITIONS
==============

no Hole

=======
LEVELS

########
###..###
##.....#
#.p#.*o#
#..*.#.#
##...o.#
########

','','','shipped','',8,7,34.8327,0.0,1794887155888,0);
INSERT INTO "levels" VALUES('08ad8b5ca4ac8aba193b6884dd3f6ffb','puzzlescript','',NULL,'title Fill the Holes
author Levelwright
require_player_movement

========
OBJECTS
========

Background
lightgreen green
11111
01111
11101
11111
10111

Wall
brown darkbrown
00010
11111
01000
11111
00010

Hole
darkblue black
.000.
01110
01110
01110
.000.

Crate
orange yellow
00000
0...0
0...0
0...0
00000

Player
black orange white blue
.000.
.111.
22222
.333.
.3.3.

=======
LEGEND
=======

. = Background
# = Wall
P = Player
* = Crate
O = Hole

=======
SOUNDS
=======

Crate move 36772507

================
COLLISIONLAYERS
================

Background
Hole
Player, Wall, Crate

======
RULES
======

[ > Player | Crate ] -> [ > Player | > Crate ]
[ > Player | Hole no Crate ] -> cancel
late [ Crate Hole ] -> [ ]

==============
WINCONDITIONS
==============

no Hole

=======
LEVELS

########
###.o###
##..p..#
#..#.*o#
#.*.*#.#
#..#...#
########

','','','shipped','',8,7,36.7971,0.0,1794887155889,0);
INSERT INTO "levels" VALUES('11cdc3427c0b8079c40a0f2359b7487c','puzzlescript','',NULL,'title Fill the Holes
author Levelwright
require_player_movement

========
OBJECTS
========

Background
lightgreen green
11111
01111
11101
11111
10111

Wall
brown darkbrown
00010
11111
01000
11111
00010

Hole
darkblue black
.000.
01110
01110
01110
.000.

Crate
orange yellow
00000
0...0
0...0
0...0
00000

Player
black orange white blue
.000.
.111.
22222
.333.
.3.3.

=======
LEGEND
=======

. = Background
# = Wall
P = Player
* = Crate
O = Hole

=======
SOUNDS
=======

Crate move 36772507

================
COLLISIONLAYERS
================

Background
Hole
Player, Wall, Crate

======
RULES
======

[ > Player | Crate ] -> [ > Player | > Crate ]
[ > Player | Hole no Crate ] -> cancel
late [ Crate Hole ] -> [ ]

==============
WINCONDITIONS
==============

no Hole

=======
LEVELS

#######
#.....#
#..#..#
#.*...#
#p.o*.#
#o...##
#######

','','','shipped','',7,7,44.2719,0.0,1794887155889,0);
INSERT INTO "levels" VALUES('a68549c4fe5a041986fa0d0c03183d3e','sokoban','',NULL,'#######
#   @##
#    ##
##   ##
##  ###
#  $$ #
#   ..#
#######
','','','shipped','',7,8,29.3706,0.0,1794887155891,0);
INSERT INTO "levels" VALUES('17941099de16cb0f1c162f31f3800580','sokoban','',NULL,'########
#     ##
#      #
# $ # .#
##$ # .#
##     #
####  @#
########
','','','shipped','',8,8,8.042,0.0,1794887155893,0);
INSERT INTO "levels" VALUES('f007a596503b9823316653d75bea4207','sokoban','',NULL,'########
####  ##
####  ##
#   $$##
#.*    #
#.# @# #
#   .$ #
########
','','','shipped','',8,8,87.7622,0.0,1794887155895,0);
INSERT INTO "levels" VALUES('04a3153f93b3d175e4e9569baa6c45cf','sokoban','',NULL,'########
####@.##
####$$##
#### .##
#  $$ ##
#.   . #
####   #
########
','','','shipped','',8,8,90.9091,0.0,1794887155896,0);
INSERT INTO "levels" VALUES('0669d7138099c968aa760a968749de02','sokoban','',NULL,'########
#####  #
#  $@$ #
#.  #$ #
#    $ #
# #  # #
#.. .  #
########
','','','shipped','',8,8,81.1189,0.0,1794887155897,0);
INSERT INTO "levels" VALUES('941361a571ae449c65a2d6fe6f618cad','sokoban','',NULL,'########
#+$ #  #
# # #  #
#    $$#
#     .#
#. #   #
########
','','','shipped','',8,7,41.2587,0.0,1794887155899,0);
INSERT INTO "levels" VALUES('0ff8fff3ccefc3d4c0d9195715ba61a1','sokoban','',NULL,'########
#. #####
# $@  ##
# $# .##
# $ #.##
#      #
#      #
########
','','','shipped','',8,8,65.035,0.0,1794887155899,0);
INSERT INTO "levels" VALUES('1e09c34a4cf1f1940bb1bf0399f719bc','sokoban','',NULL,'########
#  #####
#      #
#. # $ #
#.$# $##
#. #  ##
#### @##
########
','','','shipped','',8,8,50.3497,0.0,1794887155901,0);
INSERT INTO "levels" VALUES('e8ac65f3cda13477ca2d3e85423d0cb8','sokoban','',NULL,'#######
#   ###
#   ###
## ####
#.$@  #
# #$  #
#    .#
#######
','farthest 2015.24','Levelwright','shipped','',7,8,29.7203,NULL,1794887155903,0);
INSERT INTO "levels" VALUES('ee0d22e406dd67f7ade34e08ec705eb3','sokoban','',NULL,'########
#      #
#  $ $ #
## ##  #
#  #####
#   ..##
#  # @##
########
','farthest 2015.3','Levelwright','shipped','',8,8,15.7343,NULL,1794887155903,0);
INSERT INTO "levels" VALUES('2af1772642049890e41fb1c1b65a134f','sokoban','',NULL,'########
#   $. #
#  $   #
#@  #. #
########
','farthest 2015.5','Levelwright','shipped','',8,5,29.021,NULL,1794887155903,0);
INSERT INTO "levels" VALUES('0e2783e1c27da48ec1f1ab3ead900ffb','sokoban','',NULL,'#######
###   #
### # #
### $ #
# @#  #
#.$  .#
###  ##
#######
','farthest 2015.7','Levelwright','shipped','',7,8,34.2657,NULL,1794887155903,0);
INSERT INTO "levels" VALUES('68ca8bd143a6162b9360ea861865324e','sokoban','',NULL,'########
#.  #  #
#  $$$ #
#..    #
## #####
#@$ ####
#  .####
########
','farthest 2017.7','Levelwright','shipped','',8,8,52.0979,NULL,1794887155905,0);
INSERT INTO "levels" VALUES('532a7f9dcbf5849aed4ac2dc2a1ad8c7','sokoban','',NULL,'########
#. #####
# $    #
#.$#   #
#  #####
# $$..##
# @#  ##
########
','farthest 2017.21','Levelwright','shipped','',8,8,60.4895,NULL,1794887155905,0);
INSERT INTO "levels" VALUES('869b44297991668b378e74209e68526f','sokoban','',NULL,'#######
####. #
####  #
#.$   #
#@$$$.#
###.  #
#######
','farthest 2017.35','Levelwright','shipped','',7,7,89.5105,NULL,1794887155905,0);
INSERT INTO "levels" VALUES('b6f4df7028f2d08caedcaf3a0d8f3145','sokoban','',NULL,'########
##.  ###
##@$ ###
###$ ###
#..   ##
# $# $ #
#  #  .#
########
','farthest 2017.6','Levelwright','shipped','',8,8,80.7692,NULL,1794887155905,0);
INSERT INTO "levels" VALUES('7c3fc131169edb94c09fd019ede370d9','sokoban','',NULL,'########
####  ##
##.$ .##
##. ####
## #####
# $ $ @#
#      #
########
','farthest 2016.3','Levelwright','shipped','',8,8,40.5594,NULL,1794887155906,0);
INSERT INTO "levels" VALUES('efa09064ccb21d2e22c6f3698dadc9d3','sokoban','',NULL,'#######
###. .#
#.$   #
#@$$# #
###   #
#######
','farthest 2016.19','Levelwright','shipped','',7,6,52.7972,NULL,1794887155907,0);
INSERT INTO "levels" VALUES('36762dfe92a312d100b51636021aa4b2','sokoban','',NULL,'########
#   ..##
# #$$ ##
# $ ####
#  .   #
####   #
####  @#
########
','farthest 2016.14','Levelwright','shipped','',8,8,39.1608,NULL,1794887155907,0);
INSERT INTO "levels" VALUES('05f512c129272a3d2e4e281b5f385287','sokoban','',NULL,'########
#  ..  #
#  $ $ #
#@ ##$##
####  ##
#### .##
########
','farthest 2016.15','Levelwright','shipped','',8,7,39.1608,NULL,1794887155907,0);
INSERT INTO "levels" VALUES('c2ca8e22ec5a117f34d4d88821b87d4f','sokoban','',NULL,'#####
#@$.#
#####
','One push','','editor','',5,3,NULL,NULL,1794887155913,0);
INSERT INTO "levels" VALUES('955adda5e31982ee219e973853bae527','sokoban','',NULL,'######
#@ $.#
######
','','','editor','',6,3,NULL,NULL,1794887155914,0);
INSERT INTO "levels" VALUES('32fde018d2662d985c8af5aa6ff0b3fb','puzzlescript','',NULL,'title old
========
OBJECTS
========
Background
black
Wall
brown
Player
blue
Crate
orange
Target
red
=======
LEGEND
=======
. = Background
# = Wall
P = Player
* = Crate
O = Target
=======
SOUNDS
=======
================
COLLISIONLAYERS
================
Background
Target
Player, Wall, Crate
======
RULES
======
[ > Player | Crate ] -> [ > Player | > Crate ]
==============
WINCONDITIONS
==============
all Target on Crate
=======
LEVELS
=======

######
#p*.o#
######

','','','editor','',6,3,NULL,NULL,1794887155917,0);
INSERT INTO "levels" VALUES('01f11a10870e3f48c0e27bef7e94ba4d','sokoban','',NULL,'########
#   ####
#   #@ #
#. ##  #
##  #  #
## $ $ #
##.   ##
########
','','','farthest','{"size":"2x2","boxes":2,"mode":"exhaustive"}',8,8,5.38461538461538467012e+01,11.0,1794887156175,0);
INSERT INTO "levels" VALUES('012ec15239e2085b537d13166c80bf53','sokoban','',NULL,'########
##   ###
#    ###
# $  ###
#.$#   #
#. #   #
####  @#
########
','','','farthest','{"size":"2x2","boxes":2,"mode":"exhaustive"}',8,8,3.566433566433566682e+01,8.0,1794887157561,0);
INSERT INTO "levels" VALUES('023abf60bb7343dfc253b358ebf180d2','sokoban','',NULL,'########
#@     #
#      #
##$##  #
##     #
##$.   #
## .####
########
','','','farthest','{"size":"2x2","boxes":2,"mode":"exhaustive"}',8,8,1.57342657342657350478e+01,9.0,1794887157672,0);
INSERT INTO "levels" VALUES('026882f8522a7aa52560c65e9b1cf127','sokoban','',NULL,'########
# @#  .#
# $    #
#  ## ##
##### ##
# $    #
#.     #
########
','','','farthest','{"size":"2x2","boxes":2,"mode":"exhaustive"}',8,8,4.02097902097902064593e+01,7.0,1794887157772,0);
INSERT INTO "levels" VALUES('006f7e48b39b915d2de2f9fa485203d9','sokoban','',NULL,'########
#@     #
# #    #
#    $##
#. #   #
#. # $ #
#####  #
########
','','','farthest','{"size":"2x2","boxes":2,"mode":"exhaustive"}',8,8,5.2447552447552450161e+00,10.0,1794887157804,0);
INSERT INTO "levels" VALUES('024a8786ee93eb6eb15706d769b1cb0a','sokoban','',NULL,'########
##  # +#
##     #
##$    #
# $ # ##
# # .  #
#      #
########
','','','farthest','{"size":"2x2","boxes":2,"mode":"exhaustive"}',8,8,1.99300699300699299953e+01,10.0,1794887158121,0);
INSERT INTO "levels" VALUES('0025420333ad31c12b94ecfc360903f6','sokoban','',NULL,'########
#### .##
####  ##
# @##$##
# $    #
#. #   #
########
','','','farthest','{"size":"2x2","boxes":2,"mode":"exhaustive"}',8,7,1.04895104895104895881e+00,4.0,1794887158298,0);
INSERT INTO "levels" VALUES('01db1fc191cd137b7ac5d06cde9cf234','sokoban','',NULL,'#######
##   @#
##    #
## $###
#   ###
#. $###
#.  ###
#######
','','','farthest','{"size":"2x2","boxes":2,"mode":"exhaustive"}',7,8,8.3916083916083916705e+00,8.0,1794887158493,0);
INSERT INTO "levels" VALUES('02510f540e67f26fbbfdb7ce04db4b3e','sokoban','',NULL,'########
##     #
#      #
# $ # .#
##$ # .#
##     #
##    @#
########
','','','farthest','{"size":"2x2","boxes":2,"mode":"exhaustive"}',8,8,7.69230769230769251265e+00,7.0,1794887158517,0);
INSERT INTO "levels" VALUES('0140570f54385f7cdb1dcf0372d15755','sokoban','',NULL,'#######
# *   #
#  $  #
#   ###
## ####
#   ###
#@ .###
#######
','','','farthest','{"size":"2x2","boxes":2,"mode":"exhaustive"}',7,8,2.93706293706293699577e+01,6.0,1794887158665,0);
INSERT INTO "levels" VALUES('ad27c8d9d443245bb5c1ccb138431963','sokoban','',NULL,'########
#@  #  #
#   #$ #
## ##  #
#   #$.#
#      #
#   # .#
########
','2026-11-18','','farthest','{"size":"2x2","boxes":2}',8,8,5.83916083916083934485e+01,10.0,1794887158982,0);
INSERT INTO "levels" VALUES('23cf71f86e15b04e6ed50188723a4f23','sokoban','',NULL,'########
####   #
####$  #
# . .  #
#  $#  #
#   #  #
## @#  #
########
','','','farthest','{"size":"2x2","boxes":2}',8,8,2.97202797202797199807e+01,10.0,1794887158985,0);
INSERT INTO "levels" VALUES('fc31f4ca3721da2072a0adac20b62b3b','sokoban','',NULL,'########
####  ##
##    .#
##$#$.+#
# $  ###
#    ###
##   ###
########
','2026-11-18','','farthest','{"size":"2x2","boxes":3}',8,8,4.05594405594405600385e+01,17.0,1794887159024,0);
INSERT INTO "levels" VALUES('d11d71daad00c45128e7abc4decc27ac','flow','',NULL,'5 5
....B
.G...
.R..G
.Y..R
.B..Y

0 0
','2026-11-18','','paths','{"size":"5x5"}',5,5,1.17023395572164208284e+01,7.0,1794887159068,0);
INSERT INTO "levels" VALUES('4f44bda833e689e6eaad3015cbd967a9','flow','',NULL,'7 7
O.G...R
....Y..
.G.....
.BR.B..
..O....
.......
......Y

0 0
','2026-11-18','','paths','{"size":"7x7"}',7,7,3.66014958040062339246e+01,12.0,1794887159144,0);
CREATE TABLE pack_levels (  pack TEXT NOT NULL REFERENCES packs(id) ON DELETE CASCADE,  position BIGINT NOT NULL, level TEXT NOT NULL REFERENCES levels(id),  PRIMARY KEY (pack, position), UNIQUE (pack, level)) WITHOUT ROWID;
INSERT INTO "pack_levels" VALUES('d9cdbc2597670d3a5f53cf64bce8853b',3,'04fa3080c5dc1503d2376f133d79012b');
INSERT INTO "pack_levels" VALUES('4ab380bd71ca4543d0a056bc794c6720',4,'05f512c129272a3d2e4e281b5f385287');
INSERT INTO "pack_levels" VALUES('d9cdbc2597670d3a5f53cf64bce8853b',2,'06677070a7ba4b4ab3cc40a033f287d3');
INSERT INTO "pack_levels" VALUES('f50b3447c080a5155e0c60b9a000cca6',3,'06949c8509726b268e20d4e54f20ead1');
INSERT INTO "pack_levels" VALUES('d7736fe5b181c7170f8d22e2fe96b4af',1,'095470bd441bd1ee4a496f1a696b240b');
INSERT INTO "pack_levels" VALUES('cbc905ab4c5d621159f25bbc055e6c8d',3,'0afd738a4535abf96d65a803cf27dd2a');
INSERT INTO "pack_levels" VALUES('d7736fe5b181c7170f8d22e2fe96b4af',3,'0b432bd726483ba047bbb67a91c0ada8');
INSERT INTO "pack_levels" VALUES('d7736fe5b181c7170f8d22e2fe96b4af',2,'0c09e2b5793e8a6e606023eb33cda0dd');
INSERT INTO "pack_levels" VALUES('cbc905ab4c5d621159f25bbc055e6c8d',1,'0c62897360245d9a3b2edde2f9731ae1');
INSERT INTO "pack_levels" VALUES('13f1fdc2f99d8453df797ca2d4b75278',4,'0e2783e1c27da48ec1f1ab3ead900ffb');
INSERT INTO "pack_levels" VALUES('fd40583304acb797890d6966339a94a3',2,'155a0657378bac5f3284f08a3ad2e2ce');
INSERT INTO "pack_levels" VALUES('d9cdbc2597670d3a5f53cf64bce8853b',1,'15ab403e979d4fd4e538ba5634110a4c');
INSERT INTO "pack_levels" VALUES('f50b3447c080a5155e0c60b9a000cca6',4,'16a84cb721ed08bd92c3a0ce11971a2f');
INSERT INTO "pack_levels" VALUES('88d62f09a28aa20757cb623ed98ceb93',4,'173e903552f78a71fd3e5b699c7a0c35');
INSERT INTO "pack_levels" VALUES('cbc905ab4c5d621159f25bbc055e6c8d',4,'236f56ac50ac591816df6ed1011e8917');
INSERT INTO "pack_levels" VALUES('d5ea8c831a146655201fa074d061d686',4,'253cf8472bad683825acac0be7798295');
INSERT INTO "pack_levels" VALUES('13f1fdc2f99d8453df797ca2d4b75278',3,'2af1772642049890e41fb1c1b65a134f');
INSERT INTO "pack_levels" VALUES('c5190fa17b957e6d801fab5e2b76fcf8',4,'2f1448ed5bb52d4889d5107352d02f9d');
INSERT INTO "pack_levels" VALUES('d7736fe5b181c7170f8d22e2fe96b4af',4,'30ff282b6049145075454632dfa7c665');
INSERT INTO "pack_levels" VALUES('ec1255ad3f59f4e123fc3d6709bbf18f',1,'32fde018d2662d985c8af5aa6ff0b3fb');
INSERT INTO "pack_levels" VALUES('d9cdbc2597670d3a5f53cf64bce8853b',4,'352c0bfe2f8e26a933ff75ad632ddf2d');
INSERT INTO "pack_levels" VALUES('4ab380bd71ca4543d0a056bc794c6720',3,'36762dfe92a312d100b51636021aa4b2');
INSERT INTO "pack_levels" VALUES('cbc905ab4c5d621159f25bbc055e6c8d',2,'405a4dcb27ba5ac8e9f6651fcb598e5f');
INSERT INTO "pack_levels" VALUES('3e7e5aa9a0cd550cfb6e1faa8b5355a9',3,'4e2b1a64aadfe0ccd875921a3ff394d0');
INSERT INTO "pack_levels" VALUES('81c00f04bb952e37a99f5f742d2cbf37',2,'532a7f9dcbf5849aed4ac2dc2a1ad8c7');
INSERT INTO "pack_levels" VALUES('fd40583304acb797890d6966339a94a3',1,'53c1393bd6f7d408c001ef76456cc18c');
INSERT INTO "pack_levels" VALUES('88d62f09a28aa20757cb623ed98ceb93',2,'543def4aabbe9248870474895c379466');
INSERT INTO "pack_levels" VALUES('d5ea8c831a146655201fa074d061d686',1,'54a16e1c1423f041e09f7522d7f36249');
INSERT INTO "pack_levels" VALUES('138f85f26332883274d39ef3899c683f',3,'5746e1c1e368feeecdb1aedd5e8b5f60');
INSERT INTO "pack_levels" VALUES('0968f31ac06803397af4da4feff72cde',4,'5b0f2e14b12c5350ae4536bb9da040a7');
INSERT INTO "pack_levels" VALUES('81c00f04bb952e37a99f5f742d2cbf37',1,'68ca8bd143a6162b9360ea861865324e');
INSERT INTO "pack_levels" VALUES('138f85f26332883274d39ef3899c683f',2,'6ee7713583acca3195290b2ab2edd7fa');
INSERT INTO "pack_levels" VALUES('c5190fa17b957e6d801fab5e2b76fcf8',1,'730ba2db0eb7bf9cc838c07071a20cb5');
INSERT INTO "pack_levels" VALUES('4891e2f9642dea79ac6a16cae2905cf0',3,'782307472381b143cef2f655f19938fa');
INSERT INTO "pack_levels" VALUES('4891e2f9642dea79ac6a16cae2905cf0',2,'7ab7cb4bc7aa777ee57bcc550c028d9b');
INSERT INTO "pack_levels" VALUES('0968f31ac06803397af4da4feff72cde',2,'7bc991a16e19a53246c968dde50fa3a0');
INSERT INTO "pack_levels" VALUES('4ab380bd71ca4543d0a056bc794c6720',1,'7c3fc131169edb94c09fd019ede370d9');
INSERT INTO "pack_levels" VALUES('fd40583304acb797890d6966339a94a3',4,'7d2ed52b8e46c1a4e4034eb9be07772c');
INSERT INTO "pack_levels" VALUES('3e7e5aa9a0cd550cfb6e1faa8b5355a9',4,'819761af9f57b89868a05cb3900665af');
INSERT INTO "pack_levels" VALUES('81c00f04bb952e37a99f5f742d2cbf37',3,'869b44297991668b378e74209e68526f');
INSERT INTO "pack_levels" VALUES('0968f31ac06803397af4da4feff72cde',3,'8b0926d1e1554618557a0ff9098d42d4');
INSERT INTO "pack_levels" VALUES('138f85f26332883274d39ef3899c683f',1,'8e11d8003e297bb0e0a30506fbe3ddbb');
INSERT INTO "pack_levels" VALUES('3e7e5aa9a0cd550cfb6e1faa8b5355a9',1,'911e6dd009c1e4dd7b4dbee324abf675');
INSERT INTO "pack_levels" VALUES('138f85f26332883274d39ef3899c683f',4,'9452ad8c58eddf7040d67aebdb010b87');
INSERT INTO "pack_levels" VALUES('88d62f09a28aa20757cb623ed98ceb93',3,'9492af27b6a03694b4846f24c482f4aa');
INSERT INTO "pack_levels" VALUES('c5190fa17b957e6d801fab5e2b76fcf8',3,'94bd7e6f9196d9df35e129f6d5bccf99');
INSERT INTO "pack_levels" VALUES('f1b6eca482755762c64bcc114a060e22',2,'955adda5e31982ee219e973853bae527');
INSERT INTO "pack_levels" VALUES('0968f31ac06803397af4da4feff72cde',1,'b16c746d057edd06a7c85cd2d882a0fe');
INSERT INTO "pack_levels" VALUES('81c00f04bb952e37a99f5f742d2cbf37',4,'b6f4df7028f2d08caedcaf3a0d8f3145');
INSERT INTO "pack_levels" VALUES('4891e2f9642dea79ac6a16cae2905cf0',1,'baa78dd436a5ac9ae8a99bb37129e744');
INSERT INTO "pack_levels" VALUES('f1b6eca482755762c64bcc114a060e22',1,'c2ca8e22ec5a117f34d4d88821b87d4f');
INSERT INTO "pack_levels" VALUES('fd40583304acb797890d6966339a94a3',3,'c606b1f3bc88e3dd0baddde74b923f5b');
INSERT INTO "pack_levels" VALUES('d5ea8c831a146655201fa074d061d686',2,'cba61e9bfec91bca65936129e830f2cc');
INSERT INTO "pack_levels" VALUES('d5ea8c831a146655201fa074d061d686',3,'d563a844141a702344a29f91ce29f79a');
INSERT INTO "pack_levels" VALUES('4891e2f9642dea79ac6a16cae2905cf0',4,'d762b3643e1346987e9d61baa14d4530');
INSERT INTO "pack_levels" VALUES('f50b3447c080a5155e0c60b9a000cca6',2,'df79bf488c79b6c211462e0fb97eab9e');
INSERT INTO "pack_levels" VALUES('3e7e5aa9a0cd550cfb6e1faa8b5355a9',2,'e89623aa5b9e1f4a64601e334e783408');
INSERT INTO "pack_levels" VALUES('13f1fdc2f99d8453df797ca2d4b75278',1,'e8ac65f3cda13477ca2d3e85423d0cb8');
INSERT INTO "pack_levels" VALUES('13f1fdc2f99d8453df797ca2d4b75278',2,'ee0d22e406dd67f7ade34e08ec705eb3');
INSERT INTO "pack_levels" VALUES('4ab380bd71ca4543d0a056bc794c6720',2,'efa09064ccb21d2e22c6f3698dadc9d3');
INSERT INTO "pack_levels" VALUES('f50b3447c080a5155e0c60b9a000cca6',1,'f05574d6053291eab734c978bae70171');
INSERT INTO "pack_levels" VALUES('88d62f09a28aa20757cb623ed98ceb93',1,'f4c96ce9ba9eec2eb393759a04e4d679');
INSERT INTO "pack_levels" VALUES('c5190fa17b957e6d801fab5e2b76fcf8',2,'fb555b0c865e4ef7ba3e726b9c0fbe06');
CREATE TABLE packs (id TEXT PRIMARY KEY CHECK (length(id) = 32),  title TEXT NOT NULL, game TEXT NOT NULL, author TEXT NOT NULL,  notes TEXT NOT NULL, owner TEXT, created_ms BIGINT NOT NULL);
INSERT INTO "packs" VALUES('3e7e5aa9a0cd550cfb6e1faa8b5355a9','Flow, easy','flow','Levelwright','',NULL,1794887155795);
INSERT INTO "packs" VALUES('88d62f09a28aa20757cb623ed98ceb93','Flow, hard','flow','Levelwright','',NULL,1794887155796);
INSERT INTO "packs" VALUES('4891e2f9642dea79ac6a16cae2905cf0','Flow, medium','flow','Levelwright','',NULL,1794887155797);
INSERT INTO "packs" VALUES('fd40583304acb797890d6966339a94a3','Lazors, easy','lazors','Levelwright','',NULL,1794887155798);
INSERT INTO "packs" VALUES('138f85f26332883274d39ef3899c683f','Lazors, hard','lazors','Levelwright','',NULL,1794887155799);
INSERT INTO "packs" VALUES('c5190fa17b957e6d801fab5e2b76fcf8','Lazors, medium','lazors','Levelwright','',NULL,1794887155800);
INSERT INTO "packs" VALUES('0968f31ac06803397af4da4feff72cde','Move, easy','move','Levelwright','',NULL,1794887155800);
INSERT INTO "packs" VALUES('f50b3447c080a5155e0c60b9a000cca6','Move, hard','move','Levelwright','',NULL,1794887155801);
INSERT INTO "packs" VALUES('d5ea8c831a146655201fa074d061d686','Move, medium','move','Levelwright','',NULL,1794887155802);
INSERT INTO "packs" VALUES('cbc905ab4c5d621159f25bbc055e6c8d','PuzzleScript, easy','puzzlescript','Levelwright','',NULL,1794887155803);
INSERT INTO "packs" VALUES('d7736fe5b181c7170f8d22e2fe96b4af','PuzzleScript, hard','puzzlescript','Levelwright','',NULL,1794887155805);
INSERT INTO "packs" VALUES('d9cdbc2597670d3a5f53cf64bce8853b','PuzzleScript, medium','puzzlescript','Levelwright','',NULL,1794887155806);
INSERT INTO "packs" VALUES('13f1fdc2f99d8453df797ca2d4b75278','Sokoban, easy','sokoban','Levelwright','',NULL,1794887155903);
INSERT INTO "packs" VALUES('81c00f04bb952e37a99f5f742d2cbf37','Sokoban, hard','sokoban','Levelwright','',NULL,1794887155905);
INSERT INTO "packs" VALUES('4ab380bd71ca4543d0a056bc794c6720','Sokoban, medium','sokoban','Levelwright','',NULL,1794887155907);
INSERT INTO "packs" VALUES('f1b6eca482755762c64bcc114a060e22','Mine','sokoban','','','4ac1ad71be2a06c9e10d28fb226d1504',1794887155914);
INSERT INTO "packs" VALUES('ec1255ad3f59f4e123fc3d6709bbf18f','Rules of my own','puzzlescript','','','4ac1ad71be2a06c9e10d28fb226d1504',1794887155918);
CREATE TABLE players (id TEXT PRIMARY KEY CHECK (length(id) = 32),  key_hash TEXT NOT NULL UNIQUE, created_ms BIGINT NOT NULL);
INSERT INTO "players" VALUES('4ac1ad71be2a06c9e10d28fb226d1504','042401522cd8db5d075328fc63d845a8d710027b8abb31ec6978725c31b865f8',1794887155912);
CREATE TABLE plays (id TEXT PRIMARY KEY CHECK (length(id) = 32),  player TEXT NOT NULL REFERENCES players(id) ON DELETE CASCADE,  session TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,  level TEXT NOT NULL REFERENCES levels(id), set_id TEXT, study TEXT,  started_ms BIGINT NOT NULL, won_ms BIGINT, moves BIGINT, pushes BIGINT,  t_ms BIGINT NOT NULL DEFAULT 0, last_ms BIGINT NOT NULL DEFAULT 0,  restarts BIGINT NOT NULL DEFAULT 0, undos BIGINT NOT NULL DEFAULT 0,  quits BIGINT NOT NULL DEFAULT 0);
INSERT INTO "plays" VALUES('bde466b89098b1edc09fe345823b5ef5','4ac1ad71be2a06c9e10d28fb226d1504','1fd7a7da964c570f163967c1a8a42f1a','c2ca8e22ec5a117f34d4d88821b87d4f',NULL,NULL,1794887155915,1794887155916,1,1,2000,2000,1,0,0);
CREATE TABLE ratings (level TEXT NOT NULL REFERENCES levels(id),  rater TEXT NOT NULL, value DOUBLE PRECISION, low DOUBLE PRECISION,  high DOUBLE PRECISION, made_ms BIGINT NOT NULL,  PRIMARY KEY (level, rater)) WITHOUT ROWID;
CREATE TABLE reserve (level TEXT PRIMARY KEY REFERENCES levels(id),  game TEXT NOT NULL, difficulty TEXT NOT NULL,  score DOUBLE PRECISION NOT NULL, made_ms BIGINT NOT NULL);
INSERT INTO "reserve" VALUES('2f583da62fadba07ec542acd7845c56a','flow','easy',0.0,1794887155809);
INSERT INTO "reserve" VALUES('67ea7cee58826df0ccd37f1ac1228d43','flow','easy',0.0,1794887155813);
INSERT INTO "reserve" VALUES('1f497814e3e540b8fc95893931a53061','flow','hard',0.0,1794887155822);
INSERT INTO "reserve" VALUES('1b465e9cd3a8a1201b17cbf90a2c2a4d','flow','hard',0.0,1794887155825);
INSERT INTO "reserve" VALUES('29235c454008a7927f0598b4258cb807','flow','medium',0.0,1794887155833);
INSERT INTO "reserve" VALUES('5ec2677993e7ddd26ee605a73fa67519','flow','medium',0.0,1794887155834);
INSERT INTO "reserve" VALUES('16390509efb39aadd759f4d176e563aa','lazors','easy',0.0,1794887155842);
INSERT INTO "reserve" VALUES('475b9f8e80f94238bb149687977b903f','lazors','easy',0.0,1794887155844);
INSERT INTO "reserve" VALUES('63e50f17aa6e74c45ba7109c74b8290d','lazors','hard',0.0,1794887155850);
INSERT INTO "reserve" VALUES('1e5f3ecfc039dd76b93782e62cb98139','lazors','hard',0.0,1794887155855);
INSERT INTO "reserve" VALUES('01ade849d71014c2a096f04cb849d004','lazors','medium',0.0,1794887155859);
INSERT INTO "reserve" VALUES('08665bf7ba70ef35643c26a8b70e5432','lazors','medium',0.0,1794887155861);
INSERT INTO "reserve" VALUES('93703f0eb32c30073d386eb8175bfcea','move','easy',0.0,1794887155868);
INSERT INTO "reserve" VALUES('2c00805a44b96474fe4803caa1dbfc3e','move','easy',0.0,1794887155871);
INSERT INTO "reserve" VALUES('0c55d7fd5869aad85b6de34814bf94d1','move','hard',0.0,1794887155875);
INSERT INTO "reserve" VALUES('027534110d9e678f9eb73659a86a2cdf','move','hard',0.0,1794887155879);
INSERT INTO "reserve" VALUES('3c2fc3745b5da8a6f70e2b7ac42153fe','move','medium',0.0,1794887155881);
INSERT INTO "reserve" VALUES('233530ad572901176ebf053b211e83bc','move','medium',0.0,1794887155882);
INSERT INTO "reserve" VALUES('1a3fb8217db6236440146ee6dc638704','puzzlescript','easy',0.0,1794887155884);
INSERT INTO "reserve" VALUES('00cb64ba7200886b1bcba1c06d3cf297','puzzlescript','easy',0.0,1794887155885);
INSERT INTO "reserve" VALUES('0d4e904d12b2950ca9bdd79f4179b382','puzzlescript','hard',0.0,1794887155887);
INSERT INTO "reserve" VALUES('06a0c6cdc01b34cac0efcd9eaaff89f3','puzzlescript','hard',0.0,1794887155888);
INSERT INTO "reserve" VALUES('08ad8b5ca4ac8aba193b6884dd3f6ffb','puzzlescript','medium',0.0,1794887155889);
INSERT INTO "reserve" VALUES('11cdc3427c0b8079c40a0f2359b7487c','puzzlescript','medium',0.0,1794887155890);
INSERT INTO "reserve" VALUES('17941099de16cb0f1c162f31f3800580','sokoban','easy',0.0,1794887155894);
INSERT INTO "reserve" VALUES('04a3153f93b3d175e4e9569baa6c45cf','sokoban','hard',0.0,1794887155897);
INSERT INTO "reserve" VALUES('0669d7138099c968aa760a968749de02','sokoban','hard',0.0,1794887155897);
INSERT INTO "reserve" VALUES('0ff8fff3ccefc3d4c0d9195715ba61a1','sokoban','medium',0.0,1794887155900);
INSERT INTO "reserve" VALUES('1e09c34a4cf1f1940bb1bf0399f719bc','sokoban','medium',0.0,1794887155901);
INSERT INTO "reserve" VALUES('23cf71f86e15b04e6ed50188723a4f23','sokoban','easy',10.0,1794887158985);
CREATE TABLE schema_lock (name TEXT PRIMARY KEY,  holder BIGINT NOT NULL);
INSERT INTO "schema_lock" VALUES('schema',20);
CREATE TABLE schema_version (version BIGINT PRIMARY KEY);
INSERT INTO "schema_version" VALUES(1);
CREATE TABLE sessions (id TEXT PRIMARY KEY CHECK (length(id) = 32),  player TEXT NOT NULL REFERENCES players(id) ON DELETE CASCADE,  started_ms BIGINT NOT NULL, seen_ms BIGINT NOT NULL);
INSERT INTO "sessions" VALUES('1fd7a7da964c570f163967c1a8a42f1a','4ac1ad71be2a06c9e10d28fb226d1504',1794887155915,1794887155915);
CREATE TABLE set_levels (  set_id TEXT NOT NULL REFERENCES sets(id) ON DELETE CASCADE,  position BIGINT NOT NULL, level TEXT NOT NULL REFERENCES levels(id),  PRIMARY KEY (set_id, position), UNIQUE (set_id, level)) WITHOUT ROWID;
CREATE TABLE sets (id TEXT PRIMARY KEY CHECK (length(id) = 32),  title TEXT NOT NULL, game TEXT NOT NULL, origin TEXT NOT NULL,  pinned BIGINT NOT NULL, position BIGINT NOT NULL);
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL,  changed_ms BIGINT NOT NULL);
INSERT INTO "settings" VALUES('daily-timezone','+09:00',1794887155791);
INSERT INTO "settings" VALUES('shipped-packs','2',1794887155908);
CREATE TABLE solutions (level TEXT NOT NULL REFERENCES levels(id),  metric TEXT NOT NULL, origin TEXT NOT NULL, moves TEXT NOT NULL,  n_moves DOUBLE PRECISION, n_pushes DOUBLE PRECISION, optimal BIGINT NOT NULL,  made_ms BIGINT NOT NULL, PRIMARY KEY (level, metric, origin)) WITHOUT ROWID;
INSERT INTO "solutions" VALUES('0025420333ad31c12b94ecfc360903f6','moves','generator','ldRRRdrruLLLLrrrUUddlllulD',26.0,10.0,0,1794887158298);
INSERT INTO "solutions" VALUES('006f7e48b39b915d2de2f9fa485203d9','moves','generator','rrrdddrUluurrdLulDrdLLLruulldDDurrrrdrddlUruLdlUruLLLruulldD',60.0,15.0,0,1794887157805);
INSERT INTO "solutions" VALUES('00cb64ba7200886b1bcba1c06d3cf297','moves','generator','rdlrrrurrdlllluld',17.0,NULL,0,1794887155885);
INSERT INTO "solutions" VALUES('012ec15239e2085b537d13166c80bf53','moves','generator','uulluullldRlddrUUluRurrddLLuurDllDDuurrrdLLulD',46.0,12.0,0,1794887157562);
INSERT INTO "solutions" VALUES('0140570f54385f7cdb1dcf0372d15755','moves','generator','uruuuRurrdLLdlluuRDDDDuuurruLddlddldR',37.0,10.0,0,1794887158665);
INSERT INTO "solutions" VALUES('01ade849d71014c2a096f04cb849d004','moves','generator','A>D1 A>A2 A>C2',3.0,NULL,0,1794887155859);
INSERT INTO "solutions" VALUES('01db1fc191cd137b7ac5d06cde9cf234','moves','generator','dlllddrUluurrdLulDDDlddrrUUUluurrdLdddLuuruulDDDDrdL',52.0,15.0,0,1794887158493);
INSERT INTO "solutions" VALUES('01f11a10870e3f48c0e27bef7e94ba4d','moves','generator','rdddLdllluurDRdrUllldRurrruulDrdLLLdlUUUluurrdLulDrddrdrrdLL',60.0,16.0,0,1794887156175);
INSERT INTO "solutions" VALUES('023abf60bb7343dfc253b358ebf180d2','moves','generator','rrrrdddlllUdrrruuulllldRRRurDDDldldlUUUdrrruuulllldRRRurrddddLLururuulDDDllDurrrdLL',83.0,21.0,0,1794887157673);
INSERT INTO "solutions" VALUES('024a8786ee93eb6eb15706d769b1cb0a','moves','generator','ddldddlllluuRlddrrurruuulllDrrrddllUdrruuullldRRurDDulldddlluuRlddrruUUluRRRdrUdlllddrdrruL',91.0,15.0,0,1794887158121);
INSERT INTO "solutions" VALUES('02510f540e67f26fbbfdb7ce04db4b3e','moves','generator','uuuullllldRurrrdddlluUluRRRurDDlddlllUUluRRRRurD',48.0,14.0,0,1794887158518);
INSERT INTO "solutions" VALUES('026882f8522a7aa52560c65e9b1cf127','moves','generator','ldRRRurDDDDldllluRdrrurrdLLLLuRRdrUUUUluR',41.0,19.0,0,1794887157773);
INSERT INTO "solutions" VALUES('027534110d9e678f9eb73659a86a2cdf','moves','generator','ULLRUURDLLLRR',13.0,NULL,0,1794887155878);
INSERT INTO "solutions" VALUES('04a3153f93b3d175e4e9569baa6c45cf','moves','generator','rDDlDLdlluRdrRdrruLLLLrruuruulDrdDldlluRRddrruLUUUddlldRuruulDrdLdlluRRddrruLUlldR',82.0,26.0,0,1794887155896);
INSERT INTO "solutions" VALUES('04fa3080c5dc1503d2376f133d79012b','moves','import','rdrulllluuddrrrruullll',22.0,NULL,0,1794887155805);
INSERT INTO "solutions" VALUES('05f512c129272a3d2e4e281b5f385287','moves','import','uurrrdLurrrdLLulllddrUluRRRdrruLdlLullddrUluRdrrrDD',51.0,13.0,0,1794887155907);
INSERT INTO "solutions" VALUES('06677070a7ba4b4ab3cc40a033f287d3','moves','import','ldruurrdduullddrdruuu',21.0,NULL,0,1794887155805);
INSERT INTO "solutions" VALUES('0669d7138099c968aa760a968749de02','moves','generator','LddrddrruuuuLrddLLrruulDrdddllllluuurruRldldlddrruUrddrruuLLLLrrruruulDDrdddlluulluluRRRllddrddlluUruurDDDrdrruuLLruruulDDulldldlddrRRllluururDDuuurrrddLLddLLrururuulldDDrdLuurrrddL',181.0,36.0,0,1794887155897);
INSERT INTO "solutions" VALUES('06949c8509726b268e20d4e54f20ead1','moves','import','RRRDDDDUUD',10.0,NULL,0,1794887155801);
INSERT INTO "solutions" VALUES('06a0c6cdc01b34cac0efcd9eaaff89f3','moves','generator','urururrdlddldlurruulllddrulurrurrdlllldlu',41.0,NULL,0,1794887155888);
INSERT INTO "solutions" VALUES('08665bf7ba70ef35643c26a8b70e5432','moves','generator','A>A3 A>C3 A>D4 A>D5',4.0,NULL,0,1794887155861);
INSERT INTO "solutions" VALUES('08ad8b5ca4ac8aba193b6884dd3f6ffb','moves','generator','drlulldldruurrdrrddlluuu',24.0,NULL,0,1794887155889);
INSERT INTO "solutions" VALUES('08d3c4db1a622999022fd49b483a244e','moves','generator','ddrruurlddllurluurrddldr',24.0,NULL,0,1794887155888);
INSERT INTO "solutions" VALUES('095470bd441bd1ee4a496f1a696b240b','moves','import','ulldldrdrrulluldururrdullddrrdruu',33.0,NULL,0,1794887155804);
INSERT INTO "solutions" VALUES('0afd738a4535abf96d65a803cf27dd2a','moves','import','dldllurrluurrdd',15.0,NULL,0,1794887155803);
INSERT INTO "solutions" VALUES('0b432bd726483ba047bbb67a91c0ada8','moves','import','drdrrruuldldluluurlddrudrruullldlu',34.0,NULL,0,1794887155804);
INSERT INTO "solutions" VALUES('0c09e2b5793e8a6e606023eb33cda0dd','moves','import','dldrdrruldluulurrrurdlllddrruurul',33.0,NULL,0,1794887155804);
INSERT INTO "solutions" VALUES('0c55d7fd5869aad85b6de34814bf94d1','moves','generator','URRRULDLUDLD',12.0,NULL,0,1794887155875);
INSERT INTO "solutions" VALUES('0c62897360245d9a3b2edde2f9731ae1','moves','import','ruulrdrlddrruu',14.0,NULL,0,1794887155803);
INSERT INTO "solutions" VALUES('0d4e904d12b2950ca9bdd79f4179b382','moves','generator','dddldlurrurrddllllurruulldurrddlldlu',36.0,NULL,0,1794887155887);
INSERT INTO "solutions" VALUES('0e2783e1c27da48ec1f1ab3ead900ffb','moves','import','ldRRdrUruuuullddRDrdLLLrruuluurrdDD',35.0,10.0,0,1794887155903);
INSERT INTO "solutions" VALUES('0ff8fff3ccefc3d4c0d9195715ba61a1','moves','generator','rrdddlllluuuRldddrruLUluurDDDrdrruuulLrrddddlllluRRRlululuurDDDrddlluUUUrddrdrdrUUddlllluRRRdrU',95.0,22.0,0,1794887155900);
INSERT INTO "solutions" VALUES('11cdc3427c0b8079c40a0f2359b7487c','moves','generator','urddrruullulddruuurrddrdl',25.0,NULL,0,1794887155890);
INSERT INTO "solutions" VALUES('147c3fcf1ee6e4ff80d3e356db87f365','moves','generator','A>C3 A>C4 A>E4',3.0,NULL,0,1794887155858);
INSERT INTO "solutions" VALUES('14ac76d355a0fcf8d9d3f218dc77d4ac','moves','generator','A>A1 A>C2 A>A4 A>A6',4.0,NULL,0,1794887155850);
INSERT INTO "solutions" VALUES('155a0657378bac5f3284f08a3ad2e2ce','moves','import','A>C3 A>D4',2.0,NULL,0,1794887155798);
INSERT INTO "solutions" VALUES('15ab403e979d4fd4e538ba5634110a4c','moves','import','druururdddlruullddldr',21.0,NULL,0,1794887155805);
INSERT INTO "solutions" VALUES('16390509efb39aadd759f4d176e563aa','moves','generator','A>D1 A>A3',2.0,NULL,0,1794887155842);
INSERT INTO "solutions" VALUES('16a84cb721ed08bd92c3a0ce11971a2f','moves','import','URULLLDDDL',10.0,NULL,0,1794887155801);
INSERT INTO "solutions" VALUES('173e903552f78a71fd3e5b699c7a0c35','moves','import','G2rdddlll C3rr F4lld G4ulullllddrdd I5uuuullllllllddddrddd A6dddrrurrrr D6rrrrrdddlllll C7rrrrrd',8.0,NULL,0,1794887155796);
INSERT INTO "solutions" VALUES('17941099de16cb0f1c162f31f3800580','moves','generator','uuuullllldRurrrdddlllUrdrruuullDDuulldRddRRRuuullDDuurrddddrUUluullddldRRRdrU',77.0,16.0,0,1794887155893);
INSERT INTO "solutions" VALUES('1a3fb8217db6236440146ee6dc638704','moves','generator','urururldldrrdru',15.0,NULL,0,1794887155884);
INSERT INTO "solutions" VALUES('1b465e9cd3a8a1201b17cbf90a2c2a4d','moves','generator','C1llddddrrr D1dld B2ddrru F3urrddddddl G3ddddld F4ddll E5uuuurrrrddddddddlllllllluu A6rrdr B7drrru',9.0,NULL,0,1794887155825);
INSERT INTO "solutions" VALUES('1df9c7c0b66c057f33101c96908cfeb7','moves','generator','luldrrrurd',10.0,NULL,0,1794887155883);
INSERT INTO "solutions" VALUES('1e09c34a4cf1f1940bb1bf0399f719bc','moves','generator','uluuurrdLullldlddrUluurrrrdDlUruLLLulDDDrUluRRRdrruLLLLulDDurrrddddrUUUruLLLLulD',80.0,28.0,0,1794887155901);
INSERT INTO "solutions" VALUES('1e19edeb78695659e50b9df3ff83716f','moves','generator','ullldllurrrrrlllluurrrrllllddrrrruu',35.0,NULL,0,1794887155886);
INSERT INTO "solutions" VALUES('1e5f3ecfc039dd76b93782e62cb98139','moves','generator','A>B2 A>D2 A>B3 A>F5 A>E6',5.0,NULL,0,1794887155854);
INSERT INTO "solutions" VALUES('1f497814e3e540b8fc95893931a53061','moves','generator','F1llddddd B2ddddddrdr H2dl F3ddrdd G4rdddd F6ddrdrr E7uuuuurrurrddddddd B9luuuuuuuurrddddddrdrdr',8.0,NULL,0,1794887155822);
INSERT INTO "solutions" VALUES('233530ad572901176ebf053b211e83bc','moves','generator','UUDRRULU',8.0,NULL,0,1794887155882);
INSERT INTO "solutions" VALUES('236f56ac50ac591816df6ed1011e8917','moves','import','rdrrdlrddlluurul',16.0,NULL,0,1794887155803);
INSERT INTO "solutions" VALUES('23cf71f86e15b04e6ed50188723a4f23','moves','generator','uluurrruulDrdLLDlluRRRurrddlUlldlddrUUluRRuurrdLrdLLLrruulD',59.0,17.0,0,1794887158985);
INSERT INTO "solutions" VALUES('253cf8472bad683825acac0be7798295','moves','import','UDLURR',6.0,NULL,0,1794887155802);
INSERT INTO "solutions" VALUES('29235c454008a7927f0598b4258cb807','moves','generator','F1rddddddlluu F2dddd B3urrd C3dldd D4ddd E4uuullllddddddrruu',6.0,NULL,0,1794887155833);
INSERT INTO "solutions" VALUES('2af1772642049890e41fb1c1b65a134f','moves','import','uurrRdrruLLdLdlluRRRurDllluRR',29.0,10.0,0,1794887155903);
INSERT INTO "solutions" VALUES('2c00805a44b96474fe4803caa1dbfc3e','moves','generator','RRLDD',5.0,NULL,0,1794887155871);
INSERT INTO "solutions" VALUES('2f1448ed5bb52d4889d5107352d02f9d','moves','import','A>C2 A>D3 A>B4',3.0,NULL,0,1794887155799);
INSERT INTO "solutions" VALUES('2f583da62fadba07ec542acd7845c56a','moves','generator','B1lddddrrrruuuu C1rd B2rdr B3drr',4.0,NULL,0,1794887155808);
INSERT INTO "solutions" VALUES('30ff282b6049145075454632dfa7c665','moves','import','llluruulrddlulurrdddrrudllurrdruuu',34.0,NULL,0,1794887155804);
INSERT INTO "solutions" VALUES('352c0bfe2f8e26a933ff75ad632ddf2d','moves','import','dlddldruuurrrrddllldluuu',24.0,NULL,0,1794887155805);
INSERT INTO "solutions" VALUES('36762dfe92a312d100b51636021aa4b2','moves','import','uullllluuurrDDuurrdLullldddrRRluUddlluuurRRlllddRdrUUdlluurRdddrdrruLL',70.0,14.0,0,1794887155907);
INSERT INTO "solutions" VALUES('3b7534838dd092186a0aba332f036733','moves','generator','DLLUUR',6.0,NULL,0,1794887155880);
INSERT INTO "solutions" VALUES('3c2fc3745b5da8a6f70e2b7ac42153fe','moves','generator','DLUULRD',7.0,NULL,0,1794887155881);
INSERT INTO "solutions" VALUES('405a4dcb27ba5ac8e9f6651fcb598e5f','moves','import','lddrdrrruululd',14.0,NULL,0,1794887155803);
INSERT INTO "solutions" VALUES('475b9f8e80f94238bb149687977b903f','moves','generator','A>C1 A>A4',2.0,NULL,0,1794887155843);
INSERT INTO "solutions" VALUES('4e2b1a64aadfe0ccd875921a3ff394d0','moves','import','A1rrrrddddlluul A2dddru B2rrdd',3.0,NULL,0,1794887155795);
INSERT INTO "solutions" VALUES('4f44bda833e689e6eaad3015cbd967a9','moves','generator','A1ddddddrrrrruuuullddl C1ldd G1llldldd E2rrddddd B4ddrrruu',5.0,NULL,0,1794887159144);
INSERT INTO "solutions" VALUES('532a7f9dcbf5849aed4ac2dc2a1ad8c7','moves','import','luuuuRRRlllddrUdlddrURRllluurDuluurDldddRRluluurrrdrruLLLLulDDDrUluRRRdrruLLLLdlUrddddlUU',89.0,29.0,0,1794887155905);
INSERT INTO "solutions" VALUES('53c1393bd6f7d408c001ef76456cc18c','moves','import','A>B2 A>C3',2.0,NULL,0,1794887155797);
INSERT INTO "solutions" VALUES('543def4aabbe9248870474895c379466','moves','import','C1llddddddddrr E2dldddddl H2ddd C3dddd G6dr H6ruuuuullddddldd I7ddlllll B8uuuuuurrurrdddlddddrrr',8.0,NULL,0,1794887155796);
INSERT INTO "solutions" VALUES('54a16e1c1423f041e09f7522d7f36249','moves','import','RULURU',6.0,NULL,0,1794887155802);
INSERT INTO "solutions" VALUES('5746e1c1e368feeecdb1aedd5e8b5f60','moves','import','A>A1 A>C1 A>D4 A>B5',4.0,NULL,0,1794887155798);
INSERT INTO "solutions" VALUES('5a157de633cc7be9d5df5ed3a55c4d93','moves','generator','A1drrrdddrddll B1rrrrrdrddd H1rdddd F2ldd C3llddddddrrrrrrrruuulluuul B4ddddrrrrrr C4ddr F4dddrr',8.0,NULL,0,1794887155817);
INSERT INTO "solutions" VALUES('5b0f2e14b12c5350ae4536bb9da040a7','moves','import','UDR',3.0,NULL,0,1794887155800);
INSERT INTO "solutions" VALUES('5ec2677993e7ddd26ee605a73fa67519','moves','generator','D1lllddd B2rrrurrddddddllllluuu F2ddddllluu B3rrd E3ddl A5dd',6.0,NULL,0,1794887155834);
INSERT INTO "solutions" VALUES('61b27338d9b3a354fd33c3296130dd2a','moves','generator','LUL',3.0,NULL,0,1794887155864);
INSERT INTO "solutions" VALUES('63e50f17aa6e74c45ba7109c74b8290d','moves','generator','A>C4 A>A5 A>B6 A>D6',4.0,NULL,0,1794887155849);
INSERT INTO "solutions" VALUES('67ea7cee58826df0ccd37f1ac1228d43','moves','generator','E1dddd B2rdr D2ulllddddrr B3drrd',4.0,NULL,0,1794887155812);
INSERT INTO "solutions" VALUES('68ca8bd143a6162b9360ea861865324e','moves','import','drUUUluurDDDDuurrrruulDrdLLLLuurDRdrruLLLulldRdRRuLdlUruLddddldRuuuurrrrdLLL',76.0,27.0,0,1794887155905);
INSERT INTO "solutions" VALUES('6ee7713583acca3195290b2ab2edd7fa','moves','import','A>C2 A>A3 A>B4 A>D4',4.0,NULL,0,1794887155798);
INSERT INTO "solutions" VALUES('730ba2db0eb7bf9cc838c07071a20cb5','moves','import','A>D1 A>E2 A>B5',3.0,NULL,0,1794887155799);
INSERT INTO "solutions" VALUES('782307472381b143cef2f655f19938fa','moves','import','B2rrrr A3uurrrrrrddddddlllu F3lllldldddrru C4rrrddl E5llld',5.0,NULL,0,1794887155797);
INSERT INTO "solutions" VALUES('7ab7cb4bc7aa777ee57bcc550c028d9b','moves','import','F1rdd C2lddddrrrrruu D2dlddrrruuu A4uuurrrrdddl A5ddrrrrrr',5.0,NULL,0,1794887155797);
INSERT INTO "solutions" VALUES('7bc991a16e19a53246c968dde50fa3a0','moves','import','RDD',3.0,NULL,0,1794887155800);
INSERT INTO "solutions" VALUES('7c3fc131169edb94c09fd019ede370d9','moves','import','dllluRdllluRuuuRRldldddrruLdlUUUddrrdrruLLLdlUU',47.0,13.0,0,1794887155906);
INSERT INTO "solutions" VALUES('7d2ed52b8e46c1a4e4034eb9be07772c','moves','import','A>D1 A>C3',2.0,NULL,0,1794887155798);
INSERT INTO "solutions" VALUES('819761af9f57b89868a05cb3900665af','moves','import','A1dr B1rddllddrrrruuu E1ldddll',3.0,NULL,0,1794887155795);
INSERT INTO "solutions" VALUES('869b44297991668b378e74209e68526f','moves','import','uRRDRUllldRurrruulDrdLLLrrddrUUllldRurrddlUruLuurDDldlluRdrUU',61.0,20.0,0,1794887155905);
INSERT INTO "solutions" VALUES('8b0926d1e1554618557a0ff9098d42d4','moves','import','RUL',3.0,NULL,0,1794887155800);
INSERT INTO "solutions" VALUES('8e11d8003e297bb0e0a30506fbe3ddbb','moves','import','A>B1 A>D3 A>B4 A>C5',4.0,NULL,0,1794887155798);
INSERT INTO "solutions" VALUES('911e6dd009c1e4dd7b4dbee324abf675','moves','import','E1llllddddr B2rrrdddllu B4urrd',3.0,NULL,0,1794887155795);
INSERT INTO "solutions" VALUES('93703f0eb32c30073d386eb8175bfcea','moves','generator','RULU',4.0,NULL,0,1794887155868);
INSERT INTO "solutions" VALUES('93de1677effc6e96382800f4891ce79e','moves','generator','G1llllllddddddrrurrr B2dddd C2rrrrdd F3lllddrrrrddlll D4rr',5.0,NULL,0,1794887155827);
INSERT INTO "solutions" VALUES('941361a571ae449c65a2d6fe6f618cad','moves','generator','ddrruuLrddrdrrULuurDDldlluRdrUruulDDlddrrULLLLurrrurDlllllD',59.0,16.0,0,1794887155899);
INSERT INTO "solutions" VALUES('9452ad8c58eddf7040d67aebdb010b87','moves','import','A>A1 A>B3 A>E5 A>F6',4.0,NULL,0,1794887155798);
INSERT INTO "solutions" VALUES('9492af27b6a03694b4846f24c482f4aa','moves','import','B2dddrrdrrd G2lld H2dlldl C4uuulldddddrr D4uuurrrrrddddddddlllllllluurrrr G4rddddll E5rrdd B8rrr',8.0,NULL,0,1794887155796);
INSERT INTO "solutions" VALUES('94bd7e6f9196d9df35e129f6d5bccf99','moves','import','A>A1 A>C1 A>C3',3.0,NULL,0,1794887155799);
INSERT INTO "solutions" VALUES('a68549c4fe5a041986fa0d0c03183d3e','moves','generator','ddldlddrUUddrruLdlluurDldRRululuurDDDldR',40.0,10.0,0,1794887155891);
INSERT INTO "solutions" VALUES('ad27c8d9d443245bb5c1ccb138431963','moves','generator','rdddrdrrruulDuruulDDrddLLLulldRRRRdrUUUlDrdLLLulldRRRRurDuuluurDD',65.0,24.0,0,1794887158982);
INSERT INTO "solutions" VALUES('b16c746d057edd06a7c85cd2d882a0fe','moves','import','RRR',3.0,NULL,0,1794887155800);
INSERT INTO "solutions" VALUES('b17683cafd529eaec44ff79e508f0c42','moves','generator','RDLDURRDLD',10.0,NULL,0,1794887155871);
INSERT INTO "solutions" VALUES('b6f4df7028f2d08caedcaf3a0d8f3145','moves','import','urrdddrDldRuuluuulldRurDDDlUUruLrdddrddlUUUdlllddrUluRRurDrddlUruLLLruuurDDDrddlUruLL',85.0,26.0,0,1794887155905);
INSERT INTO "solutions" VALUES('baa78dd436a5ac9ae8a99bb37129e744','moves','import','B3urrrrdddd C3dlluuurrrrrrddddddll D3rddd D4dddllluur C5dl',5.0,NULL,0,1794887155797);
INSERT INTO "solutions" VALUES('c2ca8e22ec5a117f34d4d88821b87d4f','moves','import','R',1.0,1.0,0,1794887155913);
INSERT INTO "solutions" VALUES('c2ca8e22ec5a117f34d4d88821b87d4f','moves','player','R',1.0,1.0,0,1794887155916);
INSERT INTO "solutions" VALUES('c606b1f3bc88e3dd0baddde74b923f5b','moves','import','A>C2 A>D3',2.0,NULL,0,1794887155798);
INSERT INTO "solutions" VALUES('cba61e9bfec91bca65936129e830f2cc','moves','import','DRRLLU',6.0,NULL,0,1794887155802);
INSERT INTO "solutions" VALUES('d11d71daad00c45128e7abc4decc27ac','moves','generator','E1llllddddr B2rrrd B3rrdr B4rdrr',4.0,NULL,0,1794887159068);
INSERT INTO "solutions" VALUES('d563a844141a702344a29f91ce29f79a','moves','import','ULDDLR',6.0,NULL,0,1794887155802);
INSERT INTO "solutions" VALUES('d762b3643e1346987e9d61baa14d4530','moves','import','F1dddlluull G1ddddlll A2urrrrdd B4ddrrrr C5uullddddrrrrrru',5.0,NULL,0,1794887155797);
INSERT INTO "solutions" VALUES('d840c6e27fe5e1fcd69fc292776cae75','moves','generator','A>D3 A>B4',2.0,NULL,0,1794887155838);
INSERT INTO "solutions" VALUES('df79bf488c79b6c211462e0fb97eab9e','moves','import','DRDLURURDL',10.0,NULL,0,1794887155801);
INSERT INTO "solutions" VALUES('e89623aa5b9e1f4a64601e334e783408','moves','import','A2urrrrddll D2lldlddrrrr B4rrr',3.0,NULL,0,1794887155795);
INSERT INTO "solutions" VALUES('e8ac65f3cda13477ca2d3e85423d0cb8','moves','import','rddllluuRRDullddrRRuruLLL',25.0,8.0,0,1794887155903);
INSERT INTO "solutions" VALUES('ee0d22e406dd67f7ade34e08ec705eb3','moves','import','ullluuuurrdLulDDDldRRRlluuuurrrrdLLLulDDDldRR',45.0,15.0,0,1794887155903);
INSERT INTO "solutions" VALUES('efa09064ccb21d2e22c6f3698dadc9d3','moves','import','uRRurrdddllUURlddrruUlllldRurrrddllUdrruulLL',44.0,10.0,0,1794887155907);
INSERT INTO "solutions" VALUES('f007a596503b9823316653d75bea4207','moves','generator','urULLdddlluuRlddrruruulDrrrddLLuuuuurDDldllluRRdrddrruuLLLrruulDllldddrRRllluuurrdLulDurrrrdLLLrrddlUruLrrrddL',110.0,25.0,0,1794887155895);
INSERT INTO "solutions" VALUES('f05574d6053291eab734c978bae70171','moves','import','DLLLURURRR',10.0,NULL,0,1794887155801);
INSERT INTO "solutions" VALUES('f4c96ce9ba9eec2eb393759a04e4d679','moves','import','C1llddrdddr D1rrrrrddddddd B2rrrrrrdddddlllu A4dddddrrrrrrrr D4rrddr E5lluurrrrdd D6dll B8rrrrrr',8.0,NULL,0,1794887155796);
INSERT INTO "solutions" VALUES('fb555b0c865e4ef7ba3e726b9c0fbe06','moves','import','A>C2 A>D3 A>B4',3.0,NULL,0,1794887155799);
INSERT INTO "solutions" VALUES('fc31f4ca3721da2072a0adac20b62b3b','moves','generator','ullDDldlluRdrdrUUUruulDllDDldRdrruuUdddlluuuurRurDldRulllddRlddrruUUdlluurRurDlddlldRdrUUUdlluurRR',98.0,25.0,0,1794887159025);
CREATE TABLE sources (id TEXT PRIMARY KEY CHECK (length(id) = 32),  game TEXT NOT NULL, text TEXT NOT NULL, created_ms BIGINT NOT NULL);
CREATE TABLE studies (id TEXT PRIMARY KEY CHECK (length(id) = 32),  title TEXT NOT NULL, definition TEXT NOT NULL, state TEXT NOT NULL,  created_ms BIGINT NOT NULL);
CREATE TABLE tokens (name TEXT PRIMARY KEY, hash TEXT NOT NULL,  created_ms BIGINT NOT NULL);
INSERT INTO "tokens" VALUES('admin','d7649220afa22d96f6b66d781ee8432c489bb24779953b1d1e568751288867c7',1794887155795);
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
