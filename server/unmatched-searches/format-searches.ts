import type { UnmatchedSearch } from './unmatched-search-store.ts'

/** Formats searches as a table for the terminal, with the searched text as the last column. */
export function formatSearches(searches: readonly UnmatchedSearch[]): string {
  if (searches.length === 0)
    return 'No searches without results. A search is listed after it was made on three different days.'
  return [
    'Count  Days  Last day    Search',
    ...searches.map(({ text, days, count, lastDay }) =>
      [String(count).padStart(5), String(days).padStart(4), lastDay, text].join('  '),
    ),
  ].join('\n')
}
