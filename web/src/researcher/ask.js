// Requests of the researcher's pages, with the administrator's token.
import { useEffect, useState } from 'preact/hooks';
import { messageOf, statusOf } from '../errors.js';
import { api } from '../net/api.js';
import { adminToken } from '../ui/token-form.jsx';

/** @param {string} method @param {string} path below /admin/studies
 * @param {import('../net/api.js').ApiOptions} [options] @returns {Promise<any>} */
export async function ask(method, path, options = {}) {
  try {
    return await api(method, `/admin/studies${path}`, { ...options, admin: adminToken.get() });
  } catch (error) {
    // Somebody changed the token meanwhile.
    if (statusOf(error) === 401) adminToken.set('');
    throw error;
  }
}

/** @param {string | number} part */
export const part = (part) => `/${encodeURIComponent(part)}`;

/** What a path has now, and again every so often while the page is looked at. What was there
 * stays when a later request fails. @template T
 * @param {string} path @param {number} [every] ms; 0: only once
 * @returns {{ found: T | null, problem: string, again: () => void }} */
export function useStudyData(path, every = 0) {
  const [state, setState] = useState(
    /** @type {{ path: string, found: any, problem: string }} */ ({
      path,
      found: null,
      problem: '',
    }),
  );
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    let here = true;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const look = async () => {
      try {
        const found = await ask('GET', path);
        if (here) setState({ path, found, problem: '' });
      } catch (error) {
        if (here) setState((now) => ({ ...now, path, problem: messageOf(error) }));
      }
      if (here && every) timer = setTimeout(next, every);
    };
    const next = () => {
      if (document.visibilityState === 'visible') look();
      else timer = setTimeout(next, every);
    };
    look();
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [path, every, asked]);
  const isThis = state.path === path;
  return {
    found: isThis ? state.found : null,
    problem: isThis ? state.problem : '',
    again: () => setAsked((n) => n + 1),
  };
}
