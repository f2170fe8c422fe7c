// A campaign: chapters that rise, written down as the file that `levelwright generate` makes
// into levels, a booklet and a report.
import { useState } from 'preact/hooks';
import { useKinds } from '../engine/use-kinds.js';
import { firstGame, gameNames, gameTitle } from '../games.js';
import { t } from '../texts.js';
import { Button, Check, Field, Note } from '../ui/controls.jsx';
import { download } from '../ui/export.jsx';
import { Heading } from '../ui/heading.jsx';
import {
  MAX_CHAPTERS,
  countLevels,
  fileOf,
  isGood,
  newChapter,
  problemOfChapter,
} from './chapters.js';

/** @typedef {import('./chapters.js').Campaign} Campaign */
/** @typedef {import('./chapters.js').Chapter} Chapter */

export function CampaignPage() {
  const kinds = useKinds();
  const [campaign, setCampaign] = useState(
    /** @returns {Campaign} */ () => ({
      title: t('campaign.untitled'),
      author: '',
      seed: 1,
      chapters: [newChapter(firstGame)],
    }),
  );
  /** @param {Partial<Campaign>} change */
  const change = (change) => setCampaign((now) => ({ ...now, ...change }));
  const { chapters } = campaign;
  // Games that are made from a file have no place in one that is written here.
  const games = gameNames.filter((name) => !kinds?.get(name)?.from_source);
  return (
    <>
      <Heading title={t('campaign.title')} page={t('pages.make')}>
        <p>{t('campaign.lead')}</p>
      </Heading>
      <div class="split">
        <div class="stack">
          <Frontispiece campaign={campaign} onChange={change} />
          {chapters.map((chapter, i) => (
            <ChapterCard
              // Chapters have no name that must be their own; they are only added and removed.
              key={i}
              number={i + 1}
              chapter={chapter}
              games={games}
              ideas={kinds?.get(chapter.game)?.ideas ?? []}
              onChange={(next) =>
                change({ chapters: chapters.map((one, k) => (k === i ? next : one)) })
              }
              onRemove={
                chapters.length > 1
                  ? () => change({ chapters: chapters.filter((_, k) => k !== i) })
                  : undefined
              }
            />
          ))}
          {chapters.length < MAX_CHAPTERS && (
            <p>
              <Button
                label={t('campaign.add')}
                onClick={() =>
                  change({ chapters: [...chapters, newChapter(firstGame, chapters.at(-1))] })
                }
              />
            </p>
          )}
        </div>
        <FileCard campaign={campaign} />
      </div>
    </>
  );
}

/** What is said of the whole.
 * @param {{ campaign: Campaign, onChange: (change: Partial<Campaign>) => void }} props */
function Frontispiece({ campaign, onChange }) {
  return (
    <section class="card stack">
      <TextField
        label={t('campaign.name')}
        value={campaign.title}
        onChange={(title) => onChange({ title })}
      />
      <TextField
        label={t('campaign.author')}
        value={campaign.author}
        onChange={(author) => onChange({ author })}
      />
      <NumberField
        label={t('make.seed')}
        help={t('make.seedHelp')}
        value={campaign.seed}
        onChange={(seed) => onChange({ seed })}
      />
    </section>
  );
}

/** @param {{ campaign: Campaign }} props */
function FileCard({ campaign }) {
  const good = isGood(campaign);
  const text = fileOf(campaign);
  return (
    <section class="card stack" aria-label={t('campaign.file')}>
      <p>
        {t('campaign.levels', { n: countLevels(campaign), chapters: campaign.chapters.length })}
      </p>
      {!good && <Note kind="bad">{t('campaign.notYet')}</Note>}
      <Button
        kind="primary"
        label={t('campaign.save')}
        disabled={!good}
        onClick={() => download('campaign.json', new Blob([text], { type: 'application/json' }))}
      />
      <p class="help">{t('campaign.run')}</p>
      <pre>levelwright generate campaign.json -o booklet.pdf -o report.html</pre>
      <pre data-test="campaign">{text}</pre>
    </section>
  );
}

