// All studies of the studio.
import { href } from '../route.js';
import { plural, t } from '../texts.js';
import { Heading } from '../ui/heading.jsx';
import { Icon } from '../ui/icon.jsx';
import { useStudyData } from './ask.js';
import { sum } from './model.js';
import { Problem, StatePill } from './parts.jsx';

const EVERY_MS = 30000;

export function ListPage() {
  const { found, problem } = useStudyData('', EVERY_MS);
  const studies = /** @type {import('./model.js').StudyRow[] | undefined} */ (found?.studies);
  return (
    <>
      <Heading title={t('studies.title')}>
        <p>{t('studies.lead')}</p>
      </Heading>
      <Problem problem={problem} />
      <p class="row">
        <a class="button main" href={href('studies', ['new'])}>
          <Icon name="make" />
          {t('studies.new')}
        </a>
        <a class="button" href={href('studies', ['model'])}>
          {t('studies.models.link')}
        </a>
      </p>
      {!studies && !problem && <p aria-busy="true">{t('ui.loading')}</p>}
      {studies?.length === 0 && <p class="empty">{t('studies.none')}</p>}
      {studies && studies.length > 0 && (
        <ul class="list card studies">
          {studies.map((one) => (
            <li key={one.study}>
              <a href={href('studies', [one.study])} data-test="study">
                <span>{one.title || t('studies.untitled')}</span>
                <span class="row">
                  {one.persons && (
                    <span class="small soft">{plural('studies.people', sum(one.persons))}</span>
                  )}
                  <StatePill state={one.state} />
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
