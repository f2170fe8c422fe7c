// The levels that were made: pictures, difficulty bars, choosing, sorting, keeping.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Thumb } from '../board/thumb.jsx';
import { keepLevels } from '../data/packs.js';
import { encodeLevel } from '../data/share.js';
import { percentOf } from '../data/rating.js';
import { think } from '../engine/engine.js';
import { go, href } from '../route.js';
import { plural, t } from '../texts.js';
import { Button, Difficulty, Field, Note } from '../ui/controls.jsx';
import { ExportButtons } from '../ui/export.jsx';

const RATE_SECONDS = 3;
const sorts = {
  found: () => 0,
  hard: (a, b) => (b.percent ?? b.measures?.moves ?? 0) - (a.percent ?? a.measures?.moves ?? 0),
  easy: (a, b) => (a.percent ?? a.measures?.moves ?? 0) - (b.percent ?? b.measures?.moves ?? 0),
  size: (a, b) => a.width * a.height - b.width * b.height,
};

/** Predicted difficulty of each level, filled in one after another while one looks. */
function useRatings(kind, levels) {
  const [ratings, setRatings] = useState(new Map());
  useEffect(() => {
    let here = true;
    (async () => {
      for (const level of levels) {
        if (!here) return;
        if (ratings.has(level.id)) continue;
        const rated = await think({
          call: 'rate',
          game: kind.name,
          text: level.text,
          source: level.source,
          seconds: RATE_SECONDS,
        }).catch(() => null);
        const percent = percentOf(rated);
        if (here && percent !== null) setRatings((now) => new Map(now).set(level.id, percent));
      }
    })();
    return () => {
      here = false;
    };
  }, [levels.length]);
  return ratings;
}

/** @param {{ kind: any, levels: any[], running: boolean }} props */
export function MadeGallery({ kind, levels, running }) {
  const ratings = useRatings(kind, running ? [] : levels);
  const [chosen, setChosen] = useState(() => new Set());
  const [sort, setSort] = useState('found');
  const [fewest, setFewest] = useState('0');
  const [pack, setPack] = useState(t('make.packDefault'));
  const [said, setSaid] = useState(null);
  const shown = useMemo(
    () =>
      levels
        .map((level) => ({ ...level, percent: ratings.get(level.id) }))
        .filter((level) => (level.measures?.moves ?? 0) >= Number(fewest))
        .sort(sorts[sort]),
    [levels, ratings, sort, fewest],
  );
  const picked = shown.filter((level) => chosen.has(level.id));
  // Who chooses none means all.
  const meant = picked.length ? picked : shown;
  const toggle = (id) =>
    setChosen((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const keep = () => {
    const kept = keepLevels(
      kind.name,
      pack.trim() || t('make.packDefault'),
      meant.map(({ percent, draw, ...level }) => level),
    );
    setSaid({
      kind: kept.kept ? 'good' : 'bad',
      id: kept.id,
      text: kept.kept
        ? t(kept.added ? 'make.kept' : 'make.keptNone', { n: kept.added, pack })
        : t('make.storageFull'),
    });
  };
  return (
    <section class="stack" aria-label={t('make.results')}>
      <div class="row between">
        <h2>
          {t('make.results')} <span class="pill">{plural('packs.levels', shown.length)}</span>
        </h2>
        <div class="row">
          <label class="row small">
            {t('make.sort')}
            <select
              class="input"
              style={{ width: 'auto' }}
              value={sort}
              onChange={(event) => setSort(event.currentTarget.value)}
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
              value={fewest}
              onInput={(event) => setFewest(event.currentTarget.value)}
            />
          </label>
        </div>
      </div>
      <div class="card row end" data-test="keep">
        <span class="row">
          <Button
            label={picked.length === shown.length && shown.length ? t('make.none') : t('make.all')}
            kind="small"
            onClick={() =>
              setChosen(
                picked.length === shown.length
                  ? new Set()
                  : new Set(shown.map((level) => level.id)),
              )
            }
          />
          <span class="pill" role="status">
            {t('make.selected', { n: picked.length })}
          </span>
        </span>
        <Field label={t('make.packName')}>
          {(field) => (
            <input
              {...field}
              value={pack}
              maxLength={80}
              onInput={(event) => setPack(event.currentTarget.value)}
            />
          )}
        </Field>
        <Button
          label={t(picked.length ? 'make.keep' : 'make.keepAll')}
          icon="save"
          kind="main"
          disabled={shown.length === 0}
          onClick={keep}
        />
        <ExportButtons game={kind.name} levels={meant} title={pack} source={levels[0]?.source} />
      </div>
      {said && (
        <Note kind={said.kind} role="status">
          {said.text} <a href={href('play', ['pack', 'own', said.id])}>{t('make.show')}</a>
        </Note>
      )}
      <ul class="gallery">
        {shown.map((level, i) => (
          <li key={level.id} class={`tile ${chosen.has(level.id) ? 'kept' : ''}`}>
            <Thumb level={level} />
            <label class="check small">
              <input
                type="checkbox"
                checked={chosen.has(level.id)}
                onChange={() => toggle(level.id)}
              />
              <span>{t('packs.number', { n: i + 1 })}</span>
            </label>
            {level.percent !== undefined && <Difficulty percent={level.percent} />}
            <Measures kind={kind} measures={level.measures} />
            <div class="row">
              <OpenButtons level={level} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Measures({ kind, measures = {} }) {
  const names = kind.measures
    .map((one) => one.name)
    .filter((name) => measures[name] != null)
    .slice(0, 3);
  return (
    <p class="soft small">
      {names.map((name) => `${t(`measures.${name}`)} ${measures[name]}`).join(' · ')}
    </p>
  );
}

function OpenButtons({ level }) {
  const open = async (page) => {
    const { game, text, source } = level;
    go(href(page, [], { l: await encodeLevel({ game, text, source }) }));
  };
  return (
    <>
      <Button label={t('make.play')} icon="play" kind="small" onClick={() => open('level')} />
      {level.game !== 'puzzlescript' && (
        <Button label={t('make.edit')} icon="edit" bare kind="small" onClick={() => open('edit')} />
      )}
    </>
  );
}
