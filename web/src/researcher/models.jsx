// Versions of the difficulty model: which is in use, how well each ranks levels, learning a new
// one from what players did, taking it into use and going back.
import { useEffect, useRef, useState } from 'preact/hooks';
import { messageOf } from '../errors.js';
import { gameNames, gameOr, gameTitle } from '../games.js';
import { api } from '../net/api.js';
import { t } from '../texts.js';
import { Button, Note } from '../ui/controls.jsx';
import { Heading } from '../ui/heading.jsx';
import { adminToken } from '../ui/token-form.jsx';
import { Back, Problem, Table } from './parts.jsx';

const ASK_MS = 1000;

/** @typedef {object} Figures
 * @property {number} rho_new
 * @property {number} rho_old
 * @property {number} difference
 * @property {number} error
 * @property {number} plays
 * @property {number} players
 * @property {number} levels
 * @property {number} compared */
/** @typedef {object} Model
 * @property {number} version
 * @property {string} state
 * @property {number} made_ms
 * @property {boolean} simulated
 * @property {boolean} readable false: in use, but levels are rated by what ships
 * @property {Partial<Figures>} figures */
/** @typedef {Figures & { offered: boolean, version?: number, why?: string }} Learned */

/** @param {string} method @param {string} path @param {unknown} [body] @returns {Promise<any>} */
const ask = (method, path, body) =>
  api(method, `/admin/models${path}`, { body, admin: adminToken.get() });

/** @param {number | undefined} value of a model that was not compared there is none */
const number = (value) => value?.toFixed(3) ?? '–';

/** What a program says, as a sentence of its own. @param {string} text */
const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Waits for the job to end, also while the studio cannot be reached for a moment. A closed studio
 * tells only who is known; a researcher need not be a player.
 * @param {string} id @param {() => boolean} isShown
 * @returns {Promise<Learned | null>} null when nobody waits any more */
async function ended(id, isShown) {
  while (isShown()) {
    const job = await api('GET', `/jobs/${id}`, { admin: adminToken.get() }).catch((problem) => {
      if (problem.passing) return null;
      throw problem;
    });
    if (job?.state === 'done') return job.result;
    if (job?.state === 'failed' || job?.state === 'cancelled') {
      throw new Error(sentence(job.error?.message ?? t('studies.models.stopped')));
    }
    await new Promise((done) => setTimeout(done, ASK_MS));
  }
  return null;
}

/** @param {{ learned: Learned }} props */
function Answer({ learned }) {
  const figures = {
    before: number(learned.rho_old),
    after: number(learned.rho_new),
    error: number(learned.error),
    n: learned.compared,
  };
  return (
    <Note
      kind={learned.offered ? 'good' : ''}
      icon={learned.offered ? 'check' : 'warn'}
      role="status"
    >
      <span data-test="learned">
        {learned.offered
          ? t('studies.models.offered', { ...figures, version: learned.version ?? 0 })
          : t('studies.models.refused', { why: learned.why ?? '' })}
      </span>
    </Note>
  );
}

/** @param {{ model: Model, busy: boolean, onUse: (version: number) => void }} props */
const Row = ({ model, busy, onUse }) => (
  <tr data-test={`model-${model.version}`}>
    <th scope="row">{model.version}</th>
    <td>
      <span class={`pill ${model.state === 'in use' ? 'good' : ''}`}>
        {t(`studies.models.states.${model.state.replace(' ', '')}`)}
      </span>
      {model.simulated && <span class="pill">{t('studies.simulated')}</span>}
    </td>
    <td>
      {model.state !== 'in use' && (
        <Button
          class="small"
          label={t('studies.models.use')}
          aria-label={t('studies.models.useVersion', { n: model.version })}
          disabled={busy}
          onClick={() => onUse(model.version)}
        />
      )}
    </td>
    <td>{new Date(model.made_ms).toLocaleDateString()}</td>
    <td class="number">{number(model.figures.rho_new)}</td>
    <td class="number">{number(model.figures.rho_old)}</td>
    <td class="number">{number(model.figures.error)}</td>
    <td class="number">{model.figures.plays ?? '–'}</td>
  </tr>
);

