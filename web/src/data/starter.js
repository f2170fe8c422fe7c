// The levels the pages carry themselves, so that there is something to play before any
// server has answered. Each game is loaded when it is asked for.
const loaders = {
  sokoban: () => import('../../levels/sokoban.json'),
  flow: () => import('../../levels/flow.json'),
  lazors: () => import('../../levels/lazors.json'),
  move: () => import('../../levels/move.json'),
};

/** @param {string} game @returns {Promise<Level[]>} */
export async function starterLevels(game) {
  if (game === 'puzzlescript') {
    const source = (await import('../../levels/lanterns.txt')).default;
    // A number for every level that is a board and not a message: how hard it is.
    const percents = (await import('../../levels/lanterns.json')).default;
    return percents.map((percent, i) => ({
      game,
      source,
      level: i + 1,
      id: `lanterns-${i + 1}`,
      own: true,
      title: `Lanterns ${i + 1}`,
      percent,
    }));
  }
  const rows = (await loaders[game]()).default;
  return rows.map((row, i) => ({
    game,
    id: row.id,
    text: row.text,
    difficulty: row.difficulty,
    percent: row.percent,
    own: true,
    title: `${i + 1}`,
    best: { moves: row.moves, pushes: row.pushes },
  }));
}

export const exampleScript = async () => (await import('../../levels/lanterns.txt')).default;
