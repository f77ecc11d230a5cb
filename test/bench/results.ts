/** Markdown; all columns but the first are right-aligned. */
export function formatTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  return [titles, titles.map((_, index) => (index === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

export function median(numbers: readonly number[]): number {
  const ascending = numbers.toSorted((one, other) => one - other)
  const half = ascending.length / 2
  return (ascending[Math.ceil(half) - 1]! + ascending[Math.floor(half)]!) / 2
}
