// One run of a generator: what is running, how far it is, what it has found.
import { useRef, useState } from 'preact/hooks';
import { t } from '../texts.js';
import { announce } from '../ui/announce.jsx';
import { inWords, sentence } from './options.js';
import { runGenerate } from './run.js';

/** A made level as the pages use levels. */
export function asLevel(made, request) {
  const { text, id, title, solution, measures, width, height } = made;
  return {
    game: request.game, source: request.source, method: request.method, text, id, title, solution, measures, width, height,
    best: measures ? { moves: measures.moves, pushes: measures.pushes } : undefined,
  };
}

/** A job that was taken up again tells its first levels once more. */
function withNew(levels, more) {
  const have = new Set(levels.map((level) => level.id));
  return [...levels, ...more.filter((level) => !have.has(level.id))];
}

export function useGenerate() {
  const [run, setRun] = useState({ running: false, levels: [], progress: null, note: null, failure: '', request: null });
  const abort = useRef(null);
  const names = useRef([]);

  /** @param {any} request @param {'browser' | 'server'} where @param {string[]} [fields] that the form has */
  async function start(request, where, fields = []) {
    names.current = fields;
    abort.current = new AbortController();
    setRun({ running: true, levels: [], progress: { fraction: null }, note: null, failure: '', request });
    const onprogress = (progress) => setRun((now) => (now.running ? {
      ...now, progress: { ...now.progress, ...progress },
      levels: progress.levels?.length ? withNew(now.levels, progress.levels.map((made) => asLevel(made, request))) : now.levels,
    } : now));
    try {
      const reply = await runGenerate(request, where, onprogress, abort.current.signal);
      finish(request, reply);
    } catch (error) {
      fail(error);
    }
  }

  function finish(request, { levels, report }) {
    const found = levels.map((made) => asLevel(made, request));
    const n = found.length;
    const text = n === 0 ? t('make.doneNone') : report?.status === 'limit' ? t('make.limit', { n }) : t('make.done', { n });
    announce(text);
    const why = n === 0 ? report?.message ?? '' : '';
    setRun((now) => ({ ...now, running: false, progress: null, levels: n ? found : now.levels, failure: why,
      note: { kind: n === 0 && !now.levels.length ? 'bad' : 'good', text: why ? `${text} ${sentence(inWords(why, names.current))}` : text } }));
  }

  function fail(error) {
    const stopped = abort.current.signal.aborted;
    const text = stopped ? t('make.stopped') : sentence(inWords(error.message, names.current));
    announce(text);
    setRun((now) => ({ ...now, running: false, progress: null, failure: stopped ? '' : error.message, note: { kind: stopped ? 'info' : 'bad', text } }));
  }

  return { ...run, start, stop: () => abort.current?.abort() };
}
