import type { Site } from '../../shared/catalog.ts'
import { ATTRIBUTE_PREFIX, LISTING_KEYS, type ListingQuery } from '../../shared/listing-query.ts'
import { formatPrice } from '../../shared/money.ts'
import type { FilterGroup, PriceFilter, ShownListing } from '../../shared/shown-catalog.ts'
import type { Facets, FacetValue } from '../store/listing.ts'
import { messagesFor } from '../language.ts'

/** Builds the filters of a listing in display order, without those that offer no choice. */
export function buildFilters(
  facets: Facets,
  query: ListingQuery,
  site: Pick<Site, 'currency' | 'locale'>,
): ShownListing['filters'] {
  const { categories, brands, attributes, inStockCount } = facets
  const messages = messagesFor(site.locale)
  const buildGroup = (name: string, legend: string, values: readonly FacetValue[]): FilterGroup => ({
    name,
    legend,
    values: values.map(({ value, label, count }) => ({ value, label, count: messages.formatCount(count) })),
  })
  const stock = { value: '1', label: messages.inStockOnly, count: inStockCount }
  const groups: readonly FilterGroup[] = [
    buildGroup(LISTING_KEYS.categories, messages.category, categories),
    buildGroup(LISTING_KEYS.brands, messages.brand, brands.length > 1 || query.brands.length > 0 ? brands : []),
    buildGroup(LISTING_KEYS.inStock, messages.availability, inStockCount > 0 || query.inStock ? [stock] : []),
    ...attributes.map(({ key, name, values }) => buildGroup(ATTRIBUTE_PREFIX + key, name, values)),
  ]
  const price = buildPriceFilter(facets.price, query, site)
  return groups.flatMap((group) => [
    ...(price && group.name === LISTING_KEYS.inStock ? [price] : []),
    ...(group.values.length > 0 ? [group] : []),
  ])
}

function buildPriceFilter(
  price: Facets['price'],
  { minPrice, maxPrice }: ListingQuery,
  { currency, locale }: Pick<Site, 'currency' | 'locale'>,
): PriceFilter | null {
  const isChosen = minPrice !== null || maxPrice !== null
  if (!isChosen && (price === null || price.minMinor === price.maxMinor)) return null
  const text = (priceMinor: number | undefined) =>
    priceMinor === undefined ? '' : formatPrice(priceMinor, currency, locale)
  return { lowest: text(price?.minMinor), highest: text(price?.maxMinor) }
}
