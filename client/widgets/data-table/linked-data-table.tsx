import { useMessages } from '../../messages-context.ts'
import { getTableState } from './data-table-state.ts'
import { Table, type TableColumn, type TableProps, type ColumnSort, TableCount } from './table.tsx'
import { TablePagination } from './table-pagination.tsx'

/** A column whose header leads to another order of the rows, where the server has one. */
export interface LinkedColumn<Row> extends TableColumn<Row> {
  readonly sort?: Extract<ColumnSort, { href: string }>
}

interface LinkedDataTableProps<Row> extends TableProps<Row> {
  readonly columns: readonly LinkedColumn<Row>[]
  /** Counted from 1. */
  readonly page: number
  readonly pageCount: number
  /** Rows on a full page. */
  readonly pageLength: number
  /** Rows on all pages. */
  readonly total: number
  readonly getPageHref: (page: number) => string
  /** A search or filters narrow the rows. */
  readonly isFiltered?: boolean
}

/** A table whose rows the server sorts, filters and pages: its address is its state, and its controls are links. */
export function LinkedDataTable<Row>({
  columns,
  page,
  pageCount,
  pageLength,
  total,
  getPageHref,
  isFiltered = false,
  ...table
}: LinkedDataTableProps<Row>) {
  const messages = useMessages()
  const state = getTableState(isFiltered, total)
  const start = (page - 1) * pageLength
  return (
    <div className="data-table" data-state={state}>
      <Table
        {...table}
        columns={columns}
        state={state}
        getSort={(column: LinkedColumn<Row>) => column.sort}
        empty={table.empty ?? messages.tableEmpty}
        noMatch={table.noMatch ?? messages.tableNoMatch}
      />
      <div className="data-table-foot">
        <TableCount start={start} count={table.rows.length} matching={total} />
        <TablePagination caption={table.caption} page={page} pageCount={pageCount} getPageHref={getPageHref} />
      </div>
    </div>
  )
}
