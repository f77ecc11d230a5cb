import { foldText } from '../../../shared/slug.ts'
import type { SortDirection } from './data-table-state.ts'
import type { TableColumn } from './table.tsx'

/** What a cell counts as when rows are sorted and searched; null comes last in either direction. */
type CellValue = string | number | null

export interface DataColumn<Row> extends TableColumn<Row> {
  /** Without it a column is neither sorted nor searched. */
  readonly value?: (row: Row) => CellValue
  /** What the search reads where that is not the value: a price as it is written. */
  readonly text?: (row: Row) => string
}

export interface ColumnOrder {
  readonly columnId: string
  readonly direction: SortDirection
}

/**
 * The rows that match a search, in the order asked for; equal ones stay as they came.
 * @param locale BCP 47; rules the order of words
 * @param order null keeps the rows' own
 */
export function findMatchingRows<Row>(
  rows: readonly Row[],
  columns: readonly DataColumn<Row>[],
  locale: string,
  search: string,
  order: ColumnOrder | null,
): readonly Row[] {
  const matches = compileSearch(search)
  // The words of a row stand together: a search may mean several of its cells.
  const matching = rows.filter((row) => matches(columns.map(({ value, text = value }) => text?.(row) ?? '').join('\n')))
  const value = order && columns.find(({ id }) => id === order.columnId)?.value
  if (!value) return matching
  const sign = order.direction === 'ascending' ? 1 : -1
  const compare = createComparator(locale)
  return matching.sort((one, other) => {
    const [left, right] = [value(one), value(other)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return sign * compare(left, right)
  })
}

/** Numbers by size, words as the locale orders them, with the numbers in them by size too. */
function createComparator(locale: string): (left: string | number, right: string | number) => number {
  const collator = new Intl.Collator(locale, { numeric: true })
  return (left, right) =>
    typeof left === 'number' && typeof right === 'number' ? left - right : collator.compare(String(left), String(right))
}

/**
 * Reads a search once, to hold many rows against it, case and accents aside: every word has to occur, in any order. Quotes keep words
 * together, and an exclamation mark shuts out what follows it.
 * @returns whether a text matches
 */
export function compileSearch(search: string): (text: string) => boolean {
  const terms = [...foldText(search).matchAll(/(!?)(?:"([^"]*)"?|([^\s!"]\S*))/g)]
    .map(([, mark, quoted, word]) => ({ isRequired: mark === '', text: quoted ?? word ?? '' }))
    .filter(({ text }) => text !== '')
  return (text) => {
    const folded = foldText(text)
    return terms.every(({ isRequired, text: term }) => folded.includes(term) === isRequired)
  }
}
