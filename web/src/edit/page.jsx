// Edit: paint a level and see at once what it is worth.
import { useState } from 'preact/hooks';
import { decodeLevel } from '../data/share.js';
import { useKinds } from '../engine/use-kinds.js';
import { editableGames, gameOr, gameTitle } from '../games.js';
import { go, href } from '../route.js';
import { t } from '../texts.js';
import { Segments } from '../ui/controls.jsx';
import { Heading } from '../ui/heading.jsx';
import { useLoadEffect } from '../ui/use-load.js';
import { Editor } from './editor.jsx';

/** @param {PageProps} props */
export function EditPage({ route }) {
  const kinds = useKinds();
  const [shared, setShared] = useState(
    /** @type {import('../data/share.js').Shared | null} */ (null),
  );
  const code = route.query.l;
  useLoadEffect(
    (isHere) => {
      if (!code) return;
      const show = (/** @type {typeof shared} */ found) => isHere() && setShared(found);
      decodeLevel(code).then(show, () => show(null));
    },
    [code],
  );
  const game = code ? shared?.game : gameOr(route.query.game, editableGames);
  const kind = kinds?.get(game ?? '');
  const { edit } = kind ?? {};
  return (
    <>
      <Heading title={t('edit.title')} page={t('pages.edit')}>
        <p>{t('edit.lead')}</p>
      </Heading>
      <Segments
        label={t('edit.game')}
        value={game ?? ''}
        onChange={(value) => go(href('edit', [], { game: value }))}
        options={editableGames.map((value) => ({ value, title: gameTitle(value) }))}
      />
      {kind?.editable && edit ? (
        <Editor
          key={`${game}/${code ?? ''}`}
          kind={{ ...kind, edit }}
          shared={code ? shared?.text : undefined}
        />
      ) : (
        <p class="soft" aria-busy="true">
          {t('ui.loading')}
        </p>
      )}
    </>
  );
}
