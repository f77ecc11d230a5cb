import { Table, type TableColumn, type TableProps, type ColumnSort, type RowGroup } from './table.tsx'

export interface LinkedColumn<Row> extends TableColumn<Row> {
  readonly sort?: Extract<ColumnSort, { href: string }>
}

interface LinkedDataTableProps<Row> extends TableProps<Row> {
  readonly columns: readonly LinkedColumn<Row>[]
  readonly page: number
  readonly pageCount: number
  readonly pageLength: number
  readonly total: number
  readonly getPageHref: (page: number) => string
  readonly isFiltered: boolean
  readonly group?: RowGroup
}

/** The server sorts, filters and pages this table. All controls are links, and the URL has the state. */
export function LinkedDataTable<Row>({ total, getPageHref, ...table }: LinkedDataTableProps<Row>) {
  return (
    <Table
      {...table}
      getSort={(column: LinkedColumn<Row>) => column.sort}
      matching={total}
      navigation={{ getPageHref }}
    />
  )
}
