// Which language the pages of a study speak: the study's, by a translation that the pages have, by
// texts of the study's own, or both.
import { translations } from 'lw:translations';
import { spoken } from '../texts.js';

const toLeft = ['ar', 'fa', 'he', 'ur'];
/** @param {string} tag */
const baseOf = (tag) => tag.split('-')[0].toLowerCase();

/** @param {import('../texts.js').Spoken} now */
function set(now) {
  spoken.set(now);
  document.documentElement.lang = now.tag;
  document.documentElement.dir = toLeft.includes(baseOf(now.tag)) ? 'rtl' : 'ltr';
}

/** Speaks that language as soon as its texts are there, unless whoever asked for it has gone on to
 * another page or language by then.
 * @param {string} tag @param {Record<string, string>} [own] the study's own texts, by key
 * @param {AbortSignal} [signal] */
export async function speak(tag, own = {}, signal) {
  const load = translations.get(baseOf(tag));
  const texts = load
    ? await load().then(
        (module) => module.default,
        () => ({}),
      )
    : {};
  if (signal?.aborted) return;
  const isSpoken = Object.keys(texts).length + Object.keys(own).length > 0;
  set({ tag: isSpoken || baseOf(tag) === 'en' ? tag : 'en', texts, own });
}

/** The studio is no study. */
export const speakEnglish = () => set({ tag: 'en', texts: {}, own: {} });

/** The first of the person's languages that the study has, if it is not the one it came in.
 * @param {Pick<StudyInfo, 'languages' | 'language'>} info @param {readonly string[]} [wanted] */
export function preferred({ languages, language }, wanted = navigator.languages) {
  for (const one of wanted) {
    const found =
      languages.find((tag) => tag === one) ?? languages.find((tag) => baseOf(tag) === baseOf(one));
    if (found) return found === language ? undefined : found;
  }
  return undefined;
}
