import type { Site } from '../../../shared/site.ts'
import { PARTIAL_RESULTS_MAX } from '../../../shared/constants.ts'
import {
  EMPTY_LISTING_QUERY,
  writeListingQuery,
  type ListingQuery,
  type ListingView,
  ATTRIBUTE_PREFIX,
} from '../../../shared/listing-query.ts'
import type { FilterRemoval, PageHead } from '../../../shared/page-data.ts'
import type { ShownColumn, ShownListing } from '../../../shared/shown-catalog.ts'
import { nameFamilyModes } from '../../catalog/rules/family-texts.ts'
import { nameOrderTerms } from '../../catalog/rules/order-texts.ts'
import { selectListNotes } from './price-notes.ts'
import { createAttributeTexts, type AttributeTexts } from '../../catalog/rules/shown-attributes.ts'
import type { CatalogPages } from '../../catalog/store/catalog-pages.ts'
import type { ListedProduct, ListingColumn, FacetValue, FamilyRow, Listing } from '../../catalog/search/listing.ts'
import { hasFilters, listFilters } from '../../catalog/search/listing-filters.ts'
import { messagesFor, type SiteLanguage } from '../../platform/language.ts'
import { type ListedCard, loadCardRows, loadCards } from './cards.ts'
import { buildFilters, buildOpenFilter, describeFilter } from './filters.ts'
import { notFound, redirect } from './loader.ts'

/** Maximum number of filters whose removal is tried, one at a time, if a query has no results. */
const RELAXATIONS_TRIED_MAX = 8

const RELAXATIONS_OFFERED_MAX = 3

interface LoadedListing {
  readonly listing: ShownListing
  readonly relaxations: readonly FilterRemoval[]
}

/** @throws Redirect if the query contains a default value; PageNotFound after the last page */
export async function loadListing(
  store: CatalogPages,
  query: ListingQuery,
  path: string,
  categorySlug?: string,
): Promise<LoadedListing> {
  const [site, found, { decimals }] = await Promise.all([
    store.readSite(),
    store.listProducts(query, categorySlug),
    store.summariseAttributes(),
  ])
  const translated = showListedAttributes(found, createAttributeTexts(decimals, site))
  const { items: products, facets, columns, openFacet, families, familyName, ...listing } = translated
  if (query.page > listing.pageCount) notFound()
  const search = writeListingQuery(withoutDefaults(query, listing.defaultView, columns, site))
  if (search !== writeListingQuery(query)) redirect(site, path + search)
  const items = products.map((product): ListedCard => {
    const { family } = product
    return family ? { ...product, href: path + writeListingQuery({ ...query, family: family.slug, page: 1 }) } : product
  })
  const orderTerms = nameOrderTerms(
    items.flatMap(({ orderTerms: terms = [] }) => terms),
    site,
  )
  const filters = openFacet ? [] : buildFilters(facets, query, site, { name: familyName, total: listing.total })
  const shownFamilies = families && nameFamilyModes(families, site)
  const shown = {
    ...listing,
    count: [describeCount(listing, site), shownFamilies?.count].filter(Boolean).join(' · '),
    ...(listing.view === 'table'
      ? {
          items: await loadCardRows(store, items, site, query),
          columns: buildColumns(columns, items),
          ...(orderTerms && { orderTerms }),
        }
      : { items: await loadCards(store, items, site, query), columns: [] }),
    ...(shownFamilies && { families: shownFamilies.families }),
    filters,
    activeFilters: listFilters(query).map((filter) => ({
      label: describeFilter(filter, filters, site),
      search: writeListingQuery(filter.wider),
    })),
    ...selectListNotes(openFacet ? [] : products, site),
    openFilter: openFacet && query.openFilter ? buildOpenFilter(openFacet, query, query.openFilter, site) : null,
  }
  return {
    listing: shown,
    relaxations:
      listing.total === 0 && !openFacet ? await findFilterRelaxations(store, query, filters, site, categorySlug) : [],
  }
}

function describeCount(
  { total, isPartial, partialTotal }: Pick<ShownListing, 'total' | 'isPartial' | 'partialTotal'>,
  language: SiteLanguage,
): string {
  const messages = messagesFor(language)
  const format = (count: number) =>
    count > PARTIAL_RESULTS_MAX ? messages.countOver(PARTIAL_RESULTS_MAX) : messages.formatCount(count)
  if (isPartial) return messages.countPartial(format(total))
  return partialTotal > 0 ? messages.countWithPartial(total, format(partialTotal)) : messages.productCount(total)
}

