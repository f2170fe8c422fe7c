// How large the screen's pixels are, by a bank card, and how far away to sit.
import { useState } from 'preact/hooks';
import { load, save } from '../../../storage.js';
import { Button } from '../../../ui/controls.jsx';
import { MainButton, Panel } from '../screens.jsx';
import { CARD_MM, USUAL_PX_PER_MM } from './sight.js';

/** @typedef {import('../run-prompts.js').Texts} Texts */

const KEPT = 'study.card';
const MIN_PX = 160;
const MAX_PX = 800;

/** @param {{ t: Texts, onFit: (pxPerMm: number | null) => void }} props */
function Card({ t, onFit }) {
  const [width, setWidth] = useState(Math.round(CARD_MM * USUAL_PX_PER_MM));
  return (
    <Panel title={t('instruments.card')} wide>
      <p>{t('instruments.cardWhy')}</p>
      <div class="bank-card-room">
        <svg
          class="bank-card"
          width={width}
          height={Math.round(width * 0.6306)}
          viewBox="0 0 856 540"
        >
          <rect class="edge" x="2" y="2" width="852" height="536" rx="31" />
          <rect class="strip" x="2" y="70" width="852" height="90" />
          <rect class="chip" x="90" y="230" width="110" height="86" rx="14" />
        </svg>
      </div>
      <label class="field">
        <span class="label">{t('instruments.cardSlider')}</span>
        <input
          type="range"
          min={MIN_PX}
          max={MAX_PX}
          value={width}
          onInput={(event) => setWidth(Number(event.currentTarget.value))}
        />
      </label>
      <p class="instrument-actions">
        <MainButton label={t('instruments.cardFits')} onClick={() => onFit(width / CARD_MM)} />
        <Button label={t('instruments.noCard')} onClick={() => onFit(null)} />
      </p>
    </Panel>
  );
}

/** Asks once a screen: what was measured is kept in the browser, with the zoom it holds for.
 * @param {import('../screens.jsx').Ask} ask @param {Texts} t
 * @returns {Promise<{ pxPerMm: number, isMeasured: boolean }>} */
export async function calibrate(ask, t) {
  /** @type {{ pxPerMm: number, ratio: number } | null} */
  const kept = load(KEPT, null);
  if (kept && kept.ratio === devicePixelRatio && kept.pxPerMm > 0) {
    return { pxPerMm: kept.pxPerMm, isMeasured: true };
  }
  const pxPerMm = await ask((/** @type {(value: number | null) => void} */ next) => (
    <Card t={t} onFit={next} />
  ));
  if (pxPerMm) save(KEPT, { pxPerMm, ratio: devicePixelRatio });
  return { pxPerMm: pxPerMm ?? USUAL_PX_PER_MM, isMeasured: pxPerMm !== null };
}