/** @typedef {object} ChapterCardProps
 * @property {number} number
 * @property {Chapter} chapter
 * @property {string[]} games
 * @property {{ name: string, help: string }[]} ideas
 * @property {(chapter: Chapter) => void} onChange
 * @property {() => void} [onRemove] */

/** @param {ChapterCardProps} props */
function ChapterCard({ number, chapter, games, ideas, onChange, onRemove }) {
  const problem = problemOfChapter(chapter);
  /** @param {Partial<Chapter>} change */
  const change = (change) => onChange({ ...chapter, ...change });
  return (
    <section class="card stack" aria-label={t('campaign.chapter', { n: number })}>
      <h2>{t('campaign.chapter', { n: number })}</h2>
      <TextField
        label={t('campaign.name')}
        value={chapter.title}
        onChange={(title) => change({ title })}
      />
      <Field label={t('make.game')}>
        {(field) => (
          <select
            {...field}
            value={chapter.game}
            onChange={(event) => change({ game: event.currentTarget.value, teaches: [] })}
          >
            {games.map((name) => (
              <option key={name} value={name}>
                {gameTitle(name)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <ChapterNumbers chapter={chapter} onChange={change} />
      {ideas.length > 0 && (
        <Ideas
          ideas={ideas}
          taught={chapter.teaches}
          wrong={problem === 'teaches'}
          onChange={(teaches) => change({ teaches })}
        />
      )}
      {onRemove && <Button label={t('campaign.remove')} onClick={onRemove} />}
    </section>
  );
}

/** @param {{ chapter: Chapter, onChange: (change: Partial<Chapter>) => void }} props */
function ChapterNumbers({ chapter, onChange }) {
  const problem = problemOfChapter(chapter);
  return (
    <>
      <NumberField
        label={t('make.count')}
        value={chapter.count}
        wrong={problem === 'count' ? t('campaign.wrong.count') : ''}
        onChange={(count) => onChange({ count })}
      />
      <NumberField
        label={`${t('make.difficulty')}: ${t('make.bounds.from')}`}
        value={chapter.from}
        step="0.5"
        onChange={(from) => onChange({ from })}
      />
      <NumberField
        label={`${t('make.difficulty')}: ${t('make.bounds.to')}`}
        value={chapter.to}
        step="0.5"
        wrong={problem === 'difficulty' ? t('campaign.wrong.difficulty') : ''}
        onChange={(to) => onChange({ to })}
      />
    </>
  );
}

/** @typedef {object} IdeasProps
 * @property {{ name: string, help: string }[]} ideas
 * @property {string[]} taught in the order in which they were ticked
 * @property {boolean} wrong
 * @property {(taught: string[]) => void} onChange */

/** @param {IdeasProps} props */
function Ideas({ ideas, taught, wrong, onChange }) {
  return (
    <fieldset>
      <legend>{t('campaign.teaches')}</legend>
      {ideas.map(({ name, help }) => (
        <Check
          key={name}
          label={name}
          help={help}
          checked={taught.includes(name)}
          onChange={(on) => onChange(on ? [...taught, name] : taught.filter((one) => one !== name))}
        />
      ))}
      {wrong && <p class="wrong">{t('campaign.wrong.teaches')}</p>}
    </fieldset>
  );
}

/** @param {{ label: string, value: string, onChange: (value: string) => void }} props */
function TextField({ label, value, onChange }) {
  return (
    <Field label={label}>
      {(field) => (
        <input {...field} value={value} onInput={(event) => onChange(event.currentTarget.value)} />
      )}
    </Field>
  );
}

/** @typedef {object} NumberFieldProps
 * @property {string} label
 * @property {string} [help]
 * @property {string} [wrong]
 * @property {string} [step]
 * @property {number} value NaN: nothing is written in it
 * @property {(value: number) => void} onChange */

/** @param {NumberFieldProps} props */
function NumberField({ label, help, wrong, step = '1', value, onChange }) {
  return (
    <Field label={label} help={help} wrong={wrong}>
      {(field) => (
        <input
          {...field}
          type="number"
          step={step}
          value={Number.isNaN(value) ? '' : value}
          onInput={(event) => onChange(event.currentTarget.valueAsNumber)}
        />
      )}
    </Field>
  );
}
