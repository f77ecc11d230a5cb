import { useMessages } from '../../messages-context.ts'
import { getTableState } from './data-table-state.ts'
import { Table, type TableColumn, type TableProps, type ColumnSort, TableCount } from './table.tsx'
import { TablePagination } from './table-pagination.tsx'

/** A column that the server can sort; its header links to the sorted page. */
export interface LinkedColumn<Row> extends TableColumn<Row> {
  readonly sort?: Extract<ColumnSort, { href: string }>
}

interface LinkedDataTableProps<Row> extends TableProps<Row> {
  readonly columns: readonly LinkedColumn<Row>[]
  /** 1-based page number. */
  readonly page: number
  readonly pageCount: number
  readonly pageLength: number
  /** Number of rows on all pages. */
  readonly total: number
  readonly getPageHref: (page: number) => string
  readonly isFiltered?: boolean
}

/** A table that the server sorts, filters and pages. All state is in the URL, and all controls are links. */
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
