/** Markdown; all columns but the first are right-aligned. */
export function formatTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  return [titles, titles.map((_, index) => (index === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}
