// A campaign as its page holds it, and as the file that `levelwright generate` reads.

/** @typedef {object} Chapter
 * @property {string} title
 * @property {string} game
 * @property {number} count
 * @property {number} from ratings of the first level and of the last
 * @property {number} to
 * @property {string[]} teaches */

/** @typedef {{ title: string, author: string, seed: number, chapters: Chapter[] }} Campaign */

export const MAX_CHAPTERS = 40;
export const MAX_LEVELS = 1000;

/** @param {string} game @param {Chapter} [before] what comes next begins where that ended
 * @returns {Chapter} */
export function newChapter(game, before) {
  const from = before?.to ?? 2;
  const to = Math.min(10, from + 2);
  return { title: '', game: before?.game ?? game, count: 20, from, to, teaches: [] };
}

/** @param {Campaign} campaign */
export const countLevels = ({ chapters }) =>
  chapters.reduce((sum, chapter) => sum + (chapter.count || 0), 0);

/** What is wrong with a chapter, as the key of a text; '' when nothing is.
 * @param {Chapter} chapter */
export function problemOfChapter({ count, from, to, teaches }) {
  if (!Number.isInteger(count) || count < 1 || count > MAX_LEVELS) return 'count';
  if (!(from >= 1 && to <= 10 && from <= to)) return 'difficulty';
  return teaches.length > count ? 'teaches' : '';
}

/** @param {Campaign} campaign */
export const isGood = (campaign) =>
  campaign.chapters.length > 0 &&
  countLevels(campaign) <= MAX_LEVELS &&
  campaign.chapters.every((chapter) => problemOfChapter(chapter) === '');

/** The file. @param {Campaign} campaign */
export function fileOf({ title, author, seed, chapters }) {
  const file = {
    title,
    author,
    seed,
    chapters: chapters.map(({ title: name, game, count, from, to, teaches }) => ({
      title: name,
      game,
      count,
      difficulty: [from, to],
      ...(teaches.length > 0 ? { teaches } : {}),
    })),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}
