var c=[3.8,23.9,95.5,95.3];export{c as default};
