import { t } from 'lw-pages/texts.js';
import { putStock, readThings, stockKinds } from './things.js';

const MOST = 24;

/** How many blocks the player gets to place.
 * @param {{ grid: Grid, onChange: (grid: Grid) => void }} props */
export function StockFields({ grid, onChange }) {
  const { stock } = readThings(grid.after);
  return (
    <div class="row">
      {stockKinds.map((kind) => (
        <label key={kind} class="row small">
          {t(`games.lazors.stock.${kind}`)}
          <input
            class="input"
            style={{ width: '4.2rem' }}
            type="number"
            min="0"
            max={MOST}
            value={stock[kind] ?? 0}
            onChange={(event) => {
              const n = Math.round(Number(event.currentTarget.value));
              if (n >= 0 && n <= MOST) onChange(putStock(grid, kind, n));
            }}
          />
        </label>
      ))}
    </div>
  );
}
