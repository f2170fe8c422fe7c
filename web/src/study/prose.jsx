// Texts of a definition: paragraphs, "# " before a heading, "- " before an item. Everything else
// is shown as it is written.

/** @param {string} text @returns {({ kind: 'p' | 'h2', text: string } | { kind: 'ul', items:
 *   string[] })[]} */
export function blocksOf(text) {
  /** @type {ReturnType<typeof blocksOf>} */
  const blocks = [];
  for (const line of text.split(/\n+/).map((one) => one.trim())) {
    const last = blocks[blocks.length - 1];
    if (line.startsWith('- ') && last?.kind === 'ul') last.items.push(line.slice(2));
    else if (line.startsWith('- ')) blocks.push({ kind: 'ul', items: [line.slice(2)] });
    else if (line.startsWith('# ')) blocks.push({ kind: 'h2', text: line.slice(2) });
    else if (line) blocks.push({ kind: 'p', text: line });
  }
  return blocks;
}

/** @param {{ text: string, lang?: string }} props */
export function Prose({ text, lang }) {
  return (
    <div class="prose" lang={lang}>
      {blocksOf(text).map((block, i) => {
        if (block.kind === 'ul') {
          return (
            <ul key={i}>
              {block.items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          );
        }
        return block.kind === 'h2' ? <h2 key={i}>{block.text}</h2> : <p key={i}>{block.text}</p>;
      })}
    </div>
  );
}
