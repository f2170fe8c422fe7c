// What a form of questions amounts to: what is missing, what is out of range, and when each
// answer was given.

/** @typedef {Record<string, StudyAnswer>} Values */

/** Of a list, nothing chosen is an answer; of a text, nothing written is none.
 * @param {StudyQuestion} question @param {StudyAnswer | undefined} value @returns {StudyAnswer} */
export function answerOf({ type, required }, value) {
  if (type === 'several' && (value === undefined || value === null)) return required ? [] : null;
  if (typeof value === 'number' && !Number.isFinite(value)) return null;
  return value ?? null;
}

/** Why an answer cannot be handed in: a key of study.wrong, or '' when it can.
 * @param {StudyQuestion} question @param {StudyAnswer | undefined} value */
export function faultOf(question, value) {
  const answer = answerOf(question, value);
  if (question.type === 'mark' && question.marks > 0) {
    const n = Array.isArray(answer) ? answer.length : 0;
    if (n !== question.marks && (question.required || n > 0)) return 'marks';
  }
  if (answer === null) return question.required ? 'missing' : '';
  if (question.type !== 'number' || typeof answer !== 'number') return '';
  const { from = -Infinity, to = Infinity } = question;
  return answer < from || answer > to ? 'range' : '';
}

/** Notes when each question was answered last.
 * @param {() => number} now */
export function stopwatch(now) {
  const shown = now();
  /** @type {Map<string, number>} */
  const last = new Map();
  return {
    /** @param {string} id */
    note: (id) => void last.set(id, now()),
    /** From the question to the answer; to the end where there is none. @param {string} id */
    reaction: (id) => Math.round(((last.get(id) ?? now()) - shown) * 1000) / 1000,
  };
}

/** Long lists are handed in a page at a time. Short ones are not cut for the sake of two.
 * @template T @param {T[]} list @param {number} most @returns {T[][]} */
export function pagesOf(list, most) {
  const n = Math.max(1, Math.ceil(list.length / most));
  const each = Math.ceil(list.length / n);
  return Array.from({ length: n }, (_, i) => list.slice(i * each, (i + 1) * each)).filter(
    (page) => page.length > 0,
  );
}