const Head = () => (
  <>
    {['version', 'state', '', 'made', 'after', 'before', 'error', 'plays'].map((key) =>
      key === '' ? (
        <td key={key} />
      ) : (
        <th key={key} scope="col">
          {t(`studies.models.columns.${key}`)}
        </th>
      ),
    )}
  </>
);

/** @param {{ models: Model[], busy: boolean, onUse: (version: number) => void }} props */
const Versions = ({ models, busy, onUse }) => (
  <section class="card">
    <p class="small soft">{t('studies.models.caption')}</p>
    <Table label={t('studies.models.title')} head={<Head />}>
      {models.map((model) => (
        <Row key={model.version} model={model} busy={busy} onUse={onUse} />
      ))}
    </Table>
  </section>
);

/** @param {string} game @returns {Promise<Model[]>} */
const listOf = async (game) => (await ask('GET', `?game=${game}`)).models;

/** What the page knows, and what its buttons do. @param {string} game */
function useModels(game) {
  const [models, setModels] = useState(/** @type {Model[] | null} */ (null));
  const [learned, setLearned] = useState(/** @type {Learned | null} */ (null));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const shown = useRef(true);
  useEffect(
    () => () => {
      shown.current = false;
    },
    [],
  );
  /** @param {() => Promise<void>} act */
  const doing = async (act) => {
    setBusy(true);
    setProblem('');
    try {
      await act();
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  };
  useEffect(() => {
    let here = true;
    setModels(null);
    setLearned(null);
    setProblem('');
    listOf(game).then(
      (found) => here && setModels(found),
      (error) => here && setProblem(messageOf(error)),
    );
    return () => {
      here = false;
    };
  }, [game]);
  const learn = () =>
    doing(async () => {
      setLearned(null);
      const { job } = await ask('POST', '/learn', { game });
      const found = await ended(job, () => shown.current);
      if (!found) return;
      setLearned(found);
      setModels(await listOf(game));
    });
  /** @param {{ version: number } | { back: true }} wanted */
  const change = (wanted) =>
    doing(async () => setModels((await ask('POST', '', { game, ...wanted })).models));
  return { models, learned, busy, problem, learn, change };
}

/** @param {{ now?: Model }} props */
const InUse = ({ now }) =>
  now?.readable === false ? (
    <Note icon="warn" role="status">
      <span data-test="in-use">{t('studies.models.unread', { n: now.version })}</span>
    </Note>
  ) : (
    <p data-test="in-use">
      {now ? t('studies.models.now', { n: now.version }) : t('studies.models.shipped')}
    </p>
  );

/** @param {{ game?: string }} props */
export function ModelsPage({ game: first }) {
  const [game, setGame] = useState(gameOr(first));
  const { models, learned, busy, problem, learn, change } = useModels(game);
  const now = models?.find((model) => model.state === 'in use');
  return (
    <>
      <Heading title={t('studies.models.title')} page={t('studies.title')}>
        <p>{t('studies.models.lead')}</p>
      </Heading>
      <Back />
      <label class="field">
        <span>{t('studies.models.game')}</span>
        <select value={game} disabled={busy} onChange={(e) => setGame(e.currentTarget.value)}>
          {gameNames.map((name) => (
            <option key={name} value={name}>
              {gameTitle(name)}
            </option>
          ))}
        </select>
      </label>
      <Problem problem={problem} />
      {models && <InUse now={now} />}
      <p class="row">
        <Button kind="main" label={t('studies.models.learn')} disabled={busy} onClick={learn} />
        <Button
          label={t('studies.models.back')}
          disabled={busy || !models?.some((model) => model.state !== 'offered')}
          onClick={() => change({ back: true })}
        />
      </p>
      {busy && <p aria-busy="true">{t('studies.models.busy')}</p>}
      {learned && <Answer learned={learned} />}
      {models && models.length > 0 && (
        <Versions models={models} busy={busy} onUse={(version) => change({ version })} />
      )}
    </>
  );
}
