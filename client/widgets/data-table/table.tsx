import './data-table.css'
import { useId, type ReactNode } from 'react'
import type { TableState, SortDirection } from './data-table-state.ts'
import { SelectPage, SelectRow, type RowSelection } from './row-selection.tsx'
import { Link } from '../../components/link.tsx'
import { useMessages } from '../../messages-context.ts'

/** How a column is sorted now, and how its header changes that: by an address or by a call. */
export type ColumnSort = {
  readonly direction: SortDirection | null
  /** What the header's next press brings; null is the rows' own order. */
  readonly next: SortDirection | null
} & ({ readonly href: string } | { readonly onSort: () => void })

/** A header's words as a link or a button, named after what it does. */
export function SortControl({ header, sort }: { readonly header: string; readonly sort: ColumnSort }) {
  const messages = useMessages()
  const content = (
    <>
      {header}
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

/** A column as both kinds of table draw it. */
export interface TableColumn<Row> {
  readonly id: string
  readonly header: string
  /** The header is for those who cannot see the column, such as that of a picture. */
  readonly isHeaderHidden?: boolean
  /** Its cell names the row. */
  readonly isRowHeader?: boolean
  /** Numbers stand under each other, at the end of the cell. */
  readonly isNumeric?: boolean
  readonly cell: (row: Row) => ReactNode
}

/** What both kinds of table ask for. */
export interface TableProps<Row> extends RowSelection {
  /** Names the table, its scrolling region and its pages. */
  readonly caption: string
  /** The caption is said, not shown: a heading above says the same. */
  readonly isCaptionHidden?: boolean
  readonly rows: readonly Row[]
  /** Tells rows apart, also over pages; what `selection` holds. */
  readonly getRowId: (row: Row) => string
  /** Names a row where its checkbox has to. */
  readonly getRowName: (row: Row) => string
  /** In place of the words for a table without rows. */
  readonly empty?: ReactNode
  /** In place of the words for a search that nothing matches. */
  readonly noMatch?: ReactNode
}

interface RenderedTableProps<Row> extends TableProps<Row> {
  readonly columns: readonly TableColumn<Row>[]
  readonly state: TableState
  readonly getSort: (column: TableColumn<Row>) => ColumnSort | undefined
  readonly empty: ReactNode
  readonly noMatch: ReactNode
  /** Rows from this one on belong to later pages: shown only where no script will ever turn pages. */
  readonly pageLength?: number
}

/** The table itself in its own scrolling region: head, body, and what stands there without rows. */
export function Table<Row>(props: RenderedTableProps<Row>) {
  const {
    caption,
    isCaptionHidden = false,
    columns,
    rows,
    getRowId,
    getRowName,
    getSort,
    state,
    selection,
    onSelectionChange,
    pageLength,
  } = props
  const captionId = useId()
  const select = selection && onSelectionChange ? { selection, onSelectionChange } : undefined
  return (
    <div className="data-table-scroll" role="region" aria-labelledby={captionId} tabIndex={0}>
      <table>
        <caption id={captionId} className={isCaptionHidden ? 'visually-hidden' : undefined}>
          <span>{caption}</span>
        </caption>
        <thead>
          <tr>
            {select ? (
              <th scope="col" className="data-table-select">
                <SelectPage {...select} rowIds={rows.map(getRowId)} />
              </th>
            ) : null}
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sort={getSort(column)} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const id = getRowId(row)
            return (
              <tr
                key={id}
                data-state={select?.selection.has(id) ? 'selected' : undefined}
                data-later={pageLength !== undefined && index >= pageLength ? '' : undefined}
              >
                {select ? (
                  <td className="data-table-select">
                    <SelectRow {...select} rowId={id} name={getRowName(row)} />
                  </td>
                ) : null}
                {columns.map((column) => (
                  <BodyCell key={column.id} column={column} row={row} />
                ))}
              </tr>
            )
          })}
          {rows.length === 0 ? (
            <tr className="data-table-nothing">
              <td colSpan={columns.length + (select ? 1 : 0)}>{state === 'no-match' ? props.noMatch : props.empty}</td>
            </tr>
          ) : null}
        </tbody>
      </table>
    </div>
  )
}

function HeaderCell<Row>({
  column,
  sort,
}: {
  readonly column: TableColumn<Row>
  readonly sort: ColumnSort | undefined
}) {
  const { header, isNumeric, isHeaderHidden } = column
  return (
    // The button is named after what it does, the column after what it holds.
    <th
      scope="col"
      abbr={sort ? header : undefined}
      aria-sort={sort?.direction ?? undefined}
      data-numeric={isNumeric ? '' : undefined}
    >
      {sort ? (
        <SortControl header={header} sort={sort} />
      ) : (
        <span className={isHeaderHidden ? 'visually-hidden' : undefined}>{header}</span>
      )}
    </th>
  )
}

function BodyCell<Row>({
  column: { cell, isRowHeader, isNumeric },
  row,
}: {
  readonly column: TableColumn<Row>
  readonly row: Row
}) {
  const numeric = isNumeric ? '' : undefined
  return isRowHeader ? (
    <th scope="row" data-numeric={numeric}>
      {cell(row)}
    </th>
  ) : (
    <td data-numeric={numeric}>{cell(row)}</td>
  )
}

interface TableCountProps {
  /** Rows before the first one shown. */
  readonly start: number
  /** Rows shown. */
  readonly count: number
  /** Rows on all pages. */
  readonly matching: number
  /** Rows without the search, where it is known. */
  readonly total?: number
}

/** Which rows are shown, of how many; said again whenever that changes. */
export function TableCount({ start, count, matching, total = matching }: TableCountProps) {
  const messages = useMessages()
  return (
    <p className="data-table-count caption" role="status">
      {messages.tableCount(count === 0 ? 0 : start + 1, start + count, matching)}
      {matching < total ? ` ${messages.tableTotal(total)}` : ''}
    </p>
  )
}
