// One person's log: phases in order with their length, and every event inside.
import { useState } from 'preact/hooks';
import { plural, t } from '../texts.js';
import { Button } from '../ui/controls.jsx';
import { Heading } from '../ui/heading.jsx';
import { part, useStudyData } from './ask.js';
import { clockText, stretches, timeText } from './model.js';
import { Back, Flags, PersonPill, Problem, Table } from './parts.jsx';

/** @typedef {import('./model.js').Person & { events?: import('./model.js').Event[] }} Answer */

/** @param {{ study: string, number: number }} props */
export function PersonPage({ study, number }) {
  const { found, problem } = useStudyData(`${part(study)}/persons/${number}`);
  return (
    <>
      <Heading title={t('studies.person', { n: number })} page={t('studies.title')} />
      <Back study={study} />
      <Problem problem={problem} />
      {!found && !problem && <p aria-busy="true">{t('ui.loading')}</p>}
      {found && <Log answer={/** @type {any} */ (found)} />}
    </>
  );
}

/** @param {{ answer: { person?: Answer, events: import('./model.js').Event[] } & Answer }} props */
function Log({ answer }) {
  const person = answer.person ?? answer;
  const found = stretches(answer.events);
  const whole = found.reduce((most, one) => Math.max(most, one.start + one.ms), 1);
  return (
    <>
      <section class="card stack tight">
        <p class="row">
          <PersonPill state={person.state} />
          <span>{t('studies.inCell', { n: person.cell })}</span>
          {person.version && (
            <span class="soft small">{t('studies.version', { n: person.version })}</span>
          )}
          <span class="soft small">
            {t('studies.enteredAt', { time: timeText(person.entered) })}
          </span>
        </p>
        {person.flags?.length > 0 && <Flags flags={person.flags} />}
        {person.excluded && <p>{t('studies.excluded')}</p>}
      </section>
      {found.length === 0 && <p class="empty">{t('studies.noEvents')}</p>}
      <ol class="stretches">
        {found.map((one, i) => (
          <li key={i}>
            <StretchCard one={one} whole={whole} />
          </li>
        ))}
      </ol>
    </>
  );
}

const FIRST = 200;

/** @param {{ one: import('./model.js').Stretch, whole: number }} props */
function StretchCard({ one, whole }) {
  const [open, setOpen] = useState(false);
  return (
    <details
      class="card flat"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      data-test="stretch"
    >
      <summary>
        <span class="row between">
          <strong>{one.phase || t('studies.noPhase')}</strong>
          <span class="small soft">
            {t('studies.lasted', { time: clockText(one.ms) })} ·{' '}
            {plural('studies.events', one.events.length)}
          </span>
        </span>
        <span class="span" aria-hidden="true">
          <span
            style={{
              marginInlineStart: `${(100 * one.start) / whole}%`,
              width: `${Math.max(0.5, (100 * one.ms) / whole)}%`,
            }}
          />
        </span>
      </summary>
      {open && <Events one={one} />}
    </details>
  );
}

/** @param {{ one: import('./model.js').Stretch }} props */
function Events({ one }) {
  const [shown, setShown] = useState(FIRST);
  const began = one.events[0].clock - one.start;
  return (
    <>
      <Table
        label={one.phase}
        head={['seq', 'at', 'type', 'trial', 'data'].map((name) => (
          <th key={name} class={name === 'seq' || name === 'at' ? 'num' : undefined}>
            {t(`studies.eventColumns.${name}`)}
          </th>
        ))}
      >
        {one.events.slice(0, shown).map((event) => (
          <tr key={event.seq}>
            <td class="num">{event.seq}</td>
            <td class="num">{clockText(event.clock - began)}</td>
            <td>{event.type}</td>
            <td>{event.trial ?? ''}</td>
            <td class="mono wide">{event.data ? JSON.stringify(event.data) : ''}</td>
          </tr>
        ))}
      </Table>
      {one.events.length > shown && (
        <Button label={t('studies.more')} kind="small" onClick={() => setShown(shown + 1000)} />
      )}
    </>
  );
}
