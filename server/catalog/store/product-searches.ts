import type { Product } from '../../../shared/catalog.ts'
import type { ListingQuery } from '../../../shared/listing-query.ts'
import type { Suggestions } from '../../../shared/page-data.ts'
import type { CategoryTree } from '../rules/category-tree.ts'
import { writeRange } from '../rules/family-texts.ts'
import { listEquivalentNumbers, listOwnNumbers, listReferences, ReplacedNumbers } from '../rules/numbers.ts'
import { buildListing } from '../search/build-listing.ts'
import { describeSuggestions } from '../search/describe-suggestions.ts'
import { findByNumbers, findNearest, hasCode } from '../search/find-by-number.ts'
import type { ListingIndex } from '../search/listing-index.ts'
import { normaliseCode } from '../search/words.ts'
import type { ReadNames } from '../search/prefer-phrases.ts'
import { StaleIndexError } from '../search/index-storage.ts'
import { suggest } from '../search/suggest.ts'
import type { FamilyRow, FoundBy, ListedProduct, Listing } from '../search/listing.ts'
import type { CatalogPages, NumberMatch } from './catalog-pages.ts'
import { readCards, readProduct, readTableProducts } from './read-cards.ts'
import type { Row } from './rows.ts'
import type { Snapshot } from './snapshot.ts'

/** Condition that a product has the slug `$1`, had it before, or has it in another language. */
export const HAS_SLUG = "(slug = $1 OR slug = (SELECT slug FROM former_slug WHERE kind = 'product' AND former = $1))"

export interface SearchReads {
  readonly index: ListingIndex
  readonly snapshot: Snapshot
  /** @throws StaleIndexError if the catalogue has changed since the snapshot */
  readRows(columns: string, ids: readonly number[]): Promise<readonly Row[]>
  /** Reads the documents of products whose successor is one of these references. */
  readPredecessors(references: readonly string[]): Promise<readonly Row[]>
  findId(slug: string): Promise<number | undefined>
  /** Reads `value` and `id` of the public products with one of these ids in another system. */
  readSourceIds(numbers: readonly string[]): Promise<readonly Row[]>
}

/** @throws StaleIndexError in `readRows` if the catalogue has changed since the snapshot */
export function createSearchReads(
  pages: Pick<CatalogPages, 'dialect' | 'reads' | 'findProduct'>,
  index: ListingIndex,
  snapshot: Snapshot,
): SearchReads {
  const { dialect, reads } = pages
  return {
    index,
    snapshot,
    readRows: async (columns, ids) => {
      if (ids.length === 0) return []
      const rows = await reads.rows(
        `SELECT ${columns}, (SELECT value FROM meta WHERE key = 'revision') AS revision
         FROM ${dialect.listed} JOIN product ON product.id = CAST(listed.value AS bigint) ORDER BY place`,
        ids,
      )
      // A product that was deleted meanwhile has no row. After other changes, rows have a newer revision.
      if (rows.length < ids.length || rows.some((row) => Number(row['revision']) !== snapshot.revision))
        throw new StaleIndexError()
      return rows
    },
    readPredecessors: async (references) => reads.rows(dialect.listPredecessors, references),
    findId: async (shown) => {
      const slug = snapshot.language ? ((await pages.findProduct(shown))?.fallback?.mainSlug ?? shown) : shown
      const [row] = await reads.rows(`SELECT id FROM product WHERE ${HAS_SLUG} ORDER BY slug = $1 DESC`, slug)
      return row && Number(row['id'])
    },
    readSourceIds: async (numbers) => reads.rows(dialect.listSourceIds, numbers),
  }
}

export async function searchListing(
  reads: SearchReads,
  query: ListingQuery,
  categorySlug: string | undefined,
): Promise<Listing> {
  const { index, snapshot } = reads
  const { site, tree } = snapshot
  const familyId = query.family ? await reads.findId(query.family) : undefined
  const { ids, familyRows, ...listing } = await buildListing(
    index,
    query,
    site,
    tree,
    categorySlug,
    createNameReader(reads),
    familyId,
  )
  const keys = listing.columns.filter(({ isShown }) => isShown).map(({ key }) => key)
  const isTable = listing.view === 'table'
  const isNumber = await hasCode(index, query.search)
  const rows = await reads.readRows(`card, category_slug${isTable || isNumber ? ', document' : ''}`, ids)
  const products: readonly ListedProduct[] = isTable
    ? readTableProducts(rows, snapshot, keys)
    : readCards(rows, snapshot)
  const items = products.map((product, place) => standForFamily(product, familyRows[place], tree))
  if (!isNumber) return { ...listing, items }
  const reasons = await explain(reads, readProducts(rows, snapshot), query.search)
  return {
    ...listing,
    items: items.map((item, place) => ({ ...item, ...(reasons[place] && { foundBy: reasons[place] }) })),
  }
}

function standForFamily(
  product: ListedProduct,
  family: FamilyRow | null | undefined,
  tree: CategoryTree,
): ListedProduct {
  if (!family) return product
  const { slug, image, name, lang, currency, availability, unitPricing, taxNote, hidesPrice } = product
  const { priceFromMinor, brand, categorySlug } = family
  const hasOnlyLowest = product.priceFromMinor !== null && product.priceToMinor === null
  return {
    slug,
    image,
    currency,
    availability,
    // The family's name is a part of the products' names.
    name: family.name || name,
    ...(lang && { lang }),
    brand,
    categoryName: (categorySlug === null ? undefined : tree.bySlug.get(categorySlug)?.node.name) ?? null,
    sku: null,
    priceFromMinor,
    priceToMinor: hasOnlyLowest ? null : family.priceToMinor,
    compareAtMinor: null,
    // The index has no unit prices, so the first product's is used if it is the cheapest.
    ...(unitPricing && product.priceFromMinor === priceFromMinor && { unitPricing }),
    ...(taxNote !== undefined && { taxNote }),
    ...(hidesPrice && priceFromMinor === null && { hidesPrice }),
    variantCount: 1,
    values: family.values.map((range) => (range ? writeRange(range, '–') : '')),
    family,
  }
}

