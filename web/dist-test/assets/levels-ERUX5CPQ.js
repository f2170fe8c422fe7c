var c=[{id:"218a0a77cbf727892eb2653e1d3b91c7",difficulty:"easy",text:`######
#.   #
#$$  #
# +###
######
`,moves:11,pushes:4,percent:5.2},{id:"45f657a48f0762ed97312bccfe96e352",difficulty:"easy",text:`#####
#. ##
#.$##
#  ##
# $@#
#   #
#####
`,moves:35,pushes:9,percent:46.2},{id:"40a20443666f5a8d76fa4792c272f239",difficulty:"easy",text:`#######
#     #
# $ # #
#     #
###  .#
###$ +#
###  ##
#######
`,moves:46,pushes:11,percent:5.2},{id:"a3539ac538db868d893559b6dd5d8736",difficulty:"easy",text:`######
# @###
#   ##
#  *##
#  $ #
# #  #
#  . #
######
`,moves:45,pushes:10,percent:54.9},{id:"793e47872ff774ccb663c182984250b4",difficulty:"easy",text:`########
#   ####
# $ ####
#   ####
#  ##@.#
#    $.#
##  #  #
########
`,moves:41,pushes:17,percent:7.7},{id:"6cf4787f0b97024e862e5543d2d187f6",difficulty:"easy",text:`########
#  *   #
#   $  #
#  #@  #
## #####
#   ####
#.  ####
########
`,moves:43,pushes:13,percent:31.5},{id:"9e35676a89fdcdc748bfad620f4f0f44",difficulty:"easy",text:`########
####   #
#      #
#  $$  #
#.. # @#
########
`,moves:44,pushes:12,percent:8.4},{id:"be41f419bfc2c9bed79607af71f99c24",difficulty:"medium",text:`#######
#.#   #
# $.  #
#$$#.##
#    @#
#  #  #
#######
`,moves:21,pushes:7,percent:21.3},{id:"cfce0df2fb94dbdd2a7a672079ee216e",difficulty:"medium",text:`########
#@. $  #
#    #.#
# # $  #
# #$  .#
#    ###
########
`,moves:64,pushes:12,percent:36},{id:"6d9ea3c340fd7acea259ff11842bb730",difficulty:"medium",text:`########
####.. #
#. $   #
# # . ##
# $$$###
#@   ###
########
`,moves:56,pushes:11,percent:32.9},{id:"48087becbb549eb29d598ceccda4b2d5",difficulty:"medium",text:`########
##  #  #
## $  .#
##   $$#
# @## .#
#  ## .#
########
`,moves:25,pushes:7,percent:43.7},{id:"c9203ba242f2c26f51430248c40fd82c",difficulty:"medium",text:`#######
##   @#
##  $ #
###.$##
#  .  #
#. $  #
#######
`,moves:31,pushes:6,percent:35.3},{id:"134b435b337e2131d9ab4564220be619",difficulty:"medium",text:`########
##   . #
# $$#$ #
# .  $ #
## .. @#
########
`,moves:40,pushes:8,percent:36.4},{id:"54bb899608545749b262e460327c51f4",difficulty:"medium",text:`########
#####. #
#@  $  #
#  $#$.#
##  #  #
##  .  #
########
`,moves:29,pushes:8,percent:37.4},{id:"cc22c60368b8a22a1bdc1209e809e40c",difficulty:"hard",text:`########
# . $  #
#  ###.#
#@   $ #
## $  .#
##  #  #
########
`,moves:37,pushes:7,percent:58.7},{id:"4e99d5d881f916d0fd8169958e4162a3",difficulty:"hard",text:`#######
## . +#
## $  #
# $#$ #
#  $..#
##    #
#######
`,moves:67,pushes:11,percent:54.9},{id:"44313964f26c1423a5fff5b283077b52",difficulty:"hard",text:`#######
#   ###
# *   #
#.$#$@#
#  $  #
#. .###
#######
`,moves:35,pushes:11,percent:60.1},{id:"14c1ee4a8c393f5827acee9c74ccc722",difficulty:"hard",text:`########
###    #
#. .$$ #
# $# ###
#@$    #
### .. #
########
`,moves:57,pushes:11,percent:58.7},{id:"b262e2c8efe1355d9f624ed2f05c5134",difficulty:"hard",text:`########
##  ####
## $$.##
##  #  #
#@  #$ #
## .  .#
########
`,moves:54,pushes:12,percent:65.7},{id:"4d35b5758292ade12b95cb5a3b009263",difficulty:"hard",text:`########
#      #
#.#$@# #
#  $$$ #
#.. . ##
########
`,moves:47,pushes:12,percent:60.1},{id:"aec97ec3686f80601c6293c893ab9812",difficulty:"hard",text:`########
#.   ###
#   . ##
#$# #. #
#@#$$$ #
###.   #
########
`,moves:44,pushes:10,percent:72}];export{c as default};
