// PuzzleScript: write a game, play it, solve it, have levels made for it.
import { useRef, useState } from 'preact/hooks';
import { decodeLevel } from 'lw-pages/data/share.js';
import { ShareButton } from 'lw-pages/play/share-button.jsx';
import { plural, t } from 'lw-pages/texts.js';
import { Button, Note } from 'lw-pages/ui/controls.jsx';
import { element } from 'lw-pages/ui/element.js';
import { download } from 'lw-pages/ui/export.jsx';
import { Heading } from 'lw-pages/ui/heading.jsx';
import { useLatest } from 'lw-pages/ui/use-latest.js';
import { useLoadEffect } from 'lw-pages/ui/use-load.js';
import { CodeEditor, Messages } from './code.jsx';
import { GamePanel } from './game-panel.jsx';
import { exampleSource, GAME, keepSource, ownSource } from './source.js';
import { useGame } from './use-game.js';

/** The text on the desk, and the one whose place it took.
 * @param {string | undefined} link a game that came in the address */
function useSource(link) {
  const [source, setSource] = useState(ownSource());
  const [before, setBefore] = useState(/** @type {string | null} */ (null));
  /** @param {string} next */
  const put = (next) => {
    setSource(next);
    keepSource(next);
  };
  /** Another text in the place of this one, which can be had back. @param {string} next */
  const replace = (next) => {
    const old = ownSource();
    setBefore(old !== null && old !== next ? old : null);
    put(next);
  };
  const now = useLatest({ source, replace });
  useLoadEffect(
    (isHere) => {
      if (link) {
        decodeLevel(link).then(
          (shared) => isHere() && shared.source && now.current.replace(shared.source),
          () => {},
        );
      } else if (now.current.source === null) {
        exampleSource().then((example) => isHere() && setSource(example));
      }
    },
    [link, now],
  );
  return { source, before, put, replace, forget: () => setBefore(null) };
}

/** @param {PageProps} props */
export function ScriptPage({ route }) {
  const desk = useSource(route.query.l);
  const { source, before } = desk;
  const [goTo, setGoTo] = useState(/** @type {EngineMessage | null} */ (null));
  const [number, setNumber] = useState(1);
  const game = useGame(source);
  const at = Math.min(number, Math.max(1, game.levels.length));
  return (
    <>
      <Heading title={t('games.puzzlescript.title')} page={t('games.puzzlescript.title')}>
        <p>{t('games.puzzlescript.lead')}</p>
      </Heading>
      <div class="split even">
        <div class="stack stays">
          <SourceTools source={source} number={at} onReplace={desk.replace} />
          {before !== null && (
            <Note kind="info" role="status">
              {t('games.puzzlescript.replaced')}{' '}
              <Button
                label={t('games.puzzlescript.back')}
                icon="undo"
                kind="small"
                onClick={() => desk.replace(before)}
              />
            </Note>
          )}
          {source !== null && (
            <CodeEditor
              value={source}
              messages={game.messages}
              onChange={(next) => {
                desk.forget();
                desk.put(next);
              }}
              goTo={goTo}
            />
          )}
        </div>
        <div class="stack">
          <Compiled game={game} onGo={setGoTo} />
          {game.playable && game.source !== null && (
            <GamePanel
              game={{ ...game, source: game.source }}
              number={at}
              onNumber={setNumber}
              onSource={desk.put}
            />
          )}
        </div>
      </div>
    </>
  );
}

/** @typedef {object} SourceToolsProps
 * @property {string | null} source
 * @property {number} number
 * @property {(source: string) => void} onReplace */

/** @param {SourceToolsProps} props */
function SourceTools({ source, number, onReplace }) {
  const file = useRef(/** @type {HTMLInputElement | null} */ (null));
  /** @param {import('preact').TargetedEvent<HTMLInputElement>} event */
  const open = async (event) => {
    const chosen = event.currentTarget.files?.[0];
    if (chosen) onReplace(await chosen.text());
  };
  const save = () => download('game.txt', new Blob([source ?? ''], { type: 'text/plain' }));
  return (
    <div class="row">
      <Button
        label={t('games.puzzlescript.example')}
        icon="restart"
        kind="small"
        onClick={() => exampleSource().then(onReplace)}
      />
      <Button
        label={t('games.puzzlescript.open')}
        icon="folder"
        kind="small"
        onClick={() => element(file).click()}
      />
      <input ref={file} type="file" accept=".txt,text/plain" hidden onChange={open} />
      <Button label={t('games.puzzlescript.save')} icon="down" kind="small" onClick={save} />
      {source && <ShareButton level={{ game: GAME, source, level: number }} kind="small" />}
    </div>
  );
}

/** In the order of the text, where the cause stands before what follows from it.
 * @param {EngineMessage[]} messages */
const byLine = (messages) => messages.slice().sort((a, b) => a.line - b.line);

/** What the compiler says. @param {{ game: import('./use-game.js').Read,
 *   onGo: (message: EngineMessage) => void }} props */
function Compiled({ game, onGo }) {
  const errors = byLine(game.messages.filter((one) => one.severity === 'error'));
  const warnings = game.messages.filter((one) => one.severity !== 'error');
  return (
    <section
      class="stack tight"
      aria-label={t('games.puzzlescript.check')}
      aria-live="polite"
      data-test="messages"
    >
      {game.source !== null && errors.length > 0 && (
        <Note kind="bad" icon="warn">
          {plural('games.puzzlescript.errors', errors.length)}
        </Note>
      )}
      {game.source !== null && errors.length === 0 && (
        <Note kind="good" icon="check">
          {t('games.puzzlescript.good')} {plural('games.puzzlescript.levels', game.levels.length)}
        </Note>
      )}
      {errors.length > 0 && <Messages messages={errors} onGo={onGo} />}
      {warnings.length > 0 && (
        <details>
          <summary>{plural('games.puzzlescript.warnings', warnings.length)}</summary>
          <Messages messages={warnings} onGo={onGo} />
        </details>
      )}
    </section>
  );
}
