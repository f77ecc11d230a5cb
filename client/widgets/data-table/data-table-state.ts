/** A page's number, or numbers left out. */
type PageItem = number | 'ellipsis'

/**
 * The numbers to show: neighbours with the current page in the middle, and always the first and the last.
 * @param maxNeighbours how many stand together around the current one
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
  /** Counted from 1. */
  readonly page: number
  readonly pageCount: number
  /** Of its first row among all. */
  readonly start: number
}

/** The page to show: the last one where rows have gone since a later one was turned to. */
export function findTablePage(page: number, pageLength: number, rowCount: number): TablePage {
  const pageCount = Math.max(1, Math.ceil(rowCount / pageLength))
  const shown = Math.min(page, pageCount)
  return { page: shown, pageCount, start: (shown - 1) * pageLength }
}

/** How much of the current page is selected. */
type PageSelection = 'none' | 'some' | 'all'

export function getPageSelection(selection: ReadonlySet<string>, rowIds: readonly string[]): PageSelection {
  const count = rowIds.filter((id) => selection.has(id)).length
  return count === 0 ? 'none' : count === rowIds.length ? 'all' : 'some'
}

export function toggleRow(selection: ReadonlySet<string>, rowId: string): ReadonlySet<string> {
  const next = new Set(selection)
  if (!next.delete(rowId)) next.add(rowId)
  return next
}

/** Selects the whole page, or nothing of it where all of it was selected. Rows on other pages stay as they are. */
export function togglePage(selection: ReadonlySet<string>, rowIds: readonly string[]): ReadonlySet<string> {
  const next = new Set(selection)
  const isAll = getPageSelection(selection, rowIds) === 'all'
  for (const id of rowIds) {
    if (isAll) next.delete(id)
    else next.add(id)
  }
  return next
}

export type SortDirection = 'ascending' | 'descending'

/** What the next press of a header does: up, down, then the rows' own order again. */
export function nextSortDirection(direction: SortDirection | null): SortDirection | null {
  return direction === null ? 'ascending' : direction === 'ascending' ? 'descending' : null
}

/** What the root says of its rows: all there are, a part of them, none at all, or none that match. */
export type TableState = 'ready' | 'filtered' | 'empty' | 'no-match'

export function getTableState(isFiltered: boolean, matchCount: number): TableState {
  if (matchCount > 0) return isFiltered ? 'filtered' : 'ready'
  return isFiltered ? 'no-match' : 'empty'
}
