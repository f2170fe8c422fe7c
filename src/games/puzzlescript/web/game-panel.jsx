// Beside the source: its levels to play and to solve, and more of them to be made.
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask, work } from 'lw-pages/engine/engine.js';
import { useKinds } from 'lw-pages/engine/use-kinds.js';
import { messageOf } from 'lw-pages/errors.js';
import { MakeForm } from 'lw-pages/make/form.jsx';
import { MadeGallery } from 'lw-pages/make/gallery.jsx';
import { RunState } from 'lw-pages/make/page.jsx';
import { useGenerate } from 'lw-pages/make/use-generate.js';
import { Player } from 'lw-pages/play/player.jsx';
import { Watch } from 'lw-pages/play/watch.jsx';
import { plural, t } from 'lw-pages/texts.js';
import { announce } from 'lw-pages/ui/announce.jsx';
import { Button, Note } from 'lw-pages/ui/controls.jsx';
import { GAME } from './source.js';

const SOLVE_SECONDS = 20;
/** Where the runs of this page are kept; browsers have it by this name. */
const PLACE = 'script';

/** @typedef {object} GamePanelProps
 * @property {import('./use-game.js').Read & { source: string }} game
 * @property {number} number of the level
 * @property {(number: number) => void} onNumber
 * @property {(source: string) => void} onSource */

/** @param {GamePanelProps} props */
export function GamePanel({ game, number, onNumber, onSource }) {
  const kind = useKinds()?.get(GAME);
  const { source, levels, name } = game;
  const level = { game: GAME, source, level: number, own: true, id: levels[number - 1]?.id };
  const generate = kind && <Generate kind={kind} source={source} onSource={onSource} />;
  if (levels.length === 0) {
    return (
      <>
        <Note>{t('games.puzzlescript.noLevels')}</Note>
        {generate}
      </>
    );
  }
  return (
    <>
      <LevelChoice n={levels.length} number={number} onNumber={onNumber} />
      <Player key={`${number} ${source}`} level={level} label={`${name} ${number}`} below={110} />
      {kind && <Solve key={`solve ${number} ${source}`} kind={kind} level={level} />}
      {generate}
    </>
  );
}

/** @param {{ n: number, number: number, onNumber: (number: number) => void }} props */
function LevelChoice({ n, number, onNumber }) {
  return (
    <div class="row">
      <span aria-hidden="true">{t('games.puzzlescript.level')}</span>
      <select
        class="input"
        aria-label={t('games.puzzlescript.level')}
        style={{ width: 'auto' }}
        value={number}
        onChange={(event) => onNumber(Number(event.currentTarget.value))}
      >
        {Array.from({ length: n }, (_, i) => (
          <option key={i} value={i + 1}>
            {t('games.puzzlescript.levelN', { n: i + 1 })}
          </option>
        ))}
      </select>
    </div>
  );
}

/** What became of solving.
 * @typedef {object} Outcome
 * @property {boolean} [busy]
 * @property {string} [text]
 * @property {import('lw-pages/ui/controls.jsx').NoteKind} [kind]
 * @property {string} [solution]
 * @property {Solved['warning']} [warning] */

/** @param {Solved} found @returns {Outcome} */
function outcomeOf({ status, optimal, moves, solution, warning }) {
  if (status !== 'solved') {
    const kind = status === 'solved-already' ? 'info' : 'bad';
    return { text: t(`games.puzzlescript.outcomes.${status}`), kind, warning };
  }
  const text = t(optimal ? 'games.puzzlescript.solvedBest' : 'games.puzzlescript.solved', {
    moves: plural('play.moves', moves),
  });
  return { text, kind: 'good', solution, warning };
}

/** @param {Level} level @returns {[Outcome, () => void]} */
function useSolve({ source, level }) {
  const [outcome, setOutcome] = useState(/** @type {Outcome} */ ({}));
  const abort = useRef(/** @type {AbortController | null} */ (null));
  useEffect(() => () => abort.current?.abort(), []);
  const solve = async () => {
    const { signal } = (abort.current = new AbortController());
    setOutcome({ busy: true });
    try {
      const request = { call: /** @type {const} */ ('solve'), game: GAME, source, level };
      const found = outcomeOf(await work({ ...request, seconds: SOLVE_SECONDS }, { signal }));
      announce(found.text ?? '');
      setOutcome(found);
    } catch (error) {
      setOutcome({ text: messageOf(error), kind: 'bad' });
    }
  };
  return [outcome, solve];
}

/** @param {{ kind: Kind, level: Level }} props */
function Solve({ kind, level }) {
  const [outcome, solve] = useSolve(level);
  const [watching, setWatching] = useState(false);
  const { busy = false, text, solution, warning } = outcome;
  return (
    <div class="stack tight" data-test="solve">
      <div class="row">
        <Button
          label={t(busy ? 'games.puzzlescript.solving' : 'games.puzzlescript.solve')}
          icon="hint"
          disabled={busy}
          onClick={() => {
            setWatching(false);
            solve();
          }}
        />
        {solution && !watching && (
          <Button
            label={t('games.puzzlescript.watch')}
            icon="play"
            onClick={() => setWatching(true)}
          />
        )}
      </div>
      {text && (
        <Note kind={outcome.kind} role="status">
          {text}
        </Note>
      )}
      {warning && (
        <Note kind="info" icon="warn">
          {t('games.puzzlescript.line', { n: warning.line })}: {warning.message}
        </Note>
      )}
      {solution && watching && (
        <Watch kind={kind} level={level} solution={solution} onClose={() => setWatching(false)} />
      )}
    </div>
  );
}

/** @param {{ kind: Kind, source: string, onSource: (source: string) => void }} props */
function Generate({ kind, source, onSource }) {
  const run = useGenerate(PLACE);
  const { running, levels, failure, start, stop } = run;
  const [said, setSaid] = useState('');
  const add = async () => {
    const rows = levels.map(({ text }) => ({ text }));
    const made = await ask({ call: 'export', game: GAME, source, levels: rows, append: true });
    const text = plural('games.puzzlescript.into', levels.length);
    onSource(made.text);
    setSaid(text);
    announce(text);
  };
  return (
    <section class="card stack" data-test="script-make">
      <h2>{t('games.puzzlescript.generate')}</h2>
      <MakeForm
        kind={kind}
        place={PLACE}
        running={running}
        failure={failure}
        compact
        onStart={(wanted, where) => {
          setSaid('');
          start({ ...wanted, source }, where);
        }}
        onStop={stop}
      />
      <RunState run={run} />
      {levels.length > 0 && !running && (
        <Button label={t('games.puzzlescript.addAll')} icon="save" kind="main" onClick={add} />
      )}
      {said && (
        <Note kind="good" role="status">
          {said}
        </Note>
      )}
      {levels.length > 0 && <MadeGallery kind={kind} levels={levels} running={running} />}
    </section>
  );
}
