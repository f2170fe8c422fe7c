// A level that came in the address.
import { useMemo, useState } from 'preact/hooks';
import { decodeLevel } from '../data/share.js';
import { ask, think } from '../engine/engine.js';
import { messageOf } from '../errors.js';
import { editableGames, gameTitle } from '../games.js';
import { href } from '../route.js';
import { t } from '../texts.js';
import { Note } from '../ui/controls.jsx';
import { Heading } from '../ui/heading.jsx';
import { Icon } from '../ui/icon.jsx';
import { useLoadEffect } from '../ui/use-load.js';
import { Player } from './player.jsx';

/** The level of a link; throws RangeError (too long) or another error when it is none.
 * @param {string} code @returns {Promise<Level>} */
async function openLink(code) {
  const shared = await decodeLevel(code);
  const { levels, messages } = await ask({ call: 'parse', ...shared });
  const found = levels[(shared.level ?? 1) - 1];
  if (!found?.valid) {
    throw new SyntaxError(found?.message ?? messages[0]?.message ?? 'not a level');
  }
  // The studio need not have it, so its plays are kept here only.
  return { ...shared, id: found.id, own: true };
}

/** Is nothing left to do? One node tells. @param {Level} level */
async function isSolvedAlready({ game, text, source, level, rules }) {
  const request = { call: /** @type {const} */ ('solve'), game, text, source, level, rules };
  const solved = await think({ ...request, nodes: 1, seconds: 1 }).catch(() => null);
  return solved?.status === 'solved-already';
}

/** @param {string} code */
function useLink(code) {
  const [found, setFound] = useState(/** @type {{ level: Level, for: string } | null} */ (null));
  const [problem, setProblem] = useState('');
  const [done, setDone] = useState(false);
  useLoadEffect(
    (isHere) => {
      const open = async () => {
        const level = await openLink(code);
        if (isHere()) setFound({ level, for: code });
        const solved = await isSolvedAlready(level);
        if (isHere()) setDone(solved);
      };
      setFound(null);
      setProblem('');
      setDone(false);
      open().catch((error) => {
        const why = messageOf(error);
        const isLong = error instanceof RangeError;
        if (isHere()) setProblem(t(isLong ? 'share.tooLong' : 'share.bad', { why }));
      });
    },
    [code],
  );
  // Not for a moment the level of another link.
  return { level: found?.for === code ? found.level : null, problem, done };
}

/** @param {PageProps} props */
export function LevelPage({ route }) {
  const code = route.query.l ?? '';
  const { level, problem, done } = useLink(code);
  const title = level?.title || t('share.title');
  const edit = useMemo(() => href('edit', [], { l: code }), [code]);
  return (
    <>
      <Heading title={title} page={t('pages.play')}>
        <p>{t('share.lead')}</p>
      </Heading>
      {problem && (
        <Note kind="bad" icon="warn" role="alert">
          {problem}
        </Note>
      )}
      {done && (
        <Note icon="help" role="status">
          {t('share.solvedAlready')}
        </Note>
      )}
      {level && (
        <Player
          key={code}
          level={level}
          label={t('board.label', { game: gameTitle(level.game), title })}
          everywhere
        />
      )}
      {level && editableGames.includes(level.game) && (
        <p>
          <a class="button" href={edit}>
            <Icon name="edit" />
            {t('share.edit')}
          </a>
        </p>
      )}
    </>
  );
}
