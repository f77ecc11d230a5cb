import { foldText } from '../../../shared/slug.ts'
import type { TableColumn, SortDirection } from './table.tsx'

/** Null sorts last in both directions. */
type CellValue = string | number | null

export interface DataColumn<Row> extends TableColumn<Row> {
  /** A column without `value` can be neither sorted nor searched. */
  readonly value?: (row: Row) => CellValue
  /** The searched text, if it differs from `value`. */
  readonly text?: (row: Row) => string
}

export interface ColumnOrder {
  readonly columnId: string
  readonly direction: SortDirection
}

/** Filters and sorts rows; rows that compare equal keep their order. @param order null keeps the original order */
export function findMatchingRows<Row>(
  rows: readonly Row[],
  columns: readonly DataColumn<Row>[],
  locale: string,
  search: string,
  order: ColumnOrder | null,
): readonly Row[] {
  const words = foldText(search).split(/\s+/)
  // The words may be in different cells, and in any order.
  const matching = rows.filter((row) => {
    const text = foldText(columns.map(({ value, text: read = value }) => read?.(row) ?? '').join('\n'))
    return words.every((word) => text.includes(word))
  })
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

function createComparator(locale: string): (left: string | number, right: string | number) => number {
  const collator = new Intl.Collator(locale, { numeric: true })
  return (left, right) =>
    typeof left === 'number' && typeof right === 'number' ? left - right : collator.compare(String(left), String(right))
}
