// The instruction sheet of a cell, for the laboratory: what the experimenter does in which
// order (Taylor 2015, Figure 4.1). Made to be printed.
import { useState } from 'preact/hooks';
import { messageOf } from '../errors.js';
import { query } from '../net/api.js';
import { go, href } from '../route.js';
import { t } from '../texts.js';
import { Button, Segments } from '../ui/controls.jsx';
import { Heading } from '../ui/heading.jsx';
import { useLoadEffect } from '../ui/use-load.js';
import { ask, part, useStudyData } from './ask.js';
import { blocks } from './model.js';
import { Back, Problem } from './parts.jsx';

/** @param {{ study: string, cell: number, language?: string }} props */
export function SheetPage({ study, cell, language }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const { found } = useStudyData(part(study));
  const languages = /** @type {string[]} */ (found?.languages ?? []);
  useLoadEffect(
    (isHere) =>
      ask('GET', `${part(study)}/sheet${query({ cell, language })}`, { raw: true })
        .then((answer) => answer.text())
        .then(
          (sheet) => isHere() && (setText(sheet), setProblem('')),
          (error) => isHere() && setProblem(messageOf(error)),
        ),
    [study, cell, language],
  );
  return (
    <>
      <div class="no-print stack">
        <Heading title={t('studies.sheetOf', { n: cell })} page={t('studies.title')} />
        <Back study={study} />
        <div class="row">
          {languages.length > 1 && (
            <Segments
              label={t('studies.language')}
              value={language ?? languages[0]}
              onChange={(value) => go(href('studies', [study, 'sheet', cell], { language: value }))}
              options={languages.map((value) => ({ value, title: value }))}
            />
          )}
          <Button
            label={t('studies.print')}
            icon="down"
            kind="main"
            disabled={!text}
            onClick={() => print()}
          />
        </div>
        <Problem problem={problem} />
      </div>
      {text ? <Sheet text={text} /> : !problem && <p aria-busy="true">{t('ui.loading')}</p>}
    </>
  );
}

/** Bare marks for code are left out; what stands in them stays. @param {string} text */
const plain = (text) => text.replaceAll('`', '');

/** @param {{ text: string }} props */
const Sheet = ({ text }) => (
  <article class="sheet" data-test="sheet">
    {blocks(text).map((block, i) => {
      if (block.kind === 'item') return <li key={i}>{plain(block.text)}</li>;
      if (block.kind === 'text') return <p key={i}>{plain(block.text)}</p>;
      if (block.level === 1 && i === 0) return <h2 key={i}>{plain(block.text)}</h2>;
      return block.level === 2 ? (
        <h3 key={i}>{plain(block.text)}</h3>
      ) : (
        <h4 key={i}>{plain(block.text)}</h4>
      );
    })}
  </article>
);
