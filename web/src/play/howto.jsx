// How to play, in pictures: positions of a small level, drawn by the game.
import { useEffect, useState } from 'preact/hooks';
import { Thumb } from '../board/thumb.jsx';
import { partOf } from '../games.js';
import { t } from '../texts.js';
import { Dialog } from '../ui/controls.jsx';

/** @param {{ kind: Kind, onClose: () => void }} props */
export function HowTo({ kind, onClose }) {
  const [source, setSource] = useState(/** @type {string | undefined} */ (undefined));
  useEffect(() => {
    if (kind.from_source) partOf(kind.name).example?.().then(setSource);
  }, [kind]);
  const { howto } = kind;
  const ready = !kind.from_source || source;
  const level = { game: kind.name, text: howto?.text ?? undefined, source, level: howto?.level };
  return (
    <Dialog title={t('howto.title', { game: kind.title })} onClose={onClose}>
      {!howto && <p>{kind.summary}</p>}
      <div class="how">
        {howto?.steps.map(({ moves, text }, i) => (
          <figure key={moves}>
            {ready && <Thumb level={level} moves={moves} />}
            <figcaption>
              <b>{i + 1}</b>
              {text}
            </figcaption>
          </figure>
        ))}
      </div>
      {howto && <p class="soft">{howto.controls}</p>}
    </Dialog>
  );
}
