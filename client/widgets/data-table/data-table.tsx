import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMessages, useHydrated } from '../../base/context.tsx'
import { findMatchingRows, type ColumnOrder, type DataColumn } from './matching-rows.ts'
import { Table, type SortDirection, type TableProps } from './table.tsx'

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
  const pageCount = Math.max(1, Math.ceil(matching.length / view.pageLength))
  // A search may have removed rows since the page was chosen.
  const page = Math.min(view.page, pageCount)
  const shown = matching.slice((page - 1) * view.pageLength, page * view.pageLength)
  // A new search, order or page length returns to page 1.
  const show = (change: Partial<TableView>) => setView((current) => ({ ...current, page: 1, ...change }))

  function getSort({ id, value }: DataColumn<Row>) {
    if (!value) return undefined
    const direction = view.order?.columnId === id ? view.order.direction : null
    const next: SortDirection | null =
      direction === null ? 'ascending' : direction === 'ascending' ? 'descending' : null
    return { direction, next, onSort: () => show({ order: next && { columnId: id, direction: next } }) }
  }

  return (
    <Table
      {...table}
      columns={columns.map((column) => ({ ...column, sort: getSort(column) }))}
      rows={isHydrated ? shown : rows}
      pageLength={view.pageLength}
      matching={matching.length}
      total={rows.length}
      page={page}
      pageCount={pageCount}
      navigation={{ onPageChange: (number) => show({ page: number }) }}
    >
      {rows.length > PAGE_LENGTHS[0] ? (
        <div className="data-table-tools cluster scripted on-screen">
          <SearchField onChange={(search) => show({ search })} />
          <PageLengthField pageLength={view.pageLength} onChange={(pageLength) => show({ pageLength })} />
        </div>
      ) : null}
    </Table>
  )
}

interface FieldProps<Value> {
  readonly onChange: (value: Value) => void
}

function SearchField({ onChange }: FieldProps<string>) {
  const messages = useMessages()
  const input = useRef<HTMLInputElement>(null)
  const searchTypedBeforeHydration = useEffectEvent(() => {
    if (input.current?.value) onChange(input.current.value)
  })
  useEffect(() => searchTypedBeforeHydration(), [])
  return (
    <label className="data-table-search labelled">
      <span className="caption">{messages.search}</span>
      <input
        ref={input}
        type="search"
        className="field"
        autoComplete="off"
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  )
}

function PageLengthField({ pageLength, onChange }: FieldProps<number> & Pick<TableView, 'pageLength'>) {
  return (
    <label className="data-table-length labelled">
      <span className="caption">{useMessages().pageLength}</span>
      <select className="field" value={pageLength} onChange={(event) => onChange(Number(event.currentTarget.value))}>
        {PAGE_LENGTHS.map((length) => (
          <option key={length}>{length}</option>
        ))}
      </select>
    </label>
  )
}