/** A number, range or fraction, with or without a unit: '5', '-0,5 mm', '1/4 in', '5–35 °C'. */
const NUMBER = /^[<>≤≥±+–-]?\s?\d[\d.,\s'’]*(?:\s?[-–/×x]\s?\d[\d.,]*)*\s?[^\d\s]{0,6}$/

/** A column is aligned as numbers if all its cells on this page are. */
function buildColumns(columns: readonly ListingColumn[], items: readonly ListedProduct[]): readonly ShownColumn[] {
  const shown = columns.filter(({ isShown }) => isShown)
  return columns.map((column) => {
    const { key, name, isShown } = column
    const cells = items.flatMap(({ values }) => values?.[shown.indexOf(column)] || [])
    const isNumeric = cells.length > 0 && cells.every((cell) => NUMBER.test(cell))
    return { key, name, isShown, ...(isNumeric && { isNumeric }) }
  })
}

/** Removes view, columns and mode of families if they are the listing's defaults. */
function withoutDefaults(
  { view, columns: names, families, ...query }: ListingQuery,
  defaultView: ListingView,
  columns: readonly ListingColumn[],
  { families: defaultMode = 'products' }: Pick<Site, 'families'>,
): ListingQuery {
  const areDefaultColumns =
    columns.some(({ isShown }) => isShown) && columns.every(({ isShown, isDefault }) => isShown === isDefault)
  return {
    ...query,
    view: view === defaultView ? undefined : view,
    columns: areDefaultColumns ? [] : names,
    families: families === defaultMode ? undefined : families,
  }
}

/** Finds filters whose removal alone leads to results, those with most results first. */
async function findFilterRelaxations(
  store: CatalogPages,
  query: ListingQuery,
  shown: ShownListing['filters'],
  site: Site,
  categorySlug?: string,
): Promise<readonly FilterRemoval[]> {
  const filters = listFilters(query)
  if (filters.length < 2) return []
  const found: { readonly total: number; readonly removal: FilterRemoval }[] = []
  for (const filter of filters.slice(0, RELAXATIONS_TRIED_MAX)) {
    const { total } = await store.listProducts(filter.wider, categorySlug)
    if (total === 0) continue
    const label = messagesFor(site).withoutFilter(describeFilter(filter, shown, site), total)
    found.push({ total, removal: { label, search: writeListingQuery(filter.wider) } })
  }
  const widest = found.toSorted((one, other) => other.total - one.total).slice(0, RELAXATIONS_OFFERED_MAX)
  return widest.map(({ removal }) => removal)
}

/** Searches, filtered listings and pages of all values of a filter get `noindex`. */
export function buildListingHead(head: PageHead, { query, openFilter }: ShownListing): PageHead {
  return {
    ...head,
    ...(openFilter && { title: `${openFilter.legend} · ${head.title}` }),
    canonicalPath: head.canonicalPath + writeListingQuery({ ...EMPTY_LISTING_QUERY, page: query.page }),
    robots: hasFilters(query) || query.families || openFilter ? 'noindex' : 'index',
  }
}

type Range = readonly [low: string, high: string]

/** Writes filters, columns and cells in the page's language. */
function showListedAttributes(listing: Listing, texts: AttributeTexts): Listing {
  const { facets, openFacet, columns, items } = listing
  const showValues = (key: string, values: readonly FacetValue[]) =>
    values.map((value) => ({ ...value, label: texts.value(key, value.label) }))
  const openKey = listing.query.openFilter?.name.slice(ATTRIBUTE_PREFIX.length) ?? ''
  const keys = columns.flatMap(({ key, isShown }) => (isShown ? key : []))
  return {
    ...listing,
    facets: {
      ...facets,
      attributes: facets.attributes.map((facet) => ({
        ...facet,
        name: texts.name(facet.name),
        values: showValues(facet.key, facet.values),
      })),
    },
    // Only attributes' filters have a name.
    openFacet:
      openFacet === null || openFacet.name === null
        ? openFacet
        : {
            ...openFacet,
            name: texts.name(openFacet.name),
            values: showValues(openKey, openFacet.values),
            chosen: showValues(openKey, openFacet.chosen),
          },
    columns: columns.map((column) => ({ ...column, name: texts.name(column.name) })),
    items: items.map((item) => showItem(item, keys, texts)),
  }
}

function showItem({ values, family, ...item }: ListedProduct, keys: readonly string[], texts: AttributeTexts) {
  const show = (key: string | undefined, value: string) => texts.value(key ?? '', value)
  const showRange = (key: string | undefined, [low, high]: Range): Range => [show(key, low), show(key, high)]
  const showFamily = (row: FamilyRow): FamilyRow => ({
    ...row,
    ranges: row.ranges.map((range, index) => showRange(row.rangeKeys[index], range)),
    values: row.values.map((range, index) => range && showRange(keys[index], range)),
  })
  return {
    ...item,
    ...(values && { values: values.map((value, index) => show(keys[index], value)) }),
    ...(family && { family: showFamily(family) }),
  }
}
