// The people of a study, a page at a time: state, place, flags.
import { query } from '../net/api.js';
import { href } from '../route.js';
import { t } from '../texts.js';
import { Heading } from '../ui/heading.jsx';
import { Icon } from '../ui/icon.jsx';
import { part, useStudyData } from './ask.js';
import { timeText } from './model.js';
import { Back, Flags, PersonPill, Problem, Table } from './parts.jsx';

const EVERY_MS = 20000;
const EACH = 50;

/** @param {{ study: string, page: number }} props */
export function PeoplePage({ study, page }) {
  const at = Number.isInteger(page) && page > 0 ? page : 1;
  const path = `${part(study)}/persons${query({ page: at, per_page: EACH })}`;
  const { found, problem } = useStudyData(path, EVERY_MS);
  const persons = /** @type {import('./model.js').Person[] | undefined} */ (found?.persons);
  return (
    <>
      <Heading title={t('studies.peopleTitle')} page={t('studies.title')}>
        <p>{t('studies.peopleLead')}</p>
      </Heading>
      <Back study={study} />
      <Problem problem={problem} />
      {!persons && !problem && <p aria-busy="true">{t('ui.loading')}</p>}
      {persons?.length === 0 && <p class="empty">{t('studies.nobody')}</p>}
      {persons && persons.length > 0 && <People study={study} persons={persons} />}
      {found && <Pages study={study} page={at} total={found.total} />}
    </>
  );
}

/** @param {{ study: string, persons: import('./model.js').Person[] }} props */
function People({ study, persons }) {
  const columns = ['number', 'cell', 'state', 'quality', 'phase', 'entered', 'seen'];
  return (
    <section class="card">
      <Table
        label={t('studies.peopleTitle')}
        head={columns.map((name) => (
          <th key={name} class={name === 'cell' ? 'num' : undefined}>
            {t(`studies.columns.${name}`)}
          </th>
        ))}
      >
        {persons.map((one) => (
          <tr key={one.number} data-test="person">
            <td>
              <a href={href('studies', [study, 'person', one.number])}>
                {t('studies.person', { n: one.number })}
              </a>
            </td>
            <td class="num">{one.cell}</td>
            <td>
              <PersonPill state={one.state} />
            </td>
            <td>
              <Flags flags={one.flags} excluded={one.excluded} simulated={one.simulated} />
            </td>
            <td>{one.phase ?? '–'}</td>
            <td class="when">{timeText(one.entered)}</td>
            <td class="when">{timeText(one.ended ?? one.seen)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

/** @param {{ study: string, page: number, total: number }} props */
function Pages({ study, page, total }) {
  const last = Math.max(1, Math.ceil(total / EACH));
  if (last === 1) return null;
  const at = (/** @type {number} */ n) => href('studies', [study, 'people'], { page: String(n) });
  return (
    <nav class="row" aria-label={t('studies.pages')}>
      {page > 1 && (
        <a class="button small" href={at(page - 1)}>
          <Icon name="prev" />
          {t('studies.pageBefore')}
        </a>
      )}
      <span class="small soft">{t('studies.pageOf', { page, last, total })}</span>
      {page < last && (
        <a class="button small" href={at(page + 1)}>
          {t('studies.pageNext')}
          <Icon name="next" />
        </a>
      )}
    </nav>
  );
}
