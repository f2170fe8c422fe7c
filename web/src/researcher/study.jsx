// One study as it fills: cells, dropout, flags, and what the researcher can do with it.
import { useState } from 'preact/hooks';
import { messageOf } from '../errors.js';
import { Bars } from '../insight/chart.jsx';
import { Figure } from '../insight/yourself.jsx';
import { href } from '../route.js';
import { plural, t } from '../texts.js';
import { announce } from '../ui/announce.jsx';
import { Button, Dialog, Field, Note } from '../ui/controls.jsx';
import { copyText } from '../ui/copy.js';
import { download } from '../ui/export.jsx';
import { Heading } from '../ui/heading.jsx';
import { Icon } from '../ui/icon.jsx';
import { ask, part, useStudyData } from './ask.js';
import { lastDay, linkOf, spread, sum, timeText } from './model.js';
import { Back, flagTitle, Problem, StatePill, Table } from './parts.jsx';

/** @typedef {import('./model.js').Study} Study */

const EVERY_MS = 10000;
const EXPORT_MS = 600000;

/** @param {{ study: string }} props */
export function StudyPage({ study }) {
  const { found, problem, again } = useStudyData(part(study), EVERY_MS);
  const one = /** @type {Study | null} */ (found);
  if (!one) {
    return (
      <>
        <Heading title={t('studies.title')} />
        <Back />
        <Problem problem={problem} />
        {!problem && <p aria-busy="true">{t('ui.loading')}</p>}
      </>
    );
  }
  return (
    <>
      <Heading title={one.title || t('studies.untitled')} page={t('studies.title')}>
        <p class="row">
          <StatePill state={one.state} />
          <span class="small soft">{t('studies.version', { n: one.version })}</span>
        </p>
      </Heading>
      <Back />
      <Problem problem={problem} />
      <Persons one={one} />
      <div class="split even">
        <Actions one={one} again={again} />
        {(one.state === 'open' || one.state === 'paused') && <LinkToSend one={one} />}
      </div>
      <Cells one={one} />
      <div class="split even">
        <DropoutPanel one={one} />
        <FlagsPanel one={one} />
      </div>
      <Versions one={one} />
    </>
  );
}

const STATES = /** @type {const} */ (['inside', 'completed', 'declined', 'unfit']);

/** @param {{ one: Study }} props */
function Persons({ one }) {
  return (
    <div class="figures" data-test="persons">
      {STATES.map((state) => (
        <Figure
          key={state}
          value={one.persons[state] ?? 0}
          title={t(`studies.personStates.${state}`)}
        />
      ))}
    </div>
  );
}

/** @param {{ one: Study, again: () => void }} props */
function Actions({ one, again }) {
  const [asking, setAsking] = useState(false);
  const { busy, problem, set, save } = useActions(one.study, again);
  const mayEnd = one.state === 'open' || one.state === 'paused';
  const close = () => {
    setAsking(false);
    set('closed');
  };
  return (
    <section class="card stack tight">
      <h2>{t('studies.actions')}</h2>
      <div class="row">
        {one.state === 'open' && (
          <Button
            label={t('studies.pause')}
            icon="stop"
            disabled={busy}
            onClick={() => set('paused')}
          />
        )}
        {one.state === 'paused' && (
          <Button
            label={t('studies.resume')}
            icon="play"
            disabled={busy}
            onClick={() => set('open')}
          />
        )}
        {mayEnd && (
          <Button label={t('studies.close')} disabled={busy} onClick={() => setAsking(true)} />
        )}
        {one.state !== 'deleted' && (
          <Button label={t('studies.export')} icon="down" disabled={busy} onClick={save} />
        )}
        <a class="button" href={href('studies', [one.study, 'people'])}>
          <Icon name="list" />
          {t('studies.seePeople')}
        </a>
      </div>
      <p class="soft small">{t(`studies.about.${one.state}`)}</p>
      {one.delete && (
        <p class="soft small">{t('studies.deletion', { date: lastDay(one.delete) })}</p>
      )}
      <Problem problem={problem} />
      {asking && (
        <AskToClose inside={one.persons.inside ?? 0} onYes={close} onNo={() => setAsking(false)} />
      )}
    </section>
  );
}

/** What can be done with a study, one thing at a time.
 * @param {string} study @param {() => void} again looks at the study anew */
function useActions(study, again) {
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  /** @param {() => Promise<void>} act */
  const run = async (act) => {
    setBusy(true);
    setProblem('');
    await act().catch((error) => setProblem(messageOf(error)));
    setBusy(false);
  };
  /** @param {'open' | 'paused' | 'closed'} state */
  const set = (state) =>
    run(async () => {
      await ask('POST', part(study), { body: { state } });
      announce(t(`studies.states.${state}`));
      again();
    });
  const save = () =>
    run(async () => {
      const answer = await ask('GET', `${part(study)}/export`, { raw: true, patience: EXPORT_MS });
      download(`study-${study}.zip`, await answer.blob());
    });
  return { busy, problem, set, save };
}

/** @param {{ inside: number, onYes: () => void, onNo: () => void }} props inside: people who
 *   could not finish */
const AskToClose = ({ inside, onYes, onNo }) => (
  <Dialog title={t('studies.closeTitle')} onClose={onNo}>
    <Note kind="bad" icon="warn">
      {t('studies.closeWhy')}
    </Note>
    <p>{plural('studies.closeInside', inside)}</p>
    <div class="row">
      <Button label={t('ui.cancel')} kind="main" onClick={onNo} />
      <Button label={t('studies.closeYes')} icon="warn" onClick={onYes} />
    </div>
  </Dialog>
);

/** A link to be copied.
 * @param {{ label: string, help?: string, link: string, test: string }} props */
