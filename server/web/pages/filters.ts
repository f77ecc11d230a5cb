import type { Site } from '../../../shared/site.ts'
import { getOwn } from '../../../shared/get-own.ts'
import {
  writeListingQuery,
  type ListingQuery,
  type OpenFilter,
  type AttributeRange,
  ATTRIBUTE_PREFIX,
  LISTING_KEYS,
} from '../../../shared/listing-query.ts'
import { formatPrice, toMinorUnits } from '../../catalog/rules/money.ts'
import type {
  FilterGroup,
  FilterValue,
  OpenFilterGroup,
  PriceFilter,
  ShownListing,
  ShownRange,
} from '../../../shared/shown-catalog.ts'
import type { AttributeFacet, Facet, Facets, FacetValue, OpenFacet, RangeFacet } from '../../catalog/search/listing.ts'
import { listChosenValues, withoutGroup, type ListingFilter } from '../../catalog/search/listing-filters.ts'
import { messagesFor, serverTextsFor, type SiteLanguage } from '../../platform/language.ts'
import { HISTOGRAM_HEIGHT } from '../../../shared/constants.ts'
import { writeLimit } from '../../../shared/range-limit.ts'
import { memoizeBounded } from '../../platform/memoize-bounded.ts'

const NO_VALUES: Facet = { values: [], valueCount: 0 }

type FilterSite = Pick<Site, 'currency'> & SiteLanguage

/**
 * Lists the filters that offer a choice, in display order.
 * @param family name and number of products of the family to which the list is limited
 */
export function buildFilters(
  facets: Facets,
  query: ListingQuery,
  site: FilterSite,
  family: { readonly name: string | undefined; readonly total: number },
): ShownListing['filters'] {
  const { categories, brands, tags, attributes, inStockCount } = facets
  const messages = messagesFor(site)
  const buildGroup = (name: string, legend: string, { values, valueCount }: Facet): FilterGroup => ({
    name,
    legend,
    values: buildValues(values, listChosenValues(query, name), site),
    valueCount,
  })
  const buildAttribute = ({ key, name, range, ...facet }: AttributeFacet): FilterGroup => ({
    ...buildGroup(ATTRIBUTE_PREFIX + key, name, facet),
    ...(range !== undefined && { range: buildRange(range, getOwn(query.ranges, key), site) }),
  })
  const chosenFamily = offerValue(query.family, family.name || query.family, family.total)
  const stock = offerValue('1', messages.inStockOnly, inStockCount)
  const groups: readonly FilterGroup[] = [
    buildGroup(LISTING_KEYS.family, serverTextsFor(site).family.family, offerIf(query.family !== '', chosenFamily)),
    buildGroup(LISTING_KEYS.categories, messages.category, categories),
    buildGroup(LISTING_KEYS.brands, messages.brand, offerIf(brands.valueCount > 1 || query.brands.length > 0, brands)),
    buildGroup(LISTING_KEYS.inStock, messages.availability, offerIf(inStockCount > 0 || query.inStock, stock)),
    ...attributes.map(buildAttribute),
    buildGroup(LISTING_KEYS.tags, messages.tags, offerIf(tags.valueCount > 1 || query.tags.length > 0, tags)),
  ]
  const price = buildPriceFilter(facets.price, query, site)
  return groups.flatMap((group) => [
    ...(price && group.name === LISTING_KEYS.inStock ? [price] : []),
    ...(group.values.length > 0 || group.range ? [group] : []),
  ])
}

function offerValue(value: string, label: string, count: number): Facet {
  return { values: [{ value, label, count }], valueCount: 1 }
}

function offerIf(isOffered: boolean, facet: Facet): Facet {
  return isOffered ? facet : NO_VALUES
}

