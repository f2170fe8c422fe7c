// Small parts of the player: counters, the words after a win, arrow buttons.
import { useEffect, useRef } from 'preact/hooks';
import { plural, t, titleOf } from '../texts.js';
import { Button } from '../ui/controls.jsx';
import { element } from '../ui/element.js';
import { Icon } from '../ui/icon.jsx';

/** @typedef {Record<string, number | undefined>} Counts */

/** @typedef {object} CountersProps
 * @property {Kind} kind
 * @property {PlayState} state
 * @property {Level} level
 * @property {import('../data/progress.js').Entry} [entry] */

/** @param {CountersProps} props */
export function Counters({ kind, state, level, entry }) {
  const best = /** @type {Counts} */ (level.best ?? {});
  const own = /** @type {Counts} */ (entry?.solved ? entry : {});
  return (
    <dl class="counters">
      {kind.counters.map((name) => (
        <div key={name}>
          <dt>{titleOf('measures', name, kind.name)}</dt>
          <dd data-test={name}>
            {name === 'moves' ? state.n_moves : (state.measures?.[name] ?? 0)}
            {best[name] != null && <small> {t('play.ofBest', { best: best[name] })}</small>}
          </dd>
          {own[name] != null && (
            <dd>
              <small>{t('play.yours', { own: own[name] })}</small>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

/** @typedef {object} WonProps
 * @property {PlayState} state
 * @property {Level} level
 * @property {import('./player.jsx').Next} [next]
 * @property {() => void} onAgain */

/** @param {WonProps} props */
export function Won({ state, level, next, onAgain }) {
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => {
    const first = element(box).querySelector('a, button');
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }, []);
  const best = level.best?.moves;
  const verdict = best == null ? 'plain' : state.n_moves <= best ? 'best' : 'more';
  const moves = plural('play.moves', state.n_moves);
  return (
    <div class="won" ref={box} data-test="won">
      <div class="card">
        <p>{t('play.won')}</p>
        <p>{t(`play.wonIn.${verdict}`, { moves, more: state.n_moves - (best ?? 0) })}</p>
        <div class="row">
          {next && (
            <a class="button main" href={next.href}>
              {next.title ?? t('play.next')}
              <Icon name="next" />
            </a>
          )}
          <Button label={t('play.again')} icon="restart" onClick={onAgain} />
        </div>
      </div>
    </div>
  );
}

/** @type {[string, import('../ui/icon.jsx').IconName][]} */
const ARROWS = [
  ['up', 'up'],
  ['left', 'prev'],
  ['down', 'below'],
  ['right', 'next'],
];

/** Arrow buttons for those who have no keyboard; swipes do the same.
 * @param {{ keys: Kind['keys'], onKey: (name: string) => void, canUndo: boolean }} props */
export function Pad({ keys, onKey, canUndo }) {
  const has = (/** @type {string} */ name) => keys.some((known) => known.key === name);
  return (
    <div class="pad">
      {ARROWS.filter(([name]) => has(name)).map(([name, icon]) => (
        <Button
          key={name}
          class={name}
          label={t(`keys.${name}`)}
          icon={icon}
          bare
          onClick={() => onKey(name)}
        />
      ))}
      <Button
        class="back"
        label={t('play.undo')}
        icon="undo"
        bare
        disabled={!canUndo}
        onClick={() => onKey('u')}
      />
      {has('space') && (
        <Button
          class="act"
          label={t('keys.space')}
          icon="check"
          bare
          onClick={() => onKey('space')}
        />
      )}
    </div>
  );
}
