import type { Site } from '../../../shared/catalog.ts'
import type { ListingFilter } from '../../../shared/listing-filters.ts'
import { messages } from '../../../shared/messages/messages.ts'
import { formatPrice, toMinorUnits } from '../../../shared/money.ts'
import type { Facets } from '../../../shared/page-data.ts'

/** A filter in a few words, such as a chip has room for. */
export function describeFilter(filter: ListingFilter, { categories, attributes }: Facets, { currency, locale }: Pick<Site, 'currency' | 'locale'>): string {
  const priceText = (price: number) => formatPrice(toMinorUnits(price, currency), currency, locale)
  switch (filter.kind) {
    case 'search':
      return messages.quoted(filter.value)
    case 'category':
      return categories.find(({ value }) => value === filter.value)?.label ?? filter.value
    case 'brand':
      return filter.value
    case 'attribute': {
      const name = attributes.find(({ key }) => key === filter.key)?.name
      return name === undefined ? filter.value : `${name}: ${filter.value}`
    }
    case 'inStock':
      return messages.inStockOnly
    case 'minPrice':
      return messages.priceAtLeast(priceText(filter.value))
    case 'maxPrice':
      return messages.priceAtMost(priceText(filter.value))
  }
}
