import './data-table.css'
import { useId, type ReactNode } from 'react'
import { TablePagination, type PageNavigation } from './table-pagination.tsx'
import { Link } from '../../base/link.tsx'
import { useMessages } from '../../base/context.tsx'

export type ColumnSort = {
  readonly direction: SortDirection | null
  /** The direction of the next sort; null restores the original order. */
  readonly next: SortDirection | null
} & ({ readonly href: string } | { readonly onSort: () => void })

function SortControl({ header, sort }: { readonly header: string; readonly sort: ColumnSort }) {
  const messages = useMessages()
  const content = (
    <>
      <span className="data-table-sort-name">{header}</span>
      <span className="data-table-sort-mark" aria-hidden="true" />
    </>
  )
  const name = messages.sortColumn(header, sort.next)
  if ('href' in sort) {
    return (
      <Link className="data-table-sort" to={sort.href} rel="nofollow" aria-label={name} keepsScroll>
        {content}
      </Link>
    )
  }
  return (
    <button type="button" className="data-table-sort" aria-label={name} onClick={sort.onSort}>
      {content}
    </button>
  )
}

export interface TableColumn<Row> {
  readonly id: string
  readonly header: string
  readonly isHeaderHidden?: boolean
  readonly isRowHeader?: boolean
  readonly isNumeric?: boolean
  readonly sort?: ColumnSort | undefined
  readonly cell: (row: Row) => ReactNode
}

export interface TableProps<Row> {
  readonly caption: string
  readonly rows: readonly Row[]
  /** Must be unique across all pages. */
  readonly getRowId: (row: Row) => string
}

interface RenderedTableProps<Row> extends TableProps<Row> {
  readonly columns: readonly TableColumn<Row>[]
  /** A heading above the row with this index, for that and all later ones. */
  readonly group?: { readonly firstRow: number; readonly heading: string }
  /** 1-based page number. */
  readonly page: number
  readonly pageCount: number
  /** CSS hides the rows beyond this number until hydration removes them. */
  readonly pageLength: number
  readonly matching: number
  /** Number of rows before a search. */
  readonly total?: number
  readonly navigation: PageNavigation
  readonly children?: ReactNode
}

export function Table<Row>({
  caption,
  columns,
  rows,
  getRowId,
  group,
  page,
  pageCount,
  pageLength,
  matching,
  total = matching,
  navigation,
  children,
}: RenderedTableProps<Row>) {
  const messages = useMessages()
  const captionId = useId()
  const state = matching === 0 ? 'no-match' : matching < total ? 'filtered' : 'ready'
  const count = Math.min(rows.length, pageLength)
  const start = (page - 1) * pageLength
  const renderedRows = rows.map((row, index) => (
    <tr key={getRowId(row)} data-later={index >= pageLength ? '' : undefined}>
      {columns.map(({ id, cell, isRowHeader, isNumeric }) => {
        const Cell = isRowHeader ? 'th' : 'td'
        return (
          <Cell key={id} scope={isRowHeader ? 'row' : undefined} data-numeric={isNumeric ? '' : undefined}>
            {cell(row)}
          </Cell>
        )
      })}
    </tr>
  ))
  return (
    <div className="data-table stack" data-state={state}>
      {children}
      <div className="data-table-scroll" role="region" aria-labelledby={captionId} tabIndex={0}>
        <table>
          <caption id={captionId} className="visually-hidden">
            {caption}
          </caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <HeaderCell key={column.id} {...column} />
              ))}
            </tr>
          </thead>
          <tbody>
            {renderedRows.slice(0, group?.firstRow)}
            {rows.length === 0 ? (
              <tr className="data-table-nothing">
                <td colSpan={columns.length}>{messages.tableNoMatch}</td>
              </tr>
            ) : null}
          </tbody>
          {group ? (
            <tbody>
              <tr>
                <th scope="rowgroup" colSpan={columns.length} className="data-table-group">
                  <span>{group.heading}</span>
                </th>
              </tr>
              {renderedRows.slice(group.firstRow)}
            </tbody>
          ) : null}
        </table>
      </div>
      <div className="data-table-foot row">
        <p className="data-table-count caption" role="status">
          {messages.tableCount(count === 0 ? 0 : start + 1, start + count, matching) +
            (matching < total ? ` ${messages.tableTotal(total)}` : '')}
        </p>
        <TablePagination caption={caption} page={page} pageCount={pageCount} {...navigation} />
      </div>
    </div>
  )
}

function HeaderCell<Row>({ header, sort, isNumeric, isHeaderHidden, isRowHeader }: TableColumn<Row>) {
  return (
    // The button's name is its action, so `abbr` names the column.
    <th
      scope="col"
      abbr={sort ? header : undefined}
      aria-sort={sort?.direction ?? undefined}
      data-numeric={isNumeric ? '' : undefined}
      data-row-header={isRowHeader ? '' : undefined}
    >
      {sort ? (
        <SortControl header={header} sort={sort} />
      ) : (
        <span className={isHeaderHidden ? 'visually-hidden' : undefined}>{header}</span>
      )}
    </th>
  )
}

export type SortDirection = 'ascending' | 'descending'
