var e=[{id:"b4f6c6933ecb131bcc03b8d9b5134efa",difficulty:"easy",text:`GRID START
o o o o
x o o o
o o o x
GRID STOP

A 2

L 5 0 -1 1
L 7 6 -1 -1

P 3 0
P 0 3
`,moves:2,percent:16.1},{id:"73c156cff4287092892c248769124d54",difficulty:"easy",text:`GRID START
x o o
x o o
o o o
o o o
GRID STOP

A 2

L 3 8 -1 -1

P 5 4
P 6 5
`,moves:2,percent:10.6},{id:"797213580151c0882bce800920e3c0dd",difficulty:"easy",text:`GRID START
o o o o
x o o o
o o o o
o o o o
GRID STOP

A 2

L 8 3 -1 1

P 5 2
P 6 3
P 1 6
`,moves:2,percent:14.9},{id:"becfb860a043599e192c6de9a73ff7da",difficulty:"easy",text:`GRID START
x x o x
o x o x
o o o o
x o o o
GRID STOP

A 2

L 1 0 1 1
L 8 7 -1 -1

P 8 3
P 1 6
`,moves:2,percent:10.6},{id:"d1421ee7ab2945d6e188032e9cca571f",difficulty:"easy",text:`GRID START
o o o
o o x
o o o
GRID STOP

A 3

L 1 6 1 -1
L 3 0 -1 1

P 0 5
P 6 5
`,moves:3,percent:19.3},{id:"189981ab27b2e31b44f9a9f8da0699d4",difficulty:"easy",text:`GRID START
o o o
o o o
o o o
o o o
GRID STOP

A 3

L 3 0 1 1
L 0 5 1 1

P 1 0
P 5 6
`,moves:3,percent:39.2},{id:"515edc6f70ff29b9abd7dfaeeea469c7",difficulty:"easy",text:`GRID START
o o x o
o o o o
o o o o
o o o o
GRID STOP

A 3

L 0 5 1 1
L 5 0 1 1

P 6 5
P 8 7
P 1 8
`,moves:3,percent:37.9},{id:"031663ad4c4218fabf43bed22066d697",difficulty:"medium",text:`GRID START
o o o o
o o o o
o o x x
o o o o
GRID STOP

A 3

L 0 1 1 1
L 8 3 -1 -1

P 4 3
P 5 8
`,moves:3,percent:53.5},{id:"3c2ecd869f4ccc68ca9c342f11f26100",difficulty:"medium",text:`GRID START
o x o x
o x o o
x o o o
o o o o
o o o x
GRID STOP

A 3

L 2 5 1 -1

P 1 4
P 5 4
`,moves:3,percent:37.9},{id:"0317e6848823edea22d2a903d13c10ad",difficulty:"medium",text:`GRID START
o o o o
o o x o
x o o x
o o o o
GRID STOP

A 3

L 4 3 1 -1

P 1 0
P 2 1
P 3 2
P 6 3
P 5 4
`,moves:3,percent:32.7},{id:"2a70fd30281d2c4018dbeb4efa4d9a49",difficulty:"medium",text:`GRID START
o o o o
o o o o
x o o o
o o o o
o o o o
GRID STOP

A 3

L 6 3 -1 1
L 0 3 1 1

P 2 1
P 1 6
P 3 8
`,moves:3,percent:46.8},{id:"13b4d5369f7c8cb5d6f010ec1a9bfdfc",difficulty:"medium",text:`GRID START
o o o o
o o o o
o o o o
x o o o
GRID STOP

A 3

L 3 0 -1 1
L 8 3 -1 -1

P 0 1
P 6 3
P 4 5
P 5 6
P 6 7
P 7 8
`,moves:3,percent:37.9},{id:"8809e9467ccfc4a11eaf2c8ddf0fccdd",difficulty:"medium",text:`GRID START
o o o o
o o o o
o x o o
x o o o
o o x o
GRID STOP

A 4
C 1

L 4 5 1 -1

P 5 2
P 8 3
P 3 6
P 2 9
`,moves:5,percent:95.1},{id:"3627deed7674ff202d3d767709b1bc65",difficulty:"medium",text:`GRID START
o x o o
o o x o
o o x x
o o o o
x o x o
GRID STOP

A 4
C 1

L 5 10 1 -1
L 3 0 1 1

P 0 3
P 3 4
P 6 5
P 4 9
`,moves:5,percent:91.9},{id:"2a68dba28aee14a5a9aeb73ee5dee60d",difficulty:"hard",text:`GRID START
o o x x o
o o o o o
o o o x o
o o o o o
o o o o x
GRID STOP

A 4
C 1

L 10 5 -1 -1
L 10 1 -1 1

P 8 1
P 3 2
P 4 3
P 6 7
P 8 7
P 1 8
`,moves:5,percent:97.5},{id:"41a3862487fa215bec1951ec3783b093",difficulty:"hard",text:`GRID START
o o x o
x o o o
o o x o
o o o o
o o o o
GRID STOP

A 4
C 1

L 1 10 1 -1
L 0 7 1 -1

P 3 0
P 5 0
P 5 4
P 4 5
P 5 8
P 4 9
`,moves:5,percent:97.7},{id:"d4c34d6dbfab5bed30677e491126d8af",difficulty:"hard",text:`GRID START
x o o o
x x o o
o o x o
x o o o
o o o o
GRID STOP

A 4
C 1

L 5 4 -1 1

P 2 1
P 3 4
P 8 7
P 7 8
`,moves:5,percent:95.2},{id:"8579140c21d6f37a84f4abe3373a0f6c",difficulty:"hard",text:`GRID START
o o x o o
o o o o o
o o o o o
o o o o o
x o o o o
GRID STOP

A 4
C 1

L 9 10 -1 -1

P 5 4
P 7 4
P 8 5
P 10 7
`,moves:5,percent:97.1},{id:"d7dd1c1489f2da88e6415fea54f6f95c",difficulty:"hard",text:`GRID START
o x o o
x o o o
o o o o
o x o x
o o o o
GRID STOP

A 4
C 1

L 7 10 -1 -1
L 1 8 1 1

P 5 4
P 8 7
P 4 9
P 8 9
`,moves:5,percent:97.9},{id:"2d79042e91f05e9ec13667e10d43a9b1",difficulty:"hard",text:`GRID START
o o o o o
o x o o o
o o o x x
o x x o o
o o o o o
GRID STOP

A 4
C 1

L 5 8 -1 1

P 10 7
P 3 8
P 5 10
`,moves:5,percent:98},{id:"d8bc2d5b5587a5545afdbe37cc20b359",difficulty:"hard",text:`GRID START
o o o x
o o o o
o o o o
o o x o
o o o x
GRID STOP

A 4
C 1

L 7 0 -1 1

P 3 2
P 8 3
P 8 5
`,moves:5,percent:91.3}];export{e as default};
