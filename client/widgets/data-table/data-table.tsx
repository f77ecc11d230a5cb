import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useMessages } from '../../messages-context.ts'
import { useHydrated } from '../use-hydrated.ts'
import { findTablePage, nextSortDirection, getTableState } from './data-table-state.ts'
import { findMatchingRows, type ColumnOrder, type DataColumn } from './matching-rows.ts'
import { Table, type TableProps, TableCount } from './table.tsx'
import { TablePagination } from './table-pagination.tsx'
const PAGE_LENGTHS = [10, 25, 50] as const

interface DataTableProps<Row> extends TableProps<Row> {
  readonly columns: readonly DataColumn<Row>[]
  /** BCP 47 locale, used to sort text. */
  readonly locale: string
  /** Choices for rows per page, ascending; the first is the default. */
  readonly pageLengths?: readonly [number, ...number[]]
}

interface TableView {
  readonly search: string
  readonly order: ColumnOrder | null
  /** 1-based page number. */
  readonly page: number
  readonly pageLength: number
}

/**
 * A table that searches, sorts and pages its rows in the browser. The server renders all rows; CSS hides those of
 * later pages if scripts are enabled.
 */
export function DataTable<Row>({ columns, locale, pageLengths = PAGE_LENGTHS, ...table }: DataTableProps<Row>) {
  const messages = useMessages()
  const { rows, caption } = table
  const [view, setView] = useState<TableView>({ search: '', order: null, page: 1, pageLength: pageLengths[0] })
  const isHydrated = useHydrated()
  const matching = findMatchingRows(rows, columns, locale, view.search, view.order)
  const { page, pageCount, start } = findTablePage(view.page, view.pageLength, matching.length)
  const shown = matching.slice(start, start + view.pageLength)
  const state = getTableState(view.search.trim() !== '', matching.length)
  // A new search, order or page length returns to page 1; a page change overrides this.
  const show = (change: Partial<TableView>) => setView((current) => ({ ...current, page: 1, ...change }))

  function getSort({ id, value }: DataColumn<Row>) {
    if (!value) return undefined
    const direction = view.order?.columnId === id ? view.order.direction : null
    const next = nextSortDirection(direction)
    return { direction, next, onSort: () => show({ order: next && { columnId: id, direction: next } }) }
  }

  return (
    <div className="data-table" data-state={state}>
      {rows.length > pageLengths[0] ? (
        <div className="data-table-tools">
          <SearchField onSearch={(search) => show({ search })} />
          <PageLengthField
            pageLength={view.pageLength}
            pageLengths={pageLengths}
            onChange={(pageLength) => show({ pageLength })}
          />
        </div>
      ) : null}
      <Table
        {...table}
        columns={columns}
        rows={isHydrated ? shown : rows}
        state={state}
        getSort={getSort}
        empty={table.empty ?? messages.tableEmpty}
        noMatch={table.noMatch ?? messages.tableNoMatch}
        {...(isHydrated ? {} : { pageLength: view.pageLength })}
      />
      <div className="data-table-foot">
        <TableCount start={start} count={shown.length} matching={matching.length} total={rows.length} />
        <TablePagination
          caption={caption}
          page={page}
          pageCount={pageCount}
          onPageChange={(number) => show({ page: number })}
        />
      </div>
    </div>
  )
}

/** The search field. Text that was typed before hydration is searched as well. */
export function SearchField({ onSearch }: { readonly onSearch: (search: string) => void }) {
  const messages = useMessages()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const takeOver = useEffectEvent(() => {
    if (input.current!.value) onSearch(input.current!.value)
  })
  useEffect(() => takeOver(), [])
  return (
    <div className="data-table-search">
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
  readonly pageLengths: readonly number[]
  readonly onChange: (pageLength: number) => void
}

export function PageLengthField({ pageLength, pageLengths, onChange }: PageLengthFieldProps) {
  const messages = useMessages()
  const id = useId()
  return (
    <div className="data-table-length">
      <label htmlFor={id} className="caption">
        {messages.pageLength}
      </label>
      <select
        id={id}
        className="field"
        value={pageLength}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      >
        {pageLengths.map((length) => (
          <option key={length}>{length}</option>
        ))}
      </select>
    </div>
  )
}
