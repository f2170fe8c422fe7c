// The researcher's pages, behind the administrator's token: all studies, one study as it fills,
// its people, one person's log, the instruction sheet of a cell, opening a study.
//
//   #/studies   #/studies/model   #/studies/new
//   #/studies/ID   #/studies/ID/people   #/studies/ID/person/7
//   #/studies/ID/sheet/1
import { useState } from 'preact/hooks';
import { messageOf, statusOf } from '../errors.js';
import { api } from '../net/api.js';
import { useSignal } from '../signal.js';
import { t } from '../texts.js';
import { Note } from '../ui/controls.jsx';
import { Heading } from '../ui/heading.jsx';
import { adminToken, TokenForm } from '../ui/token-form.jsx';
import { ListPage } from './list.jsx';
import { ModelsPage } from './models.jsx';
import { OpenPage } from './open.jsx';
import { PeoplePage } from './people.jsx';
import { PersonPage } from './person.jsx';
import { SheetPage } from './sheet.jsx';
import { StudyPage } from './study.jsx';

/** @param {PageProps} props */
export function ResearcherPage({ route }) {
  const token = useSignal(adminToken);
  const [id, what, which] = route.parts;
  if (!token) return <Door />;
  if (!id) return <ListPage />;
  if (id === 'model') return <ModelsPage game={route.query.game} />;
  if (id === 'new') return <OpenPage study={route.query.study} />;
  if (what === 'people') return <PeoplePage study={id} page={Number(route.query.page ?? 1)} />;
  if (what === 'person') return <PersonPage study={id} number={Number(which)} />;
  if (what === 'sheet') {
    return <SheetPage study={id} cell={Number(which)} language={route.query.language} />;
  }
  return <StudyPage study={id} />;
}

function Door() {
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState('');
  const look = async () => {
    try {
      await api('GET', '/admin/studies', { admin: token });
      adminToken.set(token);
    } catch (error) {
      setProblem(statusOf(error) === 401 ? t('review.wrongToken') : messageOf(error));
    }
  };
  return (
    <>
      <Heading title={t('studies.title')}>
        <p>{t('studies.door')}</p>
      </Heading>
      <TokenForm token={token} open={t('studies.enter')} onToken={setToken} onSend={look} />
      {problem && (
        <Note kind="bad" icon="warn" role="alert">
          {problem}
        </Note>
      )}
    </>
  );
}
