// The administrator's page: what players reported, and what becomes of it. The token is
// asked for, sent with each request, and forgotten with the tab.
import { useState } from 'preact/hooks';
import { Thumb } from '../board/thumb.jsx';
import { fromServer } from '../data/daily.js';
import { messageOf, statusOf } from '../errors.js';
import { gameTitle } from '../games.js';
import { api } from '../net/api.js';
import { href } from '../route.js';
import { plural, t } from '../texts.js';
import { announce } from '../ui/announce.jsx';
import { Button, Dialog, Note } from '../ui/controls.jsx';
import { Heading } from '../ui/heading.jsx';
import { TokenForm } from '../ui/token-form.jsx';

/** @typedef {{ reporter: string, reason: string, note: string, made: string }} Complaint */
/** @typedef {{ thing: 'level' | 'pack', id: string, title: string, author: string,
 *   game: string, owner: string | null, hidden: boolean, n_complaints: number,
 *   n_addresses: number, level?: ServerLevel, complaints: Complaint[] }} Case */
/** @typedef {Record<string, string>} Decision */

export function ReviewPage() {
  const [token, setToken] = useState('');
  const [cases, setCases] = useState(/** @type {Case[] | null} */ (null));
  const [total, setTotal] = useState(0);
  const [problem, setProblem] = useState('');
  /** @param {string} admin */
  const look = async (admin) => {
    try {
      const found = await api('GET', '/admin/complaints?per_page=20', { admin });
      setCases(found.cases);
      setTotal(found.total);
      setProblem('');
    } catch (error) {
      setProblem(statusOf(error) === 401 ? t('review.wrongToken') : messageOf(error));
    }
  };
  /** @param {Decision} decision */
  const decide = async (decision) => {
    try {
      await api('POST', '/admin/complaints', { admin: token, body: decision });
      announce(t(`review.done.${decision.decision}`));
      await look(token);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <>
      <Heading title={t('review.title')}>
        <p>{t('review.lead')}</p>
      </Heading>
      {!cases && (
        <TokenForm
          token={token}
          open={t('review.open')}
          onToken={setToken}
          onSend={() => look(token)}
        />
      )}
      {problem && (
        <Note kind="bad" icon="warn" role="alert">
          {problem}
        </Note>
      )}
      {cases && (
        <p data-test="review-count" role="status">
          {total ? plural('review.waiting', total) : t('review.none')}
        </p>
      )}
      <ul class="cases">
        {cases?.map((one) => (
          <li key={`${one.thing}/${one.id}`}>
            <CaseCard one={one} decide={decide} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** @param {{ one: Case, decide: (decision: Decision) => void }} props */
function CaseCard({ one, decide }) {
  const [asking, setAsking] = useState('');
  const { thing, id } = one;
  const title = one.title || t(`review.untitled.${thing}`);
  const ask = (/** @type {string} */ decision) => () => setAsking(decision);
  return (
    <article class="card case" aria-label={title} data-test="case">
      {one.level && <Thumb level={fromServer(one.level)} />}
      <div class="stack tight">
        <h2>{title}</h2>
        <p class="soft small">
          {t(`review.${thing}`)} · {gameTitle(one.game)}
          {one.author && ` · ${one.author}`}
        </p>
        <p class="row small">
          <span class={`pill ${one.hidden ? 'bad' : ''}`}>
            {t(one.hidden ? 'review.hidden' : 'review.listed')}
          </span>
          <span>{t('review.from', { n: one.n_complaints, addresses: one.n_addresses })}</span>
          {thing === 'pack' && (
            <a href={href('play', ['pack', 'server', id])}>{t('review.look')}</a>
          )}
        </p>
        <Complaints one={one} decide={decide} />
        <div class="row">
          <Button
            label={t('review.keep')}
            icon="check"
            kind="main"
            onClick={() => decide({ decision: 'keep', thing, id })}
          />
          <Button label={t('review.remove')} icon="clear" onClick={ask('remove')} />
          {one.owner && (
            <Button
              label={t('review.removeOwner')}
              icon="clear"
              kind="quiet"
              onClick={ask('remove-owner')}
            />
          )}
        </div>
      </div>
      {asking && (
        <Sure
          title={t(`review.ask.${asking}`, { title })}
          why={t(`review.why.${asking === 'remove' ? thing : 'owner'}`)}
          onNo={() => setAsking('')}
          onYes={() => {
            setAsking('');
            decide({ decision: asking, thing, id });
          }}
        />
      )}
    </article>
  );
}

/** @param {{ title: string, why: string, onNo: () => void, onYes: () => void }} props */
function Sure({ title, why, onNo, onYes }) {
  return (
    <Dialog title={title} onClose={onNo}>
      <p>{why}</p>
      <div class="row">
        <Button label={t('ui.cancel')} kind="main" onClick={onNo} />
        <Button label={t('review.yes')} icon="clear" onClick={onYes} />
      </div>
    </Dialog>
  );
}

/** @param {{ one: Case, decide: (decision: Decision) => void }} props */
function Complaints({ one, decide }) {
  return (
    <ul class="complaints">
      {one.complaints.map(({ reporter, reason, note, made }) => (
        <li key={reporter}>
          <span>
            <strong>{t(`report.reasons.${reason}`)}</strong>
            {note && ` “${note}”`} <span class="soft small">{made.slice(0, 10)}</span>
          </span>
          <Button
            label={t('review.ignore')}
            kind="small"
            onClick={() => decide({ decision: 'ignore', reporter })}
          />
        </li>
      ))}
    </ul>
  );
}
