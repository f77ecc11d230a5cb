import type { Site } from '../../../shared/site.ts'
import type { ListingFilter } from '../../../shared/listing-filters.ts'
import { ATTRIBUTE_PREFIX, LISTING_KEYS } from '../../../shared/listing-keys.ts'
import type { Messages } from '../../../shared/messages/messages.ts'
import { formatPrice, toMinorUnits } from '../../../shared/money.ts'
import type { FilterGroup, ShownListing } from '../../../shared/shown-catalog.ts'

/** @returns a label such as 'All 100 brands' */
export function describeAllValues({ name, valueCount }: FilterGroup, messages: Messages): string {
  switch (name) {
    case LISTING_KEYS.brands:
      return messages.allBrands(valueCount)
    case LISTING_KEYS.categories:
      return messages.allOfCategories(valueCount)
    default:
      return messages.allValues(valueCount)
  }
}

function findLabel(group: FilterGroup | undefined, chosen: string): string {
  return group?.values.find(({ value }) => value === chosen)?.label ?? chosen
}

/** @returns the label of a filter, short enough for a chip */
export function describeFilter(
  filter: ListingFilter,
  filters: ShownListing['filters'],
  { currency, locale }: Pick<Site, 'currency' | 'locale'>,
  messages: Messages,
): string {
  const findGroup = (name: string) =>
    filters.find((group): group is FilterGroup => 'values' in group && group.name === name)
  const priceText = (price: number) => formatPrice(toMinorUnits(price, currency), currency, locale)
  switch (filter.kind) {
    case 'search':
      return messages.quoted(filter.value)
    case 'category':
    case 'family':
      return findLabel(findGroup(filter.kind), filter.value)
    case 'brand':
    case 'tag':
      return filter.value
    case 'attribute': {
      const group = findGroup(ATTRIBUTE_PREFIX + filter.key)
      if (!group) return filter.value
      return `${group.legend}: ${findLabel(group, filter.value)}`
    }
    case 'from':
    case 'to': {
      const { legend = filter.key, range } = findGroup(ATTRIBUTE_PREFIX + filter.key) ?? {}
      const { value, unit } = filter.value
      const number = value.toLocaleString(locale, { useGrouping: false, maximumFractionDigits: 6 })
      const text = `${number} ${unit || (range?.unit ?? '')}`.trim()
      return `${legend}: ${filter.kind === 'from' ? messages.priceAtLeast(text) : messages.priceAtMost(text)}`
    }
    case 'inStock':
      return messages.inStockOnly
    case 'minPrice':
      return messages.priceAtLeast(priceText(filter.value))
    case 'maxPrice':
      return messages.priceAtMost(priceText(filter.value))
  }
}