const LinkField = ({ label, help, link, test }) => (
  <Field label={label} help={help}>
    {(field) => (
      <input
        {...field}
        class="input"
        readOnly
        value={link}
        data-test={test}
        onFocus={(event) => event.currentTarget.select()}
      />
    )}
  </Field>
);

/** @param {{ one: Study }} props */
function LinkToSend({ one }) {
  const [panel, setPanel] = useState('');
  const [said, setSaid] = useState('');
  const link = linkOf(`${location.origin}/`, one.study, panel);
  const copy = () =>
    copyText(link).then(
      () => setSaid(t('studies.copied')),
      () => setSaid(t('studies.copyByHand')),
    );
  return (
    <section class="card stack tight">
      <h2>{t('studies.link')}</h2>
      <LinkField label={t('studies.linkField')} link={link} test="link" />
      <Field label={t('studies.panel')} help={t('studies.panelHelp')}>
        {(field) => (
          <input
            {...field}
            class="input"
            value={panel}
            maxLength={100}
            spellcheck={false}
            autocomplete="off"
            onInput={(event) => setPanel(event.currentTarget.value.trim())}
          />
        )}
      </Field>
      <div class="row">
        <Button label={t('studies.copy')} icon="share" onClick={copy} />
        <span class="small" role="status">
          {said}
        </span>
      </div>
      {one.trial_link && (
        <LinkField
          label={t('studies.trialLink')}
          help={plural('studies.trialHelp', one.trials)}
          link={`${location.origin}${one.trial_link}`}
          test="trial-link"
        />
      )}
    </section>
  );
}

/** @param {{ one: Study }} props */
function Cells({ one }) {
  const names = [...new Set(one.cells.flatMap((cell) => Object.keys(cell.values ?? {})))];
  const inside = one.cells.reduce((n, cell) => n + cell.inside, 0);
  const completed = one.cells.reduce((n, cell) => n + cell.completed, 0);
  return (
    <section class="card stack tight">
      <div class="row between">
        <h2>{plural('studies.cells', one.cells.length)}</h2>
        <span class="small soft">{t('studies.spread', { n: spread(one.cells) })}</span>
      </div>
      <Table
        label={plural('studies.cells', one.cells.length)}
        head={
          <>
            <th>{t('studies.cell')}</th>
            {names.map((name) => (
              <th key={name}>{name}</th>
            ))}
            <th class="num">{t('studies.personStates.inside')}</th>
            <th class="num">{t('studies.personStates.completed')}</th>
            <th>{t('studies.sheet')}</th>
          </>
        }
      >
        {one.cells.map((cell) => (
          <tr key={cell.cell} data-test="cell">
            <td>{cell.cell}</td>
            {names.map((name) => (
              <td key={name}>{cell.values?.[name] ?? ''}</td>
            ))}
            <td class="num">{cell.inside}</td>
            <td class="num">{cell.completed}</td>
            <td>
              <a href={href('studies', [one.study, 'sheet', cell.cell])}>
                {t('studies.sheetOpen', { n: cell.cell })}
              </a>
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row" colSpan={names.length + 1}>
            {t('studies.total')}
          </th>
          <td class="num">{inside}</td>
          <td class="num">{completed}</td>
          <td />
        </tr>
      </Table>
      {one.wanted != null && one.wanted > 0 && (
        <p class="soft small">{t('studies.wanted', { n: one.wanted })}</p>
      )}
    </section>
  );
}

/** @param {{ one: Study }} props */
function DropoutPanel({ one }) {
  return (
    <section class="card stack tight">
      <h2>{t('studies.dropout')}</h2>
      <p class="soft small">{t('studies.dropoutHelp')}</p>
      <Table
        label={t('studies.dropout')}
        head={
          <>
            <th>{t('studies.phase')}</th>
            <th class="num">{t('studies.reached')}</th>
            <th class="num">{t('studies.left')}</th>
          </>
        }
      >
        {one.dropout.map((row) => (
          <tr key={row.phase}>
            <td>{row.phase}</td>
            <td class="num">{row.reached}</td>
            <td class="num">{row.left}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

/** @param {{ one: Study }} props */
function FlagsPanel({ one }) {
  const rows = Object.entries(one.flags).map(([flag, value]) => ({
    title: flagTitle(flag),
    value,
  }));
  return (
    <section class="card stack tight">
      <h2>{t('studies.quality')}</h2>
      <p class="soft small">{t('studies.qualityHelp')}</p>
      {sum(one.flags) === 0 ? <p>{t('studies.noFlags')}</p> : <Bars rows={rows} />}
      {one.excluded != null && <p class="small">{plural('studies.leftOut', one.excluded)}</p>}
    </section>
  );
}

/** @param {{ one: Study }} props */
function Versions({ one }) {
  return (
    <section class="card stack tight">
      <div class="row between">
        <h2>{t('studies.versions')}</h2>
        {(one.state === 'open' || one.state === 'paused') && (
          <a class="button small" href={href('studies', ['new'], { study: one.study })}>
            {t('studies.newVersion')}
          </a>
        )}
      </div>
      {one.version > 1 && (
        <p class="small" data-test="counts-from">
          {one.counts_from < one.version
            ? t('studies.countsOn', { from: one.counts_from })
            : t('studies.countsAnew', { n: one.version })}
        </p>
      )}
      <Table
        label={t('studies.versions')}
        head={
          <>
            <th>{t('studies.number')}</th>
            <th>{t('studies.hash')}</th>
            <th>{t('studies.since')}</th>
          </>
        }
      >
        {one.versions.map((version) => (
          <tr key={version.version}>
            <td>{version.version}</td>
            <td class="mono">{version.hash}</td>
            <td>{timeText(version.added)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
