import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useMessages, useHydrated } from '../../base/context.tsx'
import { findMatchingRows, type ColumnOrder, type DataColumn } from './matching-rows.ts'
import { Table, type TableProps, type SortDirection } from './table.tsx'

/** Numbers of rows on a page. */
const PAGE_LENGTHS = [10, 25, 50] as const

interface DataTableProps<Row> extends TableProps<Row> {
  readonly columns: readonly DataColumn<Row>[]
  readonly locale: string
}

interface TableView {
  readonly search: string
  readonly order: ColumnOrder | null
  readonly page: number
  readonly pageLength: number
}

/** Searches, sorts and pages rows in the browser. The server renders all rows; CSS hides those of later pages. */
export function DataTable<Row>({ locale, ...table }: DataTableProps<Row>) {
  const { rows, columns } = table
  const [view, setView] = useState<TableView>({ search: '', order: null, page: 1, pageLength: PAGE_LENGTHS[0] })
  const isHydrated = useHydrated()
  const matching = findMatchingRows(rows, columns, locale, view.search, view.order)
  const { page, pageCount, start } = findTablePage(view.page, view.pageLength, matching.length)
  const shown = matching.slice(start, start + view.pageLength)
  // A new search, order or page length returns to page 1.
  const show = (change: Partial<TableView>) => setView((current) => ({ ...current, page: 1, ...change }))

  function getSort({ id, value }: DataColumn<Row>) {
    if (!value) return undefined
    const direction = view.order?.columnId === id ? view.order.direction : null
    const next = nextSortDirection(direction)
    return { direction, next, onSort: () => show({ order: next && { columnId: id, direction: next } }) }
  }

  return (
    <Table
      {...table}
      columns={columns.map((column) => ({ ...column, sort: getSort(column) }))}
      rows={isHydrated ? shown : rows}
      pageLength={view.pageLength}
      isFiltered={view.search.trim() !== ''}
      matching={matching.length}
      total={rows.length}
      page={page}
      pageCount={pageCount}
      navigation={{ onPageChange: (number) => show({ page: number }) }}
    >
      {rows.length > PAGE_LENGTHS[0] ? (
        <div className="data-table-tools cluster scripted on-screen">
          <SearchField onSearch={(search) => show({ search })} />
          <PageLengthField pageLength={view.pageLength} onChange={(pageLength) => show({ pageLength })} />
        </div>
      ) : null}
    </Table>
  )
}

function SearchField({ onSearch }: { readonly onSearch: (search: string) => void }) {
  const messages = useMessages()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const searchTypedBeforeHydration = useEffectEvent(() => {
    if (input.current?.value) onSearch(input.current.value)
  })
  useEffect(() => searchTypedBeforeHydration(), [])
  return (
    <div className="data-table-search labelled">
      <label htmlFor={id} className="caption">
        {messages.search}
      </label>
      <input
        ref={input}
        id={id}
        type="search"
        className="field"
        autoComplete="off"
        onInput={(event) => onSearch(event.currentTarget.value)}
      />
    </div>
  )
}

interface PageLengthFieldProps {
  readonly pageLength: number
  readonly onChange: (pageLength: number) => void
}

function PageLengthField({ pageLength, onChange }: PageLengthFieldProps) {
  const messages = useMessages()
  const id = useId()
  return (
    <div className="data-table-length labelled">
      <label htmlFor={id} className="caption">
        {messages.pageLength}
      </label>
      <select
        id={id}
        className="field"
        value={pageLength}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      >
        {PAGE_LENGTHS.map((length) => (
          <option key={length}>{length}</option>
        ))}
      </select>
    </div>
  )
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

/** Cycles through ascending, descending and the original order. */
export function nextSortDirection(direction: SortDirection | null): SortDirection | null {
  return direction === null ? 'ascending' : direction === 'ascending' ? 'descending' : null
}
