// What the server says of studies, as the researcher's pages show it. Pure.

/** @typedef {'open' | 'paused' | 'closed' | 'deleted'} StudyState */
/** @typedef {'inside' | 'completed' | 'declined' | 'unfit'} PersonState */

/** @typedef {object} StudyRow
 * @property {string} study its id
 * @property {string} title
 * @property {StudyState} state
 * @property {number} version
 * @property {string} [created]
 * @property {Partial<Record<PersonState, number>>} [persons] */

/** @typedef {object} Cell
 * @property {number} cell from 1
 * @property {string} name
 * @property {Record<string, string>} [values]
 * @property {number} inside
 * @property {number} completed */

/** @typedef {object} Dropout people who came so far, and those who went from there
 * @property {string} phase
 * @property {number} reached
 * @property {number} left */

/** @typedef {object} Study
 * @property {string} study
 * @property {string} title
 * @property {StudyState} state
 * @property {number} version
 * @property {string} [closed]
 * @property {string} [delete]
 * @property {string} [link]
 * @property {{ version: number, hash: string, added?: string }[]} versions
 * @property {number} counts_from the oldest version whose people are in the cells' counts
 * @property {string[]} languages
 * @property {Cell[]} cells
 * @property {number | null} [wanted] people, all cells together
 * @property {Dropout[]} dropout
 * @property {Partial<Record<PersonState, number>>} persons
 * @property {Record<string, number>} flags
 * @property {number} [excluded] people whom rules of the definition leave out
 * @property {string | null} trial_link where one tries it without being counted; null: ended
 * @property {number} trials who has entered by it */

/** @typedef {object} Person
 * @property {number} number
 * @property {number} cell
 * @property {PersonState} state
 * @property {string} [phase] reached
 * @property {string} [entered]
 * @property {string} [seen]
 * @property {string} [ended]
 * @property {number} [version]
 * @property {number} [events]
 * @property {string[]} flags
 * @property {boolean} [excluded]
 * @property {boolean} [simulated] made by a program, for a trial */

/** @typedef {object} Event
 * @property {number} seq
 * @property {string} type
 * @property {string} [phase]
 * @property {number} [trial]
 * @property {number} t ms since the page began; it begins again after a reload
 * @property {number} clock ms of the person's clock
 * @property {Record<string, unknown>} [data] */

/** @typedef {object} Stretch events of one visit to a phase
 * @property {string} phase
 * @property {number} start ms since the first event
 * @property {number} ms
 * @property {Event[]} events */

/** Events as stretches of phases, in order. @param {Event[]} events @returns {Stretch[]} */
export function stretches(events) {
  /** @type {Stretch[]} */
  const found = [];
  const began = events[0]?.clock ?? 0;
  for (const event of events) {
    const phase = event.phase ?? '';
    let last = found[found.length - 1];
    if (!last || last.phase !== phase) {
      last = { phase, start: event.clock - began, ms: 0, events: [] };
      found.push(last);
    }
    last.events.push(event);
    last.ms = event.clock - began - last.start;
  }
  return found;
}

/** "1:02:03" or "2:03". @param {number} ms */
export function clockText(ms) {
  const all = Math.max(0, Math.round(ms / 1000));
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** "2026-11-17 10:05" of a time as the server writes it. @param {string | undefined} time */
export const timeText = (time) => (time ? time.slice(0, 16).replace('T', ' ') : '–');

/** "2037-01-01", the last day on which data is kept, as people are told it: it is deleted when that
 * day is over. @param {string} time at which it is deleted */
export const lastDay = (time) => new Date(Date.parse(time) - 1).toISOString().slice(0, 10);

/** How many there are in all. @param {Record<string, number | undefined>} counts */
export const sum = (counts) =>
  Object.values(counts).reduce((all, n) => (all ?? 0) + (n ?? 0), 0) ?? 0;

/** The least and the most that cells have got: people inside or through.
 * @param {Cell[]} cells */
export function spread(cells) {
  const taken = cells.map((cell) => cell.inside + cell.completed);
  return taken.length ? Math.max(...taken) - Math.min(...taken) : 0;
}

/** @typedef {{ place: string, line: number, column: number, message: string, remedy: string,
 *   opening: boolean }} Fault opening: it only keeps the study from being opened */

/** The faults of a refused definition. @param {any} answer the server's @returns {Fault[]} */
export function faultsOf(answer) {
  const faults = answer?.faults ?? answer?.error?.faults ?? [];
  return faults.map((/** @type {any} */ one) => ({
    place: one.place ?? one.pointer ?? '',
    line: one.line ?? 0,
    column: one.column ?? 0,
    message: one.message ?? one.sentence ?? '',
    remedy: one.remedy ?? '',
    opening: one.gravity === 'before-opening',
  }));
}

/** The link that people get. With a panel, the panel fills in its own name for the person by the
 * pattern that it uses for that; behind the #, where no server sees it.
 * @param {string} base @param {string} study @param {string} [panel] */
export function linkOf(base, study, panel) {
  const query = panel ? `?p=${panel}` : '';
  return `${base}#/study/${study}${query}`;
}

/** @typedef {Record<string, string>} Filled fields of the form, by name */

/** A definition with what was filled in besides. @param {any} definition @param {Filled} filled */
export function completed(definition, filled) {
  const next = { ...definition };
  const part = (/** @type {string} */ name, /** @type {string[]} */ members) => {
    const given = members.filter((member) => filled[`${name}.${member}`]);
    if (!given.length) return;
    next[name] = { ...next[name] };
    for (const member of given) next[name][member] = filled[`${name}.${member}`];
  };
  part('contact', ['name', 'email']);
  part('approval', ['board', 'number', 'from', 'until']);
  if (filled.retention_until) next.retention_until = filled.retention_until;
  return next;
}

/** @typedef {{ kind: 'heading', level: number, text: string } | { kind: 'item', text: string }
 *   | { kind: 'text', text: string }} Block */

/** An instruction sheet, which is simple Markdown, in blocks. Nothing in it is markup of ours.
 * @param {string} text @returns {Block[]} */
export function blocks(text) {
  const pieces = text.split(/\n{2,}|\n(?=- )/).map((piece) => piece.trim());
  return pieces.filter(Boolean).map(blockOf);
}

/** @param {string} piece @returns {Block} */
function blockOf(piece) {
  const [, marks, title] = /^(#{1,4}) (.*)$/s.exec(piece) ?? [];
  if (marks) return { kind: 'heading', level: marks.length, text: title };
  if (piece.startsWith('- ')) return { kind: 'item', text: piece.slice(2) };
  return { kind: 'text', text: piece.replaceAll('\n', ' ') };
}
