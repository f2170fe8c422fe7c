var a=`title Lanterns
author Levelwright
homepage example.org

( Push the lanterns onto the dark stones. Two lanterns in a row melt the snow ahead. )

========
OBJECTS
========

Background
#2e4a3f #35554a
00000
01000
00010
00000
10000

Stone
#1c2a33 #3d5563
.....
.000.
.010.
.000.
.....

Hedge
#16362b #21503f
00100
01010
10101
01010
00100

Snow
#dfe9ee #b9cbd6
.000.
00100
01000
00010
.000.

Keeper
#f2d5a7 #7a3f5c #28324a
..0..
.111.
01110
.111.
.2.2.

Lantern
#e8a33d #fff0b8 #6b4420
.222.
.000.
.010.
.000.
.222.

=======
LEGEND
=======

. = Background
# = Hedge
P = Keeper
* = Lantern
O = Stone
@ = Lantern and Stone
S = Snow
Player = Keeper

=======
SOUNDS
=======

Lantern move 36772507
EndLevel 83744503

================
COLLISIONLAYERS
================

Background
Stone
Keeper, Hedge, Lantern, Snow

======
RULES
======

[ > Keeper | Lantern ] -> [ > Keeper | > Lantern ]
late [ Lantern | Lantern | Snow ] -> [ Lantern | Lantern | ]

==============
WINCONDITIONS
==============

All Stone on Lantern

=======
LEVELS
=======

message Bring every lantern to a stone.

#######
#.....#
#.P*O.#
#.....#
#######

########
#..O...#
#.P*...#
#..*.#.#
#....O.#
########

message Two lanterns in a row melt the snow ahead of them.

#########
#...#...#
#.P.S.O.#
#.**#...#
#...#.O.#
#.......#
#########

#########
#...#...#
#.*.S.O.#
#.P.#.#.#
#.*.S.O.#
#...#...#
#########
`;export{a as default};
