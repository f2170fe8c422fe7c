// The door of a study: what it is, how long it takes, what one needs, in which language.
import { useState } from 'preact/hooks';
import { t } from '../texts.js';
import { Button, Note, Segments } from '../ui/controls.jsx';
import { copyText } from '../ui/copy.js';
import { isByFinger } from './around.js';
import { Onward, ScreenTitle } from './bits.jsx';
import { enter } from './person.js';
import { problemText } from './problem.js';
import { Prose } from './prose.jsx';

/** Why this device will not do: a key of study.unfit, or ''. @param {StudyDevice} device */
function unfitness(device) {
  if (device.keyboard && isByFinger()) return 'keyboard';
  const isSmall = Math.min(screen.width, screen.height) < 600;
  return !device.phone && isByFinger() && isSmall ? 'phone' : '';
}

/** The name of a language in itself. @param {string} tag */
function languageName(tag) {
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** @param {{ info: StudyInfo }} props */
function Needs({ info }) {
  const { device, minutes } = info;
  const needs = [
    minutes ? t('study.takes', { minutes }) : '',
    device.keyboard ? t('study.needs.keyboard') : '',
    device.headphones ? t('study.needs.headphones') : '',
    device.full_screen ? t('study.needs.full_screen') : '',
    device.keyboard || !device.phone ? '' : t('study.needs.any'),
  ].filter(Boolean);
  return (
    <ul class="needs">
      {needs.map((need) => (
        <li key={need}>{need}</li>
      ))}
    </ul>
  );
}

/** @param {{ kind: string }} props */
function Unfit({ kind }) {
  const [said, setSaid] = useState('');
  return (
    <div class="stack" data-test="unfit">
      <Note kind="bad" icon="warn" role="alert">
        {t(`study.unfit.${kind}`)}
      </Note>
      <div class="row">
        <Button
          label={t('study.copyLink')}
          icon="share"
          onClick={() =>
            copyText(location.href).then(
              () => setSaid(t('study.linkCopied')),
              () => setSaid(location.href),
            )
          }
        />
        <span class="soft small" role="status">
          {said}
        </span>
      </div>
    </div>
  );
}

/** Why nobody can enter now, or nothing. @param {{ info: StudyInfo }} props */
const Shut = ({ info }) =>
  info.shut ? (
    <Note icon="warn" role="status">
      {t(`study.shut.${info.shut}`)}
    </Note>
  ) : null;

/** @typedef {object} EnterProps
 * @property {StudyInfo} info
 * @property {import('./person.js').Ticket} ticket what the link says of the person
 * @property {(language: string) => void} onLanguage
 * @property {(kept: import('./person.js').Kept) => void} onEntered */

/** @param {EnterProps} props */
export function EnterScreen({ info, ticket, onLanguage, onEntered }) {
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const unfit = unfitness(info.device);
  const isTrial = Boolean(ticket.trial);
  const isRunning = info.state === 'open' || info.state === 'paused';
  // Whom the panel names may be inside already, and then nothing keeps them from going on.
  const isOpen = isRunning && (isTrial || ticket.panel !== null || !info.shut);
  const come = () => {
    setBusy(true);
    enter(info.study, info.language, ticket).then(onEntered, (error) => {
      setProblem(problemText(error));
      setBusy(false);
    });
  };
  return (
    <div class="screen stack" data-test="enter">
      <ScreenTitle title={info.title} lang={info.language} />
      {info.languages.length > 1 && (
        <Segments
          label={t('study.language')}
          options={info.languages.map((tag) => ({ value: tag, title: languageName(tag) }))}
          value={info.language}
          onChange={onLanguage}
        />
      )}
      {info.summary && <Prose text={info.summary} lang={info.language} />}
      <Needs info={info} />
      {info.contact && (
        <p class="soft">
          {t('study.by', {
            name: [info.contact.name, info.contact.institution].filter(Boolean).join(', '),
          })}
          {info.approval?.number
            ? ` ${t('study.approved', { board: info.approval.board ?? '', number: info.approval.number })}`
            : ''}
        </p>
      )}
      {isTrial ? <Note role="status">{t('study.trial')}</Note> : <Shut info={info} />}
      {unfit && <Unfit kind={unfit} />}
      {problem && (
        <Note kind="bad" icon="warn" role="alert">
          {problem}
        </Note>
      )}
      {isOpen && !unfit && (
        <Onward>
          <Button
            label={t(info.shut && !isTrial ? 'study.enterAgain' : 'study.enter')}
            kind="main"
            data-test="enter-button"
            disabled={isBusy}
            onClick={come}
          />
        </Onward>
      )}
    </div>
  );
}
