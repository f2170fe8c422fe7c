// The verdict in words: solvable or not, how hard for people, and why.
import { percentOf } from '../data/rating.js';
import { traits } from '../games.js';
import { sentence } from '../make/options.js';
import { plural, t } from '../texts.js';
import { Button, Difficulty, Note, Progress } from '../ui/controls.jsx';

/** @param {{ kind: any, doc: any, verdict: any, onWatch: () => void }} props */
export function Verdict({ kind, doc, verdict, onWatch }) {
  return (
    <section
      class="card stack"
      aria-label={t('edit.verdict')}
      aria-live="polite"
      data-test="verdict"
    >
      <h2>{t('edit.verdict')}</h2>
      <Answer doc={doc} verdict={verdict} />
      {doc.valid && verdict.solved?.status === 'solved' && (
        <div
          class={`stack ${verdict.text === doc.text && verdict.state !== 'idle' ? '' : 'stale'}`}
        >
          <Found kind={kind} solved={verdict.solved} onWatch={onWatch} />
          <Hardness verdict={verdict} />
        </div>
      )}
    </section>
  );
}

/** The answer in one line; it stands in the verdict, and under the board of a phone. */
export function Answer({ doc, verdict }) {
  if (!doc.valid)
    return (
      <Note kind="info" icon="edit">
        {t('edit.invalid', { why: doc.message })}
      </Note>
    );
  if (verdict.problem && !verdict.solved)
    return (
      <Note kind="bad" icon="warn">
        {verdict.problem}
      </Note>
    );
  if (!verdict.solved || verdict.text !== doc.text)
    return <Progress label={t('edit.thinking')} fraction={null} />;
  const { status, measures } = verdict.solved;
  if (status === 'unsolvable')
    return (
      <Note kind="bad" icon="warn">
        {t('edit.unsolvable')}
      </Note>
    );
  if (status === 'solved-already') return <Note icon="help">{t('edit.solvedAlready')}</Note>;
  if (status === 'limit') return <Note icon="help">{t('edit.limit')}</Note>;
  return (
    <Note kind="good" icon="check">
      {measures?.moves == null
        ? t('edit.solvable')
        : t('edit.solvableIn', { moves: plural('play.moves', measures.moves) })}
    </Note>
  );
}

function Found({ kind, solved, onWatch }) {
  const { fewest } = traits[kind.name];
  const measured = kind.measures.filter(({ name }) => solved.measures?.[name] != null).slice(0, 6);
  return (
    <>
      <dl class="counters">
        {measured.map(({ name, help }) => (
          <div key={name} title={help}>
            <dt>{t(`measures.${name}`)}</dt>
            <dd>{solved.measures[name]}</dd>
          </div>
        ))}
      </dl>
      {fewest && solved.measures?.[fewest] != null && (
        <p class="small soft">
          {solved.optimal
            ? t('edit.optimal', { measure: t(`measures.${fewest}`), n: solved.measures[fewest] })
            : t('edit.notOptimal')}
        </p>
      )}
      {solved.n_solutions != null && solved.count_complete != null && traits[kind.name].words && (
        <p class="small soft">
          {t(solved.n_solutions === 1 && solved.count_complete ? 'edit.unique' : 'edit.notUnique')}
        </p>
      )}
      <div class="row">
        <Button label={t('edit.watch')} icon="play" kind="small" onClick={onWatch} />
      </div>
    </>
  );
}

function Hardness({ verdict: { rated, state } }) {
  if (!rated)
    return state === 'thinking' ? <Progress label={t('make.rating')} fraction={null} /> : null;
  const percent = percentOf(rated);
  if (percent === null) return <p class="soft small">{sentence(rated.message)}</p>;
  return (
    <div class="stack tight">
      <h3>
        {t(rated.calibrated ? 'edit.difficulty' : 'edit.difficultyPlain')}:{' '}
        {t('edit.ofTen', { rating: rated.rating.toFixed(1) })}
      </h3>
      <Difficulty percent={percent} />
      <p class="small soft">{rated.message}</p>
      {rated.drivers?.length > 0 && (
        <>
          <h3>{t('edit.drivers')}</h3>
          <ul class="drivers">
            {rated.drivers.slice(0, 5).map((driver) => (
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
      )}
    </div>
  );
}
