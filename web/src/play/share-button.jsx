// A link that holds the level, in the clipboard.
import { useEffect, useState } from 'preact/hooks';
import { encodeLevel } from '../data/share.js';
import { href } from '../route.js';
import { t } from '../texts.js';
import { announce } from '../ui/announce.jsx';
import { Button } from '../ui/controls.jsx';
import { copyText } from '../ui/copy.js';

/** How long the button says what became of it. */
const SAID_MS = 4000;

/** @param {{ level: Level, kind?: string }} props */
export function ShareButton({ level, kind = '' }) {
  const [said, setSaid] = useState(
    /** @type {{ icon: import('../ui/icon.jsx').IconName, text: string } | null} */ (null),
  );
  /** @param {import('../ui/icon.jsx').IconName} icon @param {string} text */
  const say = (icon, text) => {
    setSaid({ icon, text });
    announce(text);
  };
  const share = async () => {
    try {
      const { game, text, source, level: number, title, rules } = level;
      const code = await encodeLevel({ game, text, source, level: number, title, rules });
      const address = href('level', [], { l: code });
      const copied = await copyText(`${location.origin}${location.pathname}${address}`).then(
        () => true,
        () => false,
      );
      // Then the link is where one can take it by hand.
      if (!copied) location.hash = address;
      else say('check', t('share.copied'));
    } catch (error) {
      say('warn', t(error instanceof RangeError ? 'share.long' : 'share.failed'));
    }
  };
  useEffect(() => {
    if (!said) return undefined;
    const timer = setTimeout(() => setSaid(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <Button
      label={said?.text ?? t('play.share')}
      icon={said?.icon ?? 'share'}
      kind={kind}
      class={said ? 'said' : ''}
      onClick={share}
    />
  );
}
