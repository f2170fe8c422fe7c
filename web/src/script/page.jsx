// PuzzleScript: write a game, play it, solve it, have levels made for it.
import { useEffect, useRef, useState } from 'preact/hooks';
import { decodeLevel } from '../data/share.js';
import { exampleScript } from '../data/starter.js';
import { ask, work } from '../engine/engine.js';
import { useKinds } from '../engine/use-kinds.js';
import { MakeForm } from '../make/form.jsx';
import { MadeGallery } from '../make/gallery.jsx';
import { RunState } from '../make/page.jsx';
import { useGenerate } from '../make/use-generate.js';
import { Player, ShareButton } from '../play/player.jsx';
import { Watch } from '../play/watch.jsx';
import { load, save } from '../storage.js';
import { plural, t } from '../texts.js';
import { announce } from '../ui/announce.jsx';
import { Button, Note } from '../ui/controls.jsx';
import { download } from '../ui/export.jsx';
import { Heading } from '../ui/heading.jsx';
import { CodeEditor, Messages } from './code.jsx';
import { useGame } from './use-game.js';

const SOLVE_SECONDS = 20;

/** @param {{ route: import('../route.js').Route }} props */
export function ScriptPage({ route }) {
  const [source, setSource] = useState(load('script', null));
  const [goTo, setGoTo] = useState(null);
  const [number, setNumber] = useState(1);
  const [before, setBefore] = useState(null);
  const file = useRef(null);
  const game = useGame(source);
  useEffect(() => {
    if (route.query.l)
      decodeLevel(route.query.l).then(
        (shared) => shared.source && replace(shared.source),
        () => {},
      );
    else if (source === null) exampleScript().then(setSource);
  }, [route.query.l]);

  function put(next) {
    setSource(next);
    save('script', next);
  }
  /** Another text in the place of this one, which can be had back. */
  function replace(next) {
    const old = load('script', null);
    setBefore(old !== null && old !== next ? old : null);
    put(next);
  }
  const open = async (event) => {
    const [chosen] = event.currentTarget.files;
    if (chosen) replace(await chosen.text());
  };
  const errors = byLine(game.messages.filter((one) => one.severity === 'error'));
  const warnings = game.messages.filter((one) => one.severity !== 'error');
  const at = Math.min(number, Math.max(1, game.levels.length));
  return (
    <>
      <Heading title={t('script.title')} page={t('pages.script')}>
        <p>{t('script.lead')}</p>
      </Heading>
      <div class="split even">
        <div class="stack stays">
          <div class="row">
            <Button
              label={t('script.example')}
              icon="restart"
              kind="small"
              onClick={() => exampleScript().then(replace)}
            />
            <Button
              label={t('script.open')}
              icon="folder"
              kind="small"
              onClick={() => file.current.click()}
            />
            <input ref={file} type="file" accept=".txt,text/plain" hidden onChange={open} />
            <Button
              label={t('script.save')}
              icon="down"
              kind="small"
              onClick={() => download('game.txt', new Blob([source ?? ''], { type: 'text/plain' }))}
            />
            {source && (
              <ShareButton level={{ game: 'puzzlescript', source, level: at }} kind="small" />
            )}
          </div>
          {before !== null && (
            <Note kind="info" role="status">
              {t('script.replaced')}{' '}
              <Button
                label={t('script.back')}
                icon="undo"
                kind="small"
                onClick={() => replace(before)}
              />
            </Note>
          )}
          {source !== null && (
            <CodeEditor
              value={source}
              messages={game.messages}
              onChange={(next) => {
                setBefore(null);
                put(next);
              }}
              goTo={goTo}
            />
          )}
        </div>
        <div class="stack">
          <section
            class="stack tight"
            aria-label={t('script.check')}
            aria-live="polite"
            data-test="messages"
          >
            {game.source !== null &&
              (errors.length ? (
                <Note kind="bad" icon="warn">
                  {plural('script.errors', errors.length)}
                </Note>
              ) : (
                <Note kind="good" icon="check">
                  {t('script.good')} {plural('script.levels', game.levels.length)}
                </Note>
              ))}
            {errors.length > 0 && <Messages messages={errors} onGo={setGoTo} />}
            {warnings.length > 0 && (
              <details>
                <summary>{plural('script.warnings', warnings.length)}</summary>
                <Messages messages={warnings} onGo={setGoTo} />
              </details>
            )}
          </section>
          {errors.length === 0 && game.playable && (
            <GamePanel game={game} number={at} onNumber={setNumber} onSource={put} />
          )}
        </div>
      </div>
    </>
  );
}

