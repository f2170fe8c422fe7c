// What the pages know about each game beyond what the engine tells: how pointing works
// and what its solutions are counted in. The order is the one shown.

/** @typedef {'walk' | 'swipe' | 'path' | 'carry'} Pointing */
/** @type {Record<string, { pointing: Pointing, stride: number, held?: RegExp, words?: boolean, counters: string[], fewest?: string }>}
 * held: letters of what a finger can take; words: moves are told in words, not letters; fewest: what a shortest solution has fewest of */
export const traits = {
  // A tap walks, a drag from a box pushes it, a swipe steps.
  sokoban: {
    pointing: 'walk',
    stride: 1,
    held: /[$*]/,
    counters: ['moves', 'pushes'],
    fewest: 'pushes',
  },
  // The cells a drag goes over are the move.
  flow: { pointing: 'path', stride: 1, held: /[^·#]/, words: true, counters: ['moves'] },
  // A drag carries a block; a cell of the board is three by three drawn cells.
  lazors: { pointing: 'carry', stride: 3, held: /[ABC]/, words: true, counters: ['moves'] },
  move: { pointing: 'swipe', stride: 1, counters: ['moves'], fewest: 'moves' },
  puzzlescript: { pointing: 'swipe', stride: 1, counters: ['moves'] },
};

export const gameNames = Object.keys(traits);
export const difficulties = ['easy', 'medium', 'hard'];
