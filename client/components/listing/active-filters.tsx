import { listFilters, withoutFilter } from '../../../shared/listing-filters.ts'
import { EMPTY_LISTING_QUERY, writeListingQuery } from '../../../shared/listing-query.ts'
import { Link } from '../../base/link.tsx'
import { useFrame } from '../../base/frame-context.ts'
import { useMessages } from '../../base/messages-context.ts'
import { describeFilter } from './describe-filter.ts'
import type { ListingProps } from './listing.tsx'

export function ActiveFilters({ listing: { query, filters }, path }: Omit<ListingProps, 'relaxations'>) {
  const { sort, view, columns, families } = query
  const messages = useMessages()
  const { site } = useFrame()
  return (
    <ul className="chips cluster">
      {listFilters(query).map((filter) => {
        const label = describeFilter(filter, filters, site, messages)
        const href = path + writeListingQuery(withoutFilter(query, filter))
        return (
          <li key={href}>
            <Link
              className="chip"
              to={href}
              rel="nofollow"
              keepsScroll
              aria-label={messages.removeFilter(label)}
              suppressHydrationWarning
            >
              <span suppressHydrationWarning>{label}</span> <span aria-hidden="true">×</span>
            </Link>
          </li>
        )
      })}
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
