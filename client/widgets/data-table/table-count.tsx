import { useMessages } from '../../messages-context.ts'

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
