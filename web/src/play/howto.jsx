// How to play, in three pictures a game: positions of a small level, drawn by the game.
import { useEffect, useState } from 'preact/hooks';
import { Thumb } from '../board/thumb.jsx';
import { exampleScript } from '../data/starter.js';
import { t } from '../texts.js';
import { Dialog } from '../ui/controls.jsx';

/** A level and the moves after which each picture is taken. */
const lessons = {
  sokoban: { text: '######\n#    #\n#@$ .#\n#    #\n######\n', moves: ['', 'R', 'RR'] },
  flow: {
    text: '5 5\n..O.B\n.RB.Y\n...R.\n.G.G.\nOY...\n\n0 0\n',
    moves: ['', 'C1lldddd E1ldl', 'C1lldddd E1ldl B2drr E2dddlll B4rr'],
  },
  lazors: {
    text: 'GRID START\no o o\no o o\no o o\nGRID STOP\n\nA 1\n\nL 0 1 1 1\n\nP 4 3\nP 5 2\n',
    moves: ['', 'A>A3', 'A>B3'],
  },
  move: { text: 'A. .. .a\n.. ## ..\nB. .b ..\n', moves: ['', 'UR', 'URDR'] },
  puzzlescript: { level: 2, moves: ['', 'r', 'rr'] },
};

/** @param {{ game: string, kind: any, onClose: () => void }} props */
export function HowTo({ game, kind, onClose }) {
  const [source, setSource] = useState(undefined);
  useEffect(() => {
    if (kind?.from_source) exampleScript().then(setSource);
  }, [kind]);
  const { text, level, moves } = lessons[game];
  const ready = !kind?.from_source || source;
  return (
    <Dialog title={t('howto.title', { game: kind?.title ?? game })} onClose={onClose}>
      <div class="how">
        {moves.map((played, i) => (
          <figure key={played}>
            {ready && <Thumb level={{ game, text, source, level }} moves={played} />}
            <figcaption>
              <b>{i + 1}</b>
              {t(`howto.${game}.${i + 1}`)}
            </figcaption>
          </figure>
        ))}
      </div>
      <p class="soft">{t(`howto.${game}.keys`)}</p>
    </Dialog>
  );
}
