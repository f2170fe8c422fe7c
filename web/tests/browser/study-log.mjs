// The log that was stored of a walk against the walker's own list.
import { isDeepStrictEqual } from 'node:util';

/** What happens around a person, or depends on the machine: not what the person did. */
const AROUND = ['frames', 'device', 'visibility', 'focus', 'full-screen'];
/** Words sound beside everything else, so they and their answers are a list of their own. */
const WORDS = ['prompt', 'prompt-answer'];

/** An event as a line: what was done, without times. Moves that came in several bundles are one,
 * without the blanks that stand between words. */
export function linesOf(events) {
  const lines = [];
  for (const { type, phase, trial, data = {} } of events) {
    if (AROUND.includes(type) || WORDS.includes(type)) continue;
    const last = lines[lines.length - 1];
    const isSame = last?.type === type && last.trial === trial && last.level === data.level;
    if (type === 'moves' && isSame) {
      last.moves += data.moves.replaceAll(' ', '');
      continue;
    }
    const kept = essence(type, data);
    if (type === 'moves') kept.moves = kept.moves.replaceAll(' ', '');
    lines.push({ type, phase, ...(trial === undefined ? {} : { trial }), ...kept });
  }
  return lines;
}

/** What of an event's data a walker knows beforehand. */
function essence(type, data) {
  const kept = {
    'phase-end': ['reason'],
    page: ['page'],
    consent: ['answer', 'statements', 'special', 'of_age'],
    'level-start': ['level'],
    moves: ['level', 'moves'],
    undo: ['level', 'moves'],
    restart: ['level', 'moves'],
    'level-end': ['level', 'outcome', 'moves', 'undos', 'restarts'],
    answer: ['question', 'value'],
    'pair-start': ['left', 'right'],
    look: ['side', 'moves', 'solved'],
    comparison: ['answer'],
    resume: ['after'],
    attention: ['answer'],
    tones: ['count'],
    pitch: ['answer'],
    check: ['passed', 'attempt', 'right'],
  }[type];
  return Object.fromEntries((kept ?? []).map((key) => [key, data[key]]));
}

/** When a word was heard, by the time of day. */
const heardAt = ({ clock, t, data }) => clock - t + data.output_ms;

/** Answers as they have to be stored: each key belongs to the last word that had begun when it was
 * pressed. The list of keys is the walker's, their times are the browser's. */
function expectedAnswers(prompts, pressed, { high_key, other_high_key }) {
  const counts = new Map();
  return pressed.map(({ code, clock }) => {
    const word = prompts.findLast((one) => heardAt(one) <= clock);
    const prompt = word?.data.prompt ?? -1;
    counts.set(prompt, (counts.get(prompt) ?? 0) + 1);
    return {
      prompt,
      key: code,
      answer: [high_key, other_high_key].includes(code) ? 'high' : 'low',
      number: counts.get(prompt),
      reaction_ms: word ? clock - heardAt(word) : -1,
    };
  });
}

const withoutTime = ({ prompt, key, answer, number }) => ({ prompt, key, answer, number });

/** What is wrong with the words of a walk, in sentences: each as planned, in order, once, and every
 * key that was pressed stored with its word. `pressed`: keys by phase. */
export function wordFaults(plan, events, pressed) {
  const faults = [];
  for (const phase of plan.phases.filter((one) => one.prompts)) {
    const words = phase.words ?? phase.trials;
    const own = events.filter((event) => event.phase === phase.id);
    const prompts = own.filter(({ type }) => type === 'prompt');
    const heard = prompts.map(({ data: { prompt, word, voice } }) => ({ prompt, word, voice }));
    const planned = words.map(({ word, voice }, prompt) => ({ prompt, word, voice }));
    const wrong = differenceOf(planned.slice(0, heard.length), heard);
    if (wrong) faults.push(`${phase.id}: words ${wrong}`);
    const keys = pressed.get(phase.id) ?? [];
    if (keys.length === 0) faults.push(`${phase.id}: no word was answered`);
    const stored = own.filter(({ type }) => type === 'prompt-answer').map(({ data }) => data);
    const expected = expectedAnswers(prompts, keys, phase.prompts);
    const answers = differenceOf(expected.map(withoutTime), stored.map(withoutTime));
    if (answers) faults.push(`${phase.id}: answers ${answers}`);
    const isOff = ({ reaction_ms }, i) => Math.abs(reaction_ms - stored[i]?.reaction_ms) > 1;
    if (!answers && expected.some(isOff)) faults.push(`${phase.id}: reaction times`);
  }
  return faults;
}

/** The first place where two lists differ, in words; '' when they are the same. */
export function differenceOf(done, stored) {
  const n = Math.max(done.length, stored.length);
  for (let i = 0; i < n; i++) {
    if (!isDeepStrictEqual(done[i], stored[i])) {
      return `at ${i}: did ${JSON.stringify(done[i])}, stored ${JSON.stringify(stored[i])}`;
    }
  }
  return '';
}
