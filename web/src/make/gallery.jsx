// The levels that were made: pictures, difficulty bars, choosing, sorting, keeping.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Thumb } from '../board/thumb.jsx';
import { keepLevels } from '../data/packs.js';
import { findHardness, knownHardness } from '../data/rating.js';
import { encodeLevel } from '../data/share.js';
import { go, href } from '../route.js';
import { plural, t, titleOf } from '../texts.js';
import { Button, BandSteps, Note } from '../ui/controls.jsx';
import { ExportButtons } from '../ui/export.jsx';
import { PackName } from '../ui/pack-name.jsx';
import { useLatest } from '../ui/use-latest.js';

/** @typedef {import('../data/rating.js').Hardness} Hardness */

/** How hard, by the best that is known of it. @param {Level} level */
const hardness = (level) => level.percent ?? level.measures?.moves ?? 0;
/** @param {Level} level */
const area = ({ width = 0, height = 0 }) => width * height;

/** @type {Record<string, (a: Level, b: Level) => number>} */
const sorts = {
  found: () => 0,
  hard: (a, b) => hardness(b) - hardness(a),
  easy: (a, b) => hardness(a) - hardness(b),
  size: (a, b) => area(a) - area(b),
};

/** The levels with their difficulty: as they brought it, else found out one after another while
 * one looks. @param {Level[]} levels @param {boolean} running */
function useRated(levels, running) {
  const [found, setFound] = useState(/** @type {Map<Level, Hardness | null>} */ (new Map()));
  // A list of as many levels is the same list, drawn again.
  const latest = useLatest(levels);
  useEffect(() => {
    let here = true;
    const rate = async () => {
      for (const level of latest.current) {
        if (!here) return;
        if (knownHardness(level) !== undefined) continue;
        const hardness = await findHardness(level);
        if (here) setFound((now) => new Map(now).set(level, hardness));
      }
    };
    if (!running) rate();
    return () => {
      here = false;
    };
  }, [latest, levels.length, running]);
  return useMemo(
    () => levels.map((level) => ({ ...level, ...(found.get(level) ?? knownHardness(level)) })),
    [levels, found],
  );
}

/** Which levels are shown and which are chosen. @param {Level[]} levels */
function useChoice(levels) {
  const [chosen, setChosen] = useState(/** @type {Set<string | undefined>} */ (new Set()));
  const [sort, setSort] = useState('found');
  const [fewest, setFewest] = useState('0');
  const shown = useMemo(
    () =>
      levels
        .filter((level) => (level.measures?.moves ?? 0) >= Number(fewest))
        .sort(sorts[sort] ?? sorts.found),
    [levels, sort, fewest],
  );
  const picked = shown.filter((level) => chosen.has(level.id));
  const all = picked.length === shown.length;
  return {
    shown,
    picked,
    all,
    // Who chooses none means all.
    meant: picked.length ? picked : shown,
    sort,
    setSort,
    fewest,
    setFewest,
    has: (/** @type {Level} */ { id }) => chosen.has(id),
    toggle(/** @type {Level} */ { id }) {
      const next = new Set(chosen);
      if (!next.delete(id)) next.add(id);
      setChosen(next);
    },
    toggleAll: () => setChosen(new Set(all ? [] : shown.map((level) => level.id))),
  };
}

/** @typedef {ReturnType<typeof useChoice>} Choice */

