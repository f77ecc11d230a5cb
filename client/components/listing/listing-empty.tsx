import { hasFilters, withoutFilter } from '../../../shared/listing-filters.ts'
import { writeListingQuery } from '../../../shared/listing-query.ts'
import { CategoryItems } from '../category-items.tsx'
import { Link } from '../../base/link.tsx'
import { useFrame, usePageNames } from '../../base/frame-context.ts'
import { useMessages } from '../../base/messages-context.ts'
import { describeFilter } from './describe-filter.ts'
import type { ListingProps } from './listing.tsx'

/** Shown instead of an empty list, with suggestions: filters to remove, all products, and the categories. */
export function ListingEmpty({ listing: { query, filters }, relaxations, path }: ListingProps) {
  const messages = useMessages()
  const names = usePageNames()
  const { site, categories } = useFrame()
  const isFiltered = hasFilters(query)
  return (
    <div className="listing-empty">
      {isFiltered ? <h2>{messages.nothingFound}</h2> : null}
      <p>{isFiltered ? messages.nothingFoundHint : messages.nothingYet}</p>
      {relaxations.length > 0 ? (
        <ul>
          {relaxations.map(({ without, total }) => {
            const href = path + writeListingQuery(withoutFilter(query, without))
            return (
              <li key={href}>
                <Link to={href} rel="nofollow" suppressHydrationWarning>
                  {messages.withoutFilter(describeFilter(without, filters, site, messages), total)}
                </Link>
              </li>
            )
          })}
        </ul>
      ) : null}
      {isFiltered || categories.length > 0 ? (
        <Link to="/products" className="button">
          {names.allProducts}
        </Link>
      ) : null}
      {categories.length > 0 ? (
        <nav aria-label={messages.categories}>
          <ul className="chips">
            <CategoryItems className="chip" />
          </ul>
        </nav>
      ) : null}
    </div>
  )
}
