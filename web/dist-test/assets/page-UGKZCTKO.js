import{d as a,e as b}from"./chunk-OJF7YJNK.js";import"./chunk-FFQCIVWX.js";import"./chunk-GEPDF6EE.js";import"./chunk-FYEZYCP2.js";export{a as MakePage,b as RunState};
