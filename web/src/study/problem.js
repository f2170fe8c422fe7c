// What the server refuses, in the person’s language: by its code, as its sentences are English.
import { codeOf, statusOf } from '../errors.js';
import { has, t } from '../texts.js';

/** @param {unknown} error */
export function problemText(error) {
  const code = codeOf(error) || 'error';
  if (statusOf(error) === 0) return t('study.stageTitle.away');
  if (has(`study.shut.${code}`)) return t(`study.shut.${code}`);
  return has(`study.refused.${code}`)
    ? t(`study.refused.${code}`)
    : t('study.refused.other', { code });
}
