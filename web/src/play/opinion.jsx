// After a level: how hard was it, or which of two was harder. A small card beside the board
// that nobody has to answer.
import { useEffect, useState } from 'preact/hooks';
import { Thumb } from '../board/thumb.jsx';
import { beQuiet, compare, left, pairFor, quiet, rate, ratingOf } from '../data/opinions.js';
import { choose, settings } from '../settings.js';
import { useSignal } from '../signal.js';
import { t } from '../texts.js';
import { announce } from '../ui/announce.jsx';
import { Button } from '../ui/controls.jsx';
import { useLatest } from '../ui/use-latest.js';

const STEPS = Array.from({ length: 10 }, (_, i) => i + 1);

/** @typedef {{ about: Level, pair: [Level, Level] | null }} Question */

/** What is asked now: of the level that was just won, else of the one that was left.
 * @param {Level} level @param {boolean} won @returns {Question | null} */
function useQuestion(level, won) {
  const before = useLatest(useSignal(left));
  const [asked, setAsked] = useState(/** @type {Question | null} */ (null));
  useEffect(() => {
    if (won) {
      const known = ratingOf(level.id) !== undefined;
      const pair = pairFor(level);
      left.set(null);
      setAsked(known && !pair ? null : { about: level, pair });
    } else if (before.current && before.current.id !== level.id) {
      setAsked({ about: before.current, pair: null });
    } else {
      setAsked(null);
    }
  }, [level, won, before]);
  return asked;
}

/** @param {{ level: Level, won: boolean }} props */
export function Opinion({ level, won }) {
  const { ask } = useSignal(settings);
  const isQuiet = useSignal(quiet);
  const question = useQuestion(level, won);
  const [thanked, setThanked] = useState(false);
  useEffect(() => setThanked(false), [question]);
  if (!ask || isQuiet || !question || !level.id) return null;
  const thank = () => {
    setThanked(true);
    announce(t('opinion.thanks'));
  };
  const asked = won ? t('opinion.how') : t('opinion.howBefore');
  const title = question.pair ? t('opinion.which') : asked;
  return (
    <section class="card stack tight opinion" data-test="opinion" aria-label={title}>
      <div class="row between">
        <h2>{title}</h2>
        <Button label={t('opinion.away')} icon="close" bare kind="quiet small" onClick={beQuiet} />
      </div>
      {question.pair && thanked ? (
        <p class="soft small">{t('opinion.thanks')}</p>
      ) : question.pair ? (
        <Which pair={question.pair} onDone={thank} />
      ) : (
        <HowHard level={question.about} seen={won} thanked={thanked} onDone={thank} />
      )}
      {!thanked && (
        <Button
          label={t('opinion.never')}
          kind="quiet small"
          onClick={() => choose({ ask: false })}
        />
      )}
    </section>
  );
}

/** @param {{ level: Level, seen: boolean, thanked: boolean, onDone: () => void }} props seen: it
 *   is the level on the board */
function HowHard({ level, seen, thanked, onDone }) {
  const [value, setValue] = useState(ratingOf(level.id));
  /** @param {number} step */
  const take = (step) => {
    setValue(step);
    rate(level, step);
    onDone();
  };
  return (
    <>
      {!seen && <Thumb level={level} width={180} height={136} />}
      <div class="scale" role="group" aria-label={t('opinion.scale')}>
        {STEPS.map((step) => (
          <button
            key={step}
            type="button"
            aria-label={t('opinion.step', { step })}
            aria-pressed={value === step}
            onClick={() => take(step)}
          >
            {step}
          </button>
        ))}
      </div>
      <p class="row between small soft" aria-hidden={thanked ? undefined : 'true'}>
        {thanked ? (
          <span>{t('opinion.thanksChange')}</span>
        ) : (
          <>
            <span>{t('opinion.easy')}</span>
            <span>{t('opinion.hard')}</span>
          </>
        )}
      </p>
    </>
  );
}

/** @param {{ pair: [Level, Level], onDone: () => void }} props */
function Which({ pair, onDone }) {
  /** @param {'first' | 'second' | 'equal'} harder */
  const take = (harder) => () => {
    compare(pair, harder);
    onDone();
  };
  const sides = /** @type {const} */ (['first', 'second']);
  return (
    <>
      <div class="versus">
        {sides.map((side, i) => (
          <button key={side} type="button" class="tile" onClick={take(side)}>
            <Thumb level={pair[i]} />
            <span class="name">{i ? t('opinion.second') : t('opinion.first')}</span>
          </button>
        ))}
      </div>
      <Button label={t('opinion.equal')} kind="small" onClick={take('equal')} />
    </>
  );
}
