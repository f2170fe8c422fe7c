// What axe-core finds on a page.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Serious and critical findings, as sentences. only: some of its rules. */
export async function axeFindings(page, only) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(
    (rules) =>
      globalThis.axe.run(document, {
        resultTypes: ['violations'],
        ...(rules ? { runOnly: rules } : {}),
      }),
    only,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map((node) => node.html.slice(0, 120))
          .join(' | ')}`,
    );
}
