type PageItem = number | 'ellipsis'

/**
 * Lists the page numbers to show: the first, the last and a group of at most `maxNeighbours` around the current one.
 */
export function listPageItems(page: number, pageCount: number, maxNeighbours: number): readonly PageItem[] {
  const start = Math.max(1, Math.min(page - Math.floor(maxNeighbours / 2), pageCount - maxNeighbours + 1))
  const end = Math.min(pageCount, start + maxNeighbours - 1)
  const items: PageItem[] = []
  if (start > 1) items.push(1)
  if (start > 2) items.push('ellipsis')
  for (let number = start; number <= end; number++) items.push(number)
  if (end < pageCount - 1) items.push('ellipsis')
  if (end < pageCount) items.push(pageCount)
  return items
}

interface TablePage {
  /** 1-based page number. */
  readonly page: number
  readonly pageCount: number
  readonly start: number
}

/** A search may have removed rows since the page was chosen, so the number is limited. */
export function findTablePage(page: number, pageLength: number, rowCount: number): TablePage {
  const pageCount = Math.max(1, Math.ceil(rowCount / pageLength))
  const shown = Math.min(page, pageCount)
  return { page: shown, pageCount, start: (shown - 1) * pageLength }
}

export type SortDirection = 'ascending' | 'descending'

/** Cycles through ascending, descending and the original order. */
export function nextSortDirection(direction: SortDirection | null): SortDirection | null {
  return direction === null ? 'ascending' : direction === 'ascending' ? 'descending' : null
}

type TableState = 'ready' | 'filtered' | 'no-match'

export function getTableState(isFiltered: boolean, matchCount: number): TableState {
  if (matchCount === 0) return 'no-match'
  return isFiltered ? 'filtered' : 'ready'
}
