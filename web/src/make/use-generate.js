// One run of a generator: what is running, how far it is, what it has found.
import { useRef, useState } from 'preact/hooks';
import { t } from '../texts.js';
import { announce } from '../ui/announce.jsx';
import { inWords } from './options.js';
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

  async function start(request, where) {
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
    setRun((now) => ({ ...now, running: false, progress: null, levels: n ? found : now.levels,
      note: { kind: n === 0 && !now.levels.length ? 'bad' : 'good', text: report?.message && n === 0 ? `${text} ${report.message}` : text } }));
  }

  function fail(error) {
    const stopped = abort.current.signal.aborted;
    const text = stopped ? t('make.stopped') : inWords(error.message);
    announce(text);
    setRun((now) => ({ ...now, running: false, progress: null, failure: stopped ? '' : error.message, note: { kind: stopped ? 'info' : 'bad', text } }));
  }

  return { ...run, start, stop: () => abort.current?.abort() };
}
