import type { Site } from '../../../shared/site.ts'
import { ATTRIBUTE_PREFIX } from '../../../shared/listing-query.ts'
import type { FilterGroup, ShownListing } from '../../../shared/shown-catalog.ts'
import { formatPrice, toMinorUnits } from '../../catalog/rules/money.ts'
import type { ListingFilter } from '../../catalog/search/listing-filters.ts'
import { messagesFor, type SiteLanguage } from '../../platform/language.ts'

function findLabel(group: FilterGroup | undefined, chosen: string): string {
  return group?.values.find(({ value }) => value === chosen)?.label ?? chosen
}

/** @returns the label of a filter, short enough for a chip */
export function describeFilter(
  filter: ListingFilter,
  filters: ShownListing['filters'],
  site: Pick<Site, 'currency'> & SiteLanguage,
): string {
  const { currency, locale } = site
  const messages = messagesFor(site)
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
