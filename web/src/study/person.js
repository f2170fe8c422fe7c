// Somebody who takes part: the key by which the server knows them, the code to withdraw with,
// and where they are, all kept in this browser, so that the same link goes on.
import { statusOf } from '../errors.js';
import { api, query } from '../net/api.js';
import { parseRoute } from '../route.js';
import { load, save } from '../storage.js';

/** @typedef {object} Kept
 * @property {string} key
 * @property {string} code '' when it was shown in another browser
 * @property {string} language
 * @property {string[]} special categories that were allowed
 * @property {string | null} [panel] the panel's name for them, from the link; null: there was none;
 *   undefined: nobody noted it
 * @property {string} [trial] the key of the trial link that they came by */

/** @typedef {object} Ticket what the link says of whoever opens it
 * @property {string | null} panel the panel's name for the person
 * @property {string} [trial] the key of the study's trial link: enters without being counted */

/** @typedef {object} Place what only this browser knows of where one is
 * @property {string} phase its id
 * @property {number} used_ms how much of its time is over
 * @property {number} owed the trial of which questions are still to be asked, or -1
 * @property {number} clock time of day when this was written */

/** @param {string} study */
const name = (study) => `study.${study}`;

/** @param {string} study @returns {Kept | null} */
export const loadPerson = (study) => load(name(study), null);
/** @param {string} study @param {Kept} kept */
export const savePerson = (study, kept) => save(name(study), kept);

/** What the person allowed is known by the server, too: a browser that took no consent, because
 * they come back by a panel's link, learns it from there.
 * @param {Kept} kept @param {StudyProgress} progress @returns {Kept} */
export const keptAfter = (kept, progress) =>
  progress.consented ? { ...kept, special: progress.special } : kept;

/** What the link says.
 * @param {Pick<StudyInfo, 'panel_parameter'>} info @param {string} [hash] @returns {Ticket} */
export function ticketIn({ panel_parameter: name }, hash = location.hash) {
  const { query } = parseRoute(hash);
  if (query.trial) return { panel: null, trial: query.trial };
  return { panel: (name && (query[name] ?? query.p)) || null };
}

/** Is the link somebody else's than the person's whom this browser knows? A link without a name is
 * anybody's, but never the same for a trial and in earnest.
 * @param {Pick<Kept, 'panel' | 'trial'>} kept @param {Ticket} ticket of the link */
export const isSomeoneElse = ({ panel: own, trial: ownTrial }, { panel, trial }) =>
  ownTrial !== trial || (panel !== null && own !== undefined && own !== panel);

/** @param {string} study @returns {Place | null} */
export const loadPlace = (study) => load(`${name(study)}.place`, null);
/** @param {string} study @param {Place} place */
export const savePlace = (study, place) => save(`${name(study)}.place`, place);

/** How many events the server would not take, until the log says so.
 * @param {string} study @returns {number} */
export const loadLost = (study) => load(`${name(study)}.lost`, 0);
/** @param {string} study @param {number} n */
export const saveLost = (study, n) => save(`${name(study)}.lost`, n);

/** @param {string} study */
const eventPrefix = (study) => `lw.${name(study)}.event.`;

/** Events of one study that wait; memory stands in where nothing can be kept.
 * @param {string} study @returns {import('../net/queue.js').Storage} */
export function eventStorage(study) {
  const prefix = eventPrefix(study);
  /** @type {Map<string, string>} */
  const memory = new Map();
  const inBrowser = () => {
    try {
      return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    } catch {
      return [];
    }
  };
  return {
    keys: () => [...inBrowser().map((key) => key.slice(prefix.length)), ...memory.keys()],
    get: (key) => JSON.parse(memory.get(key) ?? localStorage.getItem(prefix + key) ?? 'null'),
    set(key, value) {
      try {
        localStorage.setItem(prefix + key, JSON.stringify(value));
      } catch {
        memory.set(key, JSON.stringify(value));
      }
    },
    remove(key) {
      if (!memory.delete(key)) localStorage.removeItem(prefix + key);
    },
  };
}

/** Nothing of the person stays in this browser, nor what instruments keep under the study's
 * address. @param {string} study */
export function forgetPerson(study) {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith('lw.study.') && key.includes(study)) localStorage.removeItem(key);
    }
  } catch {
    // Nothing can be kept here, so nothing was.
  }
}

/** @param {string} study */
const path = (study) => `/studies/${encodeURIComponent(study)}`;

/** @param {string} study @param {string} [language] @returns {Promise<StudyInfo>} */
export const askInfo = (study, language) => api('GET', `${path(study)}${query({ language })}`);

/** Whoever has entered in another tab meanwhile is that person here, too, unless the link is
 * somebody else's.
 * @param {string} study @param {string} language @param {Ticket} ticket
 * @returns {Promise<Kept>} */
export async function enter(study, language, ticket) {
  const already = loadPerson(study);
  if (already && !isSomeoneElse(already, ticket)) return already;
  const { panel, trial } = ticket;
  const body = { language, ...(panel ? { panel } : {}), ...(trial ? { trial } : {}) };
  const { key, code } = await api('POST', `${path(study)}/persons`, { body });
  const kept = { key, code: code ?? '', language, special: [], panel, ...(trial ? { trial } : {}) };
  savePerson(study, kept);
  return kept;
}

/** @param {string} study @param {string} key @returns {Promise<StudyMe>} */
export const askMe = (study, key) => api('GET', `${path(study)}/me`, { person: key });

/** @param {string} study @param {string} key
 * @returns {(events: StudyEvent[]) => Promise<StudyStored>} */
export const sendEvents = (study, key) => (events) =>
  api('POST', `${path(study)}/events`, { person: key, body: { events } });

/** The two levels of a pair that depends on what others have answered.
 * @param {string} study @param {string} key @param {{ phase: string, trial: number }} body
 * @returns {Promise<[string, string]>} left and right */
export const askPair = async (study, key, body) =>
  (await api('POST', `${path(study)}/pair`, { person: key, body })).levels;

/** Is it the person whom this browser knows that has withdrawn? A code that was shown elsewhere is
 * not known here, but then the server knows the key no more.
 * @param {string} study @param {Kept} kept @param {string} code */
const isGone = async (study, kept, code) =>
  kept.code === code ||
  (await askMe(study, kept.key).then(
    () => false,
    (error) => statusOf(error) === 401,
  ));

/** Everything that the person gave is deleted. On a shared computer somebody else may be in the
 * middle of the study: they stay. @param {string} study @param {string} code
 * @returns {Promise<StudyCompletion | null>} what the panel is told, if the study has one */
export async function withdraw(study, code) {
  const answer = await api('POST', `${path(study)}/withdraw`, { body: { code }, raw: true });
  const kept = loadPerson(study);
  if (kept && (await isGone(study, kept, code))) forgetPerson(study);
  return answer.status === 204 ? null : (await answer.json()).completion;
}
