// The verdict in words: solvable or not, how hard for people, and why.
import { hardnessOf } from '../data/rating.js';
import { sentence } from '../make/options.js';
import { plural, t, titleOf } from '../texts.js';
import { Button, BandSteps, Note, Progress } from '../ui/controls.jsx';

/** @typedef {import('./use-document.js').EditDocument} EditDocument */
/** @typedef {import('./use-verdict.js').Verdict} VerdictOf */

/** @param {{ kind: Kind, doc: EditDocument, verdict: VerdictOf, onWatch: () => void }} props */
export function Verdict({ kind, doc, verdict, onWatch }) {
  const { solved } = verdict;
  const isNew = verdict.text === doc.text && verdict.state !== 'idle';
  return (
    <section
      class="card stack"
      aria-label={t('edit.verdict')}
      aria-live="polite"
      data-test="verdict"
    >
      <h2>{t('edit.verdict')}</h2>
      <Answer doc={doc} verdict={verdict} />
      {doc.valid && solved?.status === 'solved' && (
        <div class={`stack ${isNew ? '' : 'stale'}`}>
          <Found kind={kind} solved={solved} onWatch={onWatch} />
          <Hardness verdict={verdict} />
        </div>
      )}
    </section>
  );
}

/** The answer in one line; it stands in the verdict, and under the board of a phone.
 * @param {{ doc: EditDocument, verdict: VerdictOf }} props */
export function Answer({ doc, verdict }) {
  const { solved, problem } = verdict;
  if (!doc.valid) {
    return (
      <Note kind="info" icon="edit">
        {t('edit.invalid', { why: doc.message })}
      </Note>
    );
  }
  if (problem && !solved) {
    return (
      <Note kind="bad" icon="warn">
        {problem}
      </Note>
    );
  }
  if (!solved || verdict.text !== doc.text) {
    return <Progress label={t('edit.thinking')} fraction={null} />;
  }
  if (solved.status === 'unsolvable') {
    return (
      <Note kind="bad" icon="warn">
        {t('edit.unsolvable')}
      </Note>
    );
  }
  if (solved.status === 'solved-already') return <Note icon="help">{t('edit.solvedAlready')}</Note>;
  if (solved.status === 'limit') return <Note icon="help">{t('edit.limit')}</Note>;
  const moves = solved.measures?.moves;
  return (
    <Note kind="good" icon="check">
      {moves == null
        ? t('edit.solvable')
        : t('edit.solvableIn', { moves: plural('play.moves', moves) })}
    </Note>
  );
}

/** @param {{ kind: Kind, solved: Solved, onWatch: () => void }} props */
function Found({ kind, solved, onWatch }) {
  const measured = kind.measures.filter(({ name }) => solved.measures?.[name] != null).slice(0, 6);
  return (
    <>
      <dl class="counters">
        {measured.map(({ name, help }) => (
          <div key={name} title={help}>
            <dt>{titleOf('measures', name, kind.name)}</dt>
            <dd>{solved.measures?.[name]}</dd>
          </div>
        ))}
      </dl>
      <Proof kind={kind} solved={solved} />
      <div class="row">
        <Button label={t('edit.watch')} icon="play" kind="small" onClick={onWatch} />
      </div>
    </>
  );
}

/** What was proved about the solution. @param {{ kind: Kind, solved: Solved }} props */
function Proof({ kind, solved }) {
  const { fewest, counts_solutions: counts } = kind;
  const n = fewest ? solved.measures?.[fewest] : null;
  const isOnly = solved.n_solutions === 1 && solved.count_complete;
  return (
    <>
      {fewest && n != null && (
        <p class="small soft">
          {solved.optimal
            ? t('edit.optimal', { measure: titleOf('measures', fewest, kind.name), n })
            : t('edit.notOptimal')}
        </p>
      )}
      {counts && solved.n_solutions != null && solved.count_complete != null && (
        <p class="small soft">{t(isOnly ? 'edit.unique' : 'edit.notUnique')}</p>
      )}
    </>
  );
}

/** @param {{ verdict: VerdictOf }} props */
function Hardness({ verdict: { rated, state } }) {
  if (!rated) {
    return state === 'thinking' ? <Progress label={t('make.rating')} fraction={null} /> : null;
  }
  const hardness = hardnessOf(rated);
  if (hardness === null || rated.rating == null) {
    return <p class="soft small">{sentence(rated.message)}</p>;
  }
  const title = t(rated.calibrated ? 'edit.ratingForPeople' : 'edit.ratingPlain');
  return (
    <div class="stack tight">
      <h3>
        {title}: {t('edit.ofTen', { rating: rated.rating.toFixed(1) })}
      </h3>
      <BandSteps {...hardness} />
      <p class="small soft">{rated.message}</p>
      <Drivers drivers={rated.drivers ?? []} />
    </div>
  );
}

/** @param {{ drivers: Driver[] }} props */
function Drivers({ drivers }) {
  if (drivers.length === 0) return null;
  return (
    <>
      <h3>{t('edit.drivers')}</h3>
      <ul class="drivers">
        {drivers.slice(0, 5).map((driver) => (
          <li key={driver.feature}>
            <span
              class={driver.push > 0 ? 'up' : 'down'}
              aria-label={t(driver.push > 0 ? 'edit.harderBy' : 'edit.easierBy')}
              role="img"
            >
              {driver.push > 0 ? '▲' : '▼'}
            </span>
            <span>{sentence(driver.words)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