/** In the order of the text, where the cause stands before what follows from it. */
const byLine = (messages) => messages.slice().sort((a, b) => a.line - b.line);

function GamePanel({ game, number, onNumber, onSource }) {
  const kind = useKinds()?.get('puzzlescript');
  const level = {
    game: 'puzzlescript',
    source: game.source,
    level: number,
    own: true,
    id: game.levels[number - 1]?.id,
  };
  if (game.levels.length === 0)
    return (
      <>
        <Note>{t('script.noLevels')}</Note>
        {kind && <Generate kind={kind} source={game.source} onSource={onSource} />}
      </>
    );
  return (
    <>
      <div class="row">
        <span aria-hidden="true">{t('script.level')}</span>
        <select
          class="input"
          aria-label={t('script.level')}
          style={{ width: 'auto' }}
          value={number}
          onChange={(event) => onNumber(Number(event.currentTarget.value))}
        >
          {game.levels.map((_, i) => (
            <option key={i} value={i + 1}>
              {t('script.levelN', { n: i + 1 })}
            </option>
          ))}
        </select>
      </div>
      <Player
        key={`${number} ${game.source}`}
        level={level}
        label={`${game.name} ${number}`}
        below={110}
      />
      <Solve key={`solve ${number} ${game.source}`} level={level} />
      {kind && <Generate kind={kind} source={game.source} onSource={onSource} />}
    </>
  );
}

function Solve({ level }) {
  const [state, setState] = useState(null);
  const abort = useRef(null);
  useEffect(() => () => abort.current?.abort(), []);
  const solve = async () => {
    abort.current = new AbortController();
    setState({ busy: true });
    try {
      const { game, source, level: number } = level;
      const found = await work(
        { call: 'solve', game, source, level: number, seconds: SOLVE_SECONDS },
        { signal: abort.current.signal },
      );
      const text =
        found.status === 'solved'
          ? t(found.optimal ? 'script.solvedBest' : 'script.solved', {
              moves: plural('play.moves', found.moves),
            })
          : t(`script.outcomes.${found.status}`);
      announce(text);
      setState({
        text,
        kind:
          found.status === 'solved' ? 'good' : found.status === 'solved-already' ? 'info' : 'bad',
        solution: found.solution,
        warning: found.warning,
      });
    } catch (error) {
      setState({ text: error.message, kind: 'bad' });
    }
  };
  return (
    <div class="stack tight" data-test="solve">
      <div class="row">
        <Button
          label={state?.busy ? t('script.solving') : t('script.solve')}
          icon="hint"
          disabled={state?.busy}
          onClick={solve}
        />
        {state?.solution && !state.watching && (
          <Button
            label={t('script.watch')}
            icon="play"
            onClick={() => setState({ ...state, watching: true })}
          />
        )}
      </div>
      {state?.text && (
        <Note kind={state.kind} role="status">
          {state.text}
        </Note>
      )}
      {state?.warning && (
        <Note kind="info" icon="warn">
          {t('script.line', { n: state.warning.line })}: {state.warning.message}
        </Note>
      )}
      {state?.watching && (
        <Watch
          level={level}
          solution={state.solution}
          onClose={() => setState({ ...state, watching: false })}
        />
      )}
    </div>
  );
}

function Generate({ kind, source, onSource }) {
  const run = useGenerate('script');
  const { running, levels, failure, start, stop } = run;
  const [said, setSaid] = useState('');
  const add = async () => {
    const made = await ask({
      call: 'export',
      game: 'puzzlescript',
      source,
      levels: levels.map(({ text }) => ({ text })),
      append: true,
    });
    onSource(made.text);
    setSaid(t('script.into', { n: levels.length }));
    announce(t('script.into', { n: levels.length }));
  };
  return (
    <section class="card stack" data-test="script-make">
      <h2>{t('script.generate')}</h2>
      <MakeForm
        kind={kind}
        place="script"
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
        <Button label={t('script.addAll')} icon="save" kind="main" onClick={add} />
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
