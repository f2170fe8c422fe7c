// Sokoban on the pages.

/** @type {GamePart} */
const sokoban = {
  sample: (glyph) => ({
    text: `#####\n#${glyph} ${'@+'.includes(glyph) ? ' ' : '@'}#\n#####\n`,
    x: 1,
    y: 1,
  }),
};
export default sokoban;
