import {
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type FilterFn,
  type SortFn,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import { compileSearch, type SortDirection } from './data-table-state.ts'
import type { TableColumn } from './table.tsx'

/** What a cell counts as when rows are sorted and searched; null comes last in either direction. */
type CellValue = string | number | null

export interface DataColumn<Row> extends TableColumn<Row> {
  /** Without it a column is neither sorted nor searched. */
  readonly value?: (row: Row) => CellValue
  /** What the search reads where that is not the value: a price as it is written. */
  readonly text?: (row: Row) => string
  /** False where an order of its values would say nothing. */
  readonly isSortable?: boolean
}

export interface ColumnOrder {
  readonly columnId: string
  readonly direction: SortDirection
}

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  filteredRowModel: createFilteredRowModel(),
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
})
type Features = typeof features

/** The library keeps a row's columns apart; wrapped, a row may be anything, and its searched words stand together. */
interface Item<Row> {
  readonly row: Row
  readonly text: string
}

/** @returns the rows that match the search, in the order asked for; equal ones stay as they came */
export function useMatchingRows<Row>(
  rows: readonly Row[],
  columns: readonly DataColumn<Row>[],
  locale: string,
  search: string,
  order: ColumnOrder | null,
): readonly Row[] {
  const data = useMemo(
    () => rows.map((row): Item<Row> => ({ row, text: columns.map(({ value, text = value }) => text?.(row) ?? '').join('\n') })),
    [rows, columns],
  )
  const definitions = useMemo(() => {
    const sortFn = buildSortFn<Row>(locale)
    return columns.map(
      ({ id, value }): ColumnDef<Features, Item<Row>> => ({
        id,
        accessorFn: (item) => value?.(item.row) ?? undefined,
        sortFn,
        sortUndefined: 'last',
      }),
    )
  }, [columns, locale])
  const globalFilterFn = useMemo((): FilterFn<Features, Item<Row>> => {
    const matches = compileSearch(search)
    return (item) => matches(item.original.text)
  }, [search])
  const sorting = useMemo(() => (order ? [{ id: order.columnId, desc: order.direction === 'descending' }] : []), [order])
  const table = useTable({
    features,
    data,
    columns: definitions,
    globalFilterFn,
    getColumnCanGlobalFilter: () => true,
    state: { globalFilter: search.trim(), sorting, columnFilters: [] },
  })
  return table.getSortedRowModel().rows.map((item) => item.original.row)
}

/** Numbers by size, words as the locale orders them, with the numbers in them by size too. */
function buildSortFn<Row>(locale: string): SortFn<Features, Item<Row>> {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  return (a, b, columnId) => {
    const [left, right] = [a.getValue<CellValue>(columnId), b.getValue<CellValue>(columnId)]
    if (typeof left === 'number' && typeof right === 'number') return left - right
    return compare(String(left), String(right))
  }
}
