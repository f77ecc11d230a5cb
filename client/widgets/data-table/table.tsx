import './data-table.css'
import { useId, type ReactNode } from 'react'
import type { TableState, SortDirection } from './data-table-state.ts'
import { SelectPage, SelectRow, type RowSelection } from './row-selection.tsx'
import { Link } from '../../components/link.tsx'
import { useMessages } from '../../messages-context.ts'

/** The sort direction of a column and how its header changes it: by a link or by a callback. */
export type ColumnSort = {
  readonly direction: SortDirection | null
  /** The direction after the next press; null is the original order. */
  readonly next: SortDirection | null
} & ({ readonly href: string } | { readonly onSort: () => void })

/** The button or link in a column header; its name describes the next sort order. */
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

export interface TableColumn<Row> {
  readonly id: string
  readonly header: string
  /** Hides the header visually, for example above pictures. */
  readonly isHeaderHidden?: boolean
  readonly isRowHeader?: boolean
  /** Aligns the column to the end, with digits of equal width. */
  readonly isNumeric?: boolean
  readonly cell: (row: Row) => ReactNode
}

export interface TableProps<Row> extends RowSelection {
  /** Names the table, its scrollable region and its pagination. */
  readonly caption: string
  /** Hides the caption visually, for example if a heading repeats it. */
  readonly isCaptionHidden?: boolean
  readonly rows: readonly Row[]
  /** Returns an id that is unique over all pages; `selection` holds these ids. */
  readonly getRowId: (row: Row) => string
  /** Returns the row's name for the label of its checkbox. */
  readonly getRowName: (row: Row) => string
  readonly empty?: ReactNode
  readonly noMatch?: ReactNode
}

interface RenderedTableProps<Row> extends TableProps<Row> {
  readonly columns: readonly TableColumn<Row>[]
  readonly state: TableState
  readonly getSort: (column: TableColumn<Row>) => ColumnSort | undefined
  readonly empty: ReactNode
  readonly noMatch: ReactNode
  /** Rows from this index on belong to later pages; CSS hides them if scripts are enabled. */
  readonly pageLength?: number
}

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
    // The sort button's name describes its action, so `abbr` gives the column's name.
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
  /** Index of the first row on the page. */
  readonly start: number
  readonly count: number
  /** Number of rows that match the search. */
  readonly matching: number
  /** Number of rows without the search, if known. */
  readonly total?: number
}

/** A live region such as "11–20 of 48". */
export function TableCount({ start, count, matching, total = matching }: TableCountProps) {
  const messages = useMessages()
  return (
    <p className="data-table-count caption" role="status">
      {messages.tableCount(count === 0 ? 0 : start + 1, start + count, matching)}
      {matching < total ? ` ${messages.tableTotal(total)}` : ''}
    </p>
  )
}
