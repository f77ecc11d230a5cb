import { EMPTY_LISTING_QUERY, writeListingQuery } from '../../../shared/listing-query.ts'
import { Link } from '../../base/link.tsx'
import { useMessages } from '../../base/messages-context.ts'
import type { ListingProps } from './listing.tsx'

export function ActiveFilters({ listing: { query, activeFilters }, path }: Omit<ListingProps, 'relaxations'>) {
  const { sort, view, columns, families } = query
  const messages = useMessages()
  return (
    <ul className="chips cluster">
      {activeFilters.map(({ label, search }) => (
        <li key={search}>
          <Link
            className="chip"
            to={path + search}
            rel="nofollow"
            keepsScroll
            aria-label={messages.removeFilter(label)}
          >
            <span>{label}</span> <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
      <li>
        <Link
          className="chip chip-clear"
          to={path + writeListingQuery({ ...EMPTY_LISTING_QUERY, sort, view, columns, families })}
          rel="nofollow"
          keepsScroll
        >
          {messages.clearFilters}
        </Link>
      </li>
    </ul>
  )
}