export function buildOpenFilter(
  facet: OpenFacet,
  query: ListingQuery,
  { name }: OpenFilter,
  site: FilterSite,
): OpenFilterGroup {
  const messages = messagesFor(site)
  const chosenValues = listChosenValues(query, name)
  const { values, chosen, valueCount, page, pageCount } = facet
  const legends: Readonly<Record<string, string>> = {
    [LISTING_KEYS.categories]: messages.category,
    [LISTING_KEYS.brands]: messages.brand,
    [LISTING_KEYS.tags]: messages.tags,
  }
  return {
    name,
    legend: facet.name ?? legends[name] ?? '',
    others: writeListingQuery({ ...withoutGroup(query, name), openFilter: null, page: 1 }),
    values: buildValues(values, chosenValues, site),
    chosen: buildValues(chosen, chosenValues, site),
    valueCount,
    page,
    pageCount,
  }
}

function buildValues(
  values: readonly FacetValue[],
  chosen: readonly string[],
  site: FilterSite,
): readonly FilterValue[] {
  const { formatCount } = messagesFor(site)
  return values.map(({ lang: _lang, ...value }) => ({
    ...value,
    count: formatCount(value.count),
    ...(chosen.includes(value.value) && { isChosen: true }),
  }))
}

function buildPriceFilter(
  price: Facets['price'],
  { minPrice, maxPrice }: ListingQuery,
  { currency, locale }: FilterSite,
): PriceFilter | null {
  const isChosen = minPrice !== null || maxPrice !== null
  if (!isChosen && (price === null || price.minMinor === price.maxMinor)) return null
  const text = (priceMinor: number | undefined) =>
    priceMinor === undefined ? '' : formatPrice(priceMinor, currency, locale)
  return { lowest: text(price?.minMinor), highest: text(price?.maxMinor) }
}

/** Each bar of the histogram has one unit; the rest is a gap. */
const BAR_WIDTH = 0.8

function buildRange(
  { ends, unit, bars, count }: RangeFacet,
  chosen: AttributeRange | undefined,
  language: SiteLanguage,
): ShownRange {
  const [lowest = '', highest = ''] = ends?.map(numberFormatOf(language.locale).format) ?? []
  const withUnit = (number: string) => (unit === '' ? number : `${number} ${unit}`)
  return {
    from: chosen?.from ? writeLimit(chosen.from) : '',
    to: chosen?.to ? writeLimit(chosen.to) : '',
    lowest,
    highest,
    unit,
    histogram: ends && ends[0] < ends[1] ? drawBars(bars) : '',
    summary: messagesFor(language).numberSummary(count, withUnit(lowest), withUnit(highest)),
  }
}

/** Visitors type numbers as they see them, and with digit groups '1.200' could mean 1200 or 1.2. */
const numberFormatOf = memoizeBounded(
  (locale) =>
    new Intl.NumberFormat(locale, {
      useGrouping: false,
      maximumSignificantDigits: 6,
      maximumFractionDigits: 2,
      roundingPriority: 'morePrecision',
    }),
)

/** Bars that are not empty are at least one unit high. */
function drawBars(bars: readonly number[]): string {
  const highest = Math.max(...bars)
  return bars
    .map((count, index) => {
      const height = Math.ceil((HISTOGRAM_HEIGHT * count) / highest)
      return height > 0 ? `M${index} ${HISTOGRAM_HEIGHT}v-${height}h${BAR_WIDTH}v${height}` : ''
    })
    .join('')
}

/** @returns the label of a filter, short enough for a chip */
export function describeFilter(filter: ListingFilter, filters: ShownListing['filters'], site: FilterSite): string {
  const { currency, locale } = site
  const messages = messagesFor(site)
  const findGroup = (name: string) =>
    filters.find((group): group is FilterGroup => 'values' in group && group.name === name)
  const findLabel = (name: string, chosen: string) =>
    findGroup(name)?.values.find(({ value }) => value === chosen)?.label ?? chosen
  const priceText = (price: number) => formatPrice(toMinorUnits(price, currency), currency, locale)
  switch (filter.kind) {
    case 'search':
      return messages.quoted(filter.value)
    case 'category':
    case 'family':
      return findLabel(filter.kind, filter.value)
    case 'brand':
    case 'tag':
      return filter.value
    case 'attribute': {
      const group = findGroup(ATTRIBUTE_PREFIX + filter.key)
      return group ? `${group.legend}: ${findLabel(group.name, filter.value)}` : filter.value
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
