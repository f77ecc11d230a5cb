import { Link } from '../../components/link.tsx'
import { useMessages } from '../../messages-context.ts'
import type { SortDirection } from './data-table-state.ts'

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