/** @param {{ kind: Kind, levels: Level[], running: boolean }} props */
export function MadeGallery({ kind, levels, running }) {
  const choice = useChoice(useRated(levels, running));
  return (
    <section class="stack" aria-label={t('make.results')}>
      <Order choice={choice} />
      <Keep kind={kind} choice={choice} source={levels[0]?.source} />
      <ul class="gallery">
        {choice.shown.map((level, i) => (
          <li key={level.id} class={`tile ${choice.has(level) ? 'kept' : ''}`}>
            <Thumb level={level} />
            <label class="check small">
              <input
                type="checkbox"
                checked={choice.has(level)}
                onChange={() => choice.toggle(level)}
              />
              <span>{t('packs.number', { n: i + 1 })}</span>
            </label>
            {level.percent != null && <BandSteps percent={level.percent} band={level.band} />}
            <MeasureLine kind={kind} measures={level.measures} />
            <div class="row">
              <OpenButtons kind={kind} level={level} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** @param {{ choice: Choice }} props */
function Order({ choice }) {
  return (
    <div class="row between">
      <h2>
        {t('make.results')} <span class="pill">{plural('packs.levels', choice.shown.length)}</span>
      </h2>
      <div class="row">
        <label class="row small">
          {t('make.sort')}
          <select
            class="input"
            style={{ width: 'auto' }}
            value={choice.sort}
            onChange={(event) => choice.setSort(event.currentTarget.value)}
          >
            {Object.keys(sorts).map((name) => (
              <option key={name} value={name}>
                {t(`make.sortBy.${name}`)}
              </option>
            ))}
          </select>
        </label>
        <label class="row small">
          {t('make.filter')}
          <input
            class="input"
            style={{ width: '5.5rem' }}
            type="number"
            min="0"
            value={choice.fewest}
            onInput={(event) => choice.setFewest(event.currentTarget.value)}
          />
        </label>
      </div>
    </div>
  );
}

/** @typedef {{ kind: import('../ui/controls.jsx').NoteKind, id: string, text: string }} Said */

/** @param {{ kind: Kind, choice: Choice, source?: string }} props */
function Keep({ kind, choice, source }) {
  const { shown, picked, meant, all } = choice;
  const [pack, setPack] = useState(t('make.packDefault'));
  const [said, setSaid] = useState(/** @type {Said | null} */ (null));
  const keep = () => {
    const { id, added, kept } = keepLevels(kind.name, pack.trim() || t('make.packDefault'), meant);
    const text = added ? plural('make.kept', added, { pack }) : t('make.keptNone', { pack });
    setSaid({
      kind: kept ? 'good' : 'bad',
      id,
      text: kept ? text : t('make.storageFull'),
    });
  };
  return (
    <>
      <div class="card row end" data-test="keep">
        <span class="row">
          <Button
            label={t(all && shown.length ? 'make.none' : 'make.all')}
            kind="small"
            onClick={choice.toggleAll}
          />
          <span class="pill" role="status">
            {t('make.selected', { n: picked.length })}
          </span>
        </span>
        <PackName label={t('make.packName')} name={pack} onName={setPack} />
        <Button
          label={t(picked.length ? 'make.keep' : 'make.keepAll')}
          icon="save"
          kind="main"
          disabled={shown.length === 0}
          onClick={keep}
        />
        <ExportButtons game={kind.name} levels={meant} title={pack} source={source} />
      </div>
      {said && (
        <Note kind={said.kind} role="status">
          {said.text} <a href={href('play', ['pack', 'own', said.id])}>{t('make.show')}</a>
        </Note>
      )}
    </>
  );
}

/** @param {{ kind: Kind, measures?: Measures }} props */
function MeasureLine({ kind, measures = {} }) {
  const said = kind.measures
    .filter(({ name }) => measures[name] != null)
    .slice(0, 3)
    .map(({ name }) => `${titleOf('measures', name, kind.name)} ${measures[name]}`);
  return <p class="soft small">{said.join(' · ')}</p>;
}

/** @param {{ kind: Kind, level: Level }} props */
function OpenButtons({ kind, level }) {
  /** @param {string} page */
  const open = async (page) => {
    const { game, text, source } = level;
    go(href(page, [], { l: await encodeLevel({ game, text, source }) }));
  };
  return (
    <>
      <Button label={t('make.play')} icon="play" kind="small" onClick={() => open('level')} />
      {kind.editable && (
        <Button label={t('make.edit')} icon="edit" bare kind="small" onClick={() => open('edit')} />
      )}
    </>
  );
}
