import { Link } from 'react-router-dom'
import { EMPTY_LISTING_QUERY, writeListingQuery, type ListingQuery } from '../../../shared/listing-query.ts'
import { messages } from '../../../shared/messages/messages.ts'
import { formatPrice, toMinorUnits } from '../../../shared/money.ts'
import { useFrame } from '../../frame-context.ts'

/** What narrows the list, each removable on its own. */
export function ActiveFilters({ query, path }: { readonly query: ListingQuery; readonly path: string }) {
  const { locale, currency } = useFrame().site
  const priceText = (price: number) => formatPrice(toMinorUnits(price, currency), currency, locale)
  const filters: { readonly label: string; readonly without: Partial<ListingQuery> }[] = [
    ...(query.search ? [{ label: messages.quoted(query.search), without: { search: '' } }] : []),
    ...query.brands.map((brand) => ({ label: brand, without: { brands: query.brands.filter((other) => other !== brand) } })),
    ...(query.minPrice === null ? [] : [{ label: messages.priceAtLeast(priceText(query.minPrice)), without: { minPrice: null } }]),
    ...(query.maxPrice === null ? [] : [{ label: messages.priceAtMost(priceText(query.maxPrice)), without: { maxPrice: null } }]),
    ...(query.inStock ? [{ label: messages.inStockOnly, without: { inStock: false } }] : []),
  ]
  return (
    <ul className="chips">
      {filters.map(({ label, without }) => (
        <li key={label}>
          <Link className="chip" to={path + writeListingQuery({ ...query, ...without, page: 1 })} aria-label={messages.removeFilter(label)}>
            {label} <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
      <li>
        <Link className="chip chip-clear" to={path + writeListingQuery({ ...EMPTY_LISTING_QUERY, sort: query.sort, view: query.view })}>
          {messages.clearFilters}
        </Link>
      </li>
    </ul>
  )
}
