import type { UnmatchedText } from '../catalog/unmatched-texts/unmatched-text-store.ts'

const EMPTY = {
  searches: 'No searches without results. A search is listed after it was made on three different days.',
  missing: 'No missing addresses. An address is listed after it was requested on three different days.',
}

/** Formats searches or missing addresses as a table for the terminal, with the text as the last column. */
export function formatSearches(kind: keyof typeof EMPTY, searches: readonly UnmatchedText[]): string {
  if (searches.length === 0) return EMPTY[kind]
  return [
    `Count  Days  Last day    ${kind === 'searches' ? 'Search' : 'Address'}`,
    ...searches.map(({ text, days, count, lastDay }) =>
      [String(count).padStart(5), String(days).padStart(4), lastDay, text].join('  '),
    ),
  ].join('\n')
}
