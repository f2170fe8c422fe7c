var f=[{id:"258dce3e776715898c08cd3681923018",difficulty:"easy",text:`## .. ## ## B.
## ## .. Ab ..
.. .. .. .. ##
.. .. .a .. ..
`,moves:3,percent:4.4},{id:"7c74c03cabf37a2ad0d81efb105fa1ee",difficulty:"easy",text:`.. .. .. .. ..
.a ## .. ## ##
.. Ab .. .. ..
.. .. .. B. ##
`,moves:3,percent:5.2},{id:"d57d85b4b6394996a482bf9d9dbc2719",difficulty:"easy",text:`.. .. .. ##
.. .. ## A.
.. ## .. ..
.. .. .a ##
## Aa .. ..
`,moves:3,percent:3.7},{id:"44644a44bef1e9231ceea7f8f542f60b",difficulty:"easy",text:`## .. ## .a ..
A. .. .. .. ..
.. .. ## ## ##
.. .. .. ## Bb
`,moves:4,percent:4.7},{id:"36bfb2a431611972ab2c0ca11c115a41",difficulty:"easy",text:`.. .. ## ## ..
.. ## .. .. ##
.a .. .. .a A.
.. .. A. ## ..
`,moves:4,percent:12.6},{id:"89635d9ec6137cfacd826e2460f9087f",difficulty:"easy",text:`.. .. A. ..
.. .a .. ..
A. ## .a ##
## .. .. ##
## ## .. ..
`,moves:5,percent:7.3},{id:"54d68663b91c27fe6fb43ff22c0b9b15",difficulty:"easy",text:`.. .. .. .. ##
.. .. .. .. ..
## .. B. Ab ..
.. .. .. .. .a
.. .. .. .. ##
`,moves:5,percent:36.9},{id:"52091233a98b4332e7ae102f1cf6485e",difficulty:"medium",text:`## .. .. .. ##
## ## A. .. ##
.. ## A. .. ..
.. A. .a .. ..
.. .a .. .a ..
`,moves:6,percent:61.8},{id:"fa27d4c27759f6e8b2b5e038a4895c8d",difficulty:"medium",text:`.. .. ## ## ##
A. .. .. .. ..
.. ## .a .. ..
.. .. .. .b ..
.. .. .. ## B.
`,moves:6,percent:31.6},{id:"9c5885fcb575cdecc250d08ca33631cb",difficulty:"medium",text:`## .. .. .. .. ..
.. C. .a .. B. A.
.. .. .. ## ## ##
.c .b ## .. ## ..
`,moves:7,percent:53.6},{id:"a06982660f1848f44ebe79094bae8bb0",difficulty:"medium",text:`## .b .a ..
## A. .. ##
A. ## B. ##
.. .a ## ..
`,moves:7,percent:30.8},{id:"00399593a15d2788357ca1c9f7f462da",difficulty:"medium",text:`A. .a .. .a
.. .. ## ..
.. .. .. ..
.. ## Aa ..
.. .. .. A.
.. .. ## ..
`,moves:8,percent:90.2},{id:"be88c3967a3c3f1f5de685074431bc23",difficulty:"medium",text:`.. ## .. .. .. ..
.. .. .. .a .a ..
.b .. B. ## A. ..
.. .. .. .. .. ..
.. .. .. .. .. A.
.. .. .. .. .. ..
`,moves:8,percent:88.6},{id:"341be6f3bf975bb6123bd6402104d898",difficulty:"medium",text:`.. .. A. .. .. ..
.. .. .a .. ## ..
.. ## .. B. .. ..
.. .. .. .. .. .b
`,moves:9,percent:87.3},{id:"5ef436d4a25cec77e9f5fd13234fd025",difficulty:"hard",text:`## ## .. ## ##
## A. Aa .. ##
.. ## A. .. ..
.a A. .. .. .a
.. .. .. .a ..
`,moves:10,percent:92.6},{id:"1f8845c179218ee7f779b722c1e186da",difficulty:"hard",text:`## .. ## ..
## Aa .. ##
Ab B. Bb ##
.a .. ## ##
`,moves:10,percent:91.6},{id:"99d3e104471f8a4a245e896ac7239d5c",difficulty:"hard",text:`## .. .. ## .a ..
## C. .. .. B. A.
.c .b .. C. ## ##
.c .. ## .. ## ..
`,moves:11,percent:95.9},{id:"3f3b54b874ea7074e82fb866d0e22136",difficulty:"hard",text:`.. ## .. .. .. ..
.a .. .. .. .. ..
.b .. B. B. A. ..
.b .. .a .. .. ..
.. ## .. .. .. A.
.. ## .. .. .. ..
`,moves:11,percent:94.8},{id:"af6a8b6aaa7c3ceeb72851fc098d9ff7",difficulty:"hard",text:`.c ## .. ..
.. .a B. ..
## C. ## ..
## .. ## Ab
## ## .. ..
`,moves:12,percent:84.2},{id:"f8636f4e39fa608aa89a3410f5752e56",difficulty:"hard",text:`.. .. A. .. .. ..
## .b .. ## B. ..
.. ## .. B. .. .b
.a .. .. .. .. ..
`,moves:13,percent:97.4},{id:"b42f544ef360069bbc0e72792e417dd4",difficulty:"hard",text:`.. .. ## ## B.
A. .. .b .. .a
.. ## .. .b ..
.. ## .. .. ..
## .. .. ## B.
`,moves:14,percent:92.6}];export{f as default};