export async function searchSuggestions(reads: SearchReads, text: string, limit: number): Promise<Suggestions> {
  const { index, snapshot } = reads
  const { products: ids, ...suggestions } = await suggest(index, snapshot.tree, text, limit, createNameReader(reads))
  const rows = await reads.readRows('card, category_slug, document', ids)
  const cards = readCards(rows, snapshot)
  const products = readProducts(rows, snapshot)
  const reasons = (await hasCode(index, text)) ? await explain(reads, products, text) : []
  const found = products.flatMap(({ variants }, place) => {
    const [card, foundBy] = [cards[place], reasons[place]]
    return card ? [{ card, variants, ...(foundBy && { foundBy }) }] : []
  })
  return {
    products: describeSuggestions(found, text, index.directory.brands.length > 1, snapshot.site),
    ...suggestions,
  }
}

/** @see CatalogStore.findByNumbers */
export async function searchNumbers(
  reads: SearchReads,
  numbers: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, readonly NumberMatch[]>> {
  const idsByCode = await findByNumbers(reads.index, numbers, limit)
  const idsBySource = Map.groupBy(await reads.readSourceIds(numbers), (row) => String(row['value']))
  const listSourceIds = (number: string) => (idsBySource.get(number) ?? []).map((row) => Number(row['id']))
  const products = await findProducts(
    reads,
    [...idsByCode.values(), ...[...idsBySource.keys()].map(listSourceIds)].flat(),
  )
  const matches = new Map<string, readonly NumberMatch[]>()
  for (const number of new Set(numbers)) {
    const byCode = (idsByCode.get(number) ?? []).map((id) => products.get(id)!)
    const reasons = await explain(reads, byCode, number)
    const bySource = listSourceIds(number).map((id) => products.get(id)!)
    const found = [
      ...byCode.map((product, place) => ({ product, ...(reasons[place] && { foundBy: reasons[place] }) })),
      ...bySource.filter((product) => !byCode.includes(product)).map((product) => ({ product })),
    ]
    if (found.length > 0) matches.set(number, found.toSorted(compareOffered).slice(0, limit))
  }
  return matches
}

function compareOffered(one: NumberMatch, other: NumberMatch): number {
  return Number(one.product.discontinued !== undefined) - Number(other.product.discontinued !== undefined)
}

/** @see CatalogStore.findNearest */
export async function searchNearest(reads: SearchReads, text: string, limit: number): Promise<readonly Product[]> {
  const ids = await findNearest(reads.index, text, limit, createNameReader(reads))
  return [...(await findProducts(reads, ids)).values()]
}

async function findProducts(
  { readRows, snapshot }: SearchReads,
  given: readonly number[],
): Promise<ReadonlyMap<number, Product>> {
  const ids = [...new Set(given)]
  const rows = await readRows('document', ids)
  return new Map(readProducts(rows, snapshot).map((product, place) => [ids[place]!, product]))
}

const readProducts = (rows: readonly Row[], snapshot: Snapshot) => rows.map((row) => readProduct(row, snapshot))

function createNameReader({ readRows, snapshot }: SearchReads): ReadNames {
  return async (ids) => readCards(await readRows('card, category_slug', ids), snapshot).map(({ name }) => name)
}

/**
 * Explains why a number finds each product: undefined for its own number, or if other words found it.
 * @param text the whole search
 */
async function explain(
  { readPredecessors, snapshot }: SearchReads,
  products: readonly Product[],
  text: string,
): Promise<readonly (FoundBy | undefined)[]> {
  const code = normaliseCode(text)
  const find = (numbers: readonly string[]) => numbers.find((number) => normaliseCode(number) === code)
  const others = products.filter((product) => find(listOwnNumbers(product)) === undefined)
  if (code === null || others.length === 0) return []
  const replaced = await readReplaced(readPredecessors, others, snapshot)
  return products.map((product) => {
    if (!others.includes(product)) return undefined
    const equivalent = find(listEquivalentNumbers(product))
    if (equivalent !== undefined) return { kind: 'equivalent', number: nameEquivalent(product, equivalent) }
    const former = find(replaced.listOf(product))
    return former === undefined ? undefined : { kind: 'replaced', number: former }
  })
}

function nameEquivalent(product: Product, number: string): string {
  return listEquivalentNumbers(product).findLast((other) => other === number || other.endsWith(` ${number}`)) ?? number
}

const CHAIN_MAX = 10

/** Reads the products that the given ones replace, directly or through others. */
async function readReplaced(
  readPredecessors: SearchReads['readPredecessors'],
  successors: readonly Product[],
  snapshot: Snapshot,
): Promise<ReplacedNumbers> {
  const found = new Map<string, Product>()
  let last = successors
  for (let length = 0; last.length > 0 && length < CHAIN_MAX; length++) {
    const rows = await readPredecessors(last.flatMap(listReferences))
    last = readProducts(rows, snapshot).filter(({ slug }) => !found.has(slug))
    for (const product of last) found.set(product.slug, product)
  }
  return new ReplacedNumbers(found.values())
}
