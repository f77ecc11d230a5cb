import type { Product } from '../../../shared/catalog.ts'
import type { ListingQuery } from '../../../shared/listing-query.ts'
import type { Suggestions } from '../../../shared/page-data.ts'
import type { CategoryTree } from '../rules/category-tree.ts'
import { writeRange } from '../rules/family-texts.ts'
import { listEquivalentNumbers, listOwnNumbers, listReferences, ReplacedNumbers } from '../rules/numbers.ts'
import { buildListing } from '../search/build-listing.ts'
import { describeSuggestions, findNearest, suggest } from '../search/suggest.ts'
import { findByNumbers, hasCode } from '../search/code-matches.ts'
import type { ListingIndex } from '../search/listing-index.ts'
import { normaliseCode } from '../search/words.ts'
import type { ReadNames } from '../search/ranking.ts'
import { StaleIndexError } from '../search/index-storage.ts'
import type { FamilyRow, FoundBy, ListedProduct, Listing } from '../search/listing.ts'
import { buildIdentifiedSql, joinIdentifiers, storableText } from './sql-dialect.ts'
import type { CatalogPages } from './catalog-pages.ts'
import { readCards, readProduct, readTableProducts } from './product-card.ts'
import type { Row } from './rows.ts'
import type { Snapshot } from './snapshot.ts'

/** Condition that a product has the slug `$1`, had it before, or has it in another language. */
export const HAS_SLUG = "(slug = $1 OR slug = (SELECT slug FROM former_slug WHERE kind = 'product' AND former = $1))"

const CHAIN_MAX = 10

export interface NumberMatch {
  readonly product: Product
  /** Undefined if the product has the number itself. */
  readonly foundBy?: FoundBy
}

type Reasons = readonly (FoundBy | undefined)[]

/** The searches in one snapshot of the catalogue. */
export class ProductSearches {
  readonly #index: ListingIndex
  readonly #snapshot: Snapshot
  readonly #pages: Pick<CatalogPages, 'dialect' | 'reads' | 'findProduct'>

  constructor(pages: Pick<CatalogPages, 'dialect' | 'reads' | 'findProduct'>, index: ListingIndex, snapshot: Snapshot) {
    this.#pages = pages
    this.#index = index
    this.#snapshot = snapshot
  }

  /** @see CatalogPages.listProducts */
  async list(query: ListingQuery, categorySlug: string | undefined): Promise<Listing> {
    const { site, tree } = this.#snapshot
    const familyId = query.family ? await this.#findId(query.family) : undefined
    const { ids, familyRows, ...listing } = await buildListing(
      this.#index,
      query,
      site,
      tree,
      categorySlug,
      this.#readNames,
      familyId,
    )
    const keys = listing.columns.filter(({ isShown }) => isShown).map(({ key }) => key)
    const isTable = listing.view === 'table'
    const isNumber = await hasCode(this.#index, query.search)
    const rows = await this.#readRows(`card, category_slug${isTable || isNumber ? ', document' : ''}`, ids)
    const products: readonly ListedProduct[] = isTable
      ? readTableProducts(rows, this.#snapshot, keys)
      : readCards(rows, this.#snapshot)
    const reasons = isNumber ? await this.#explain(this.#readDocuments(rows), query.search) : []
    const items = products.map((product, place) => ({
      ...standForFamily(product, familyRows[place], tree),
      ...(reasons[place] && { foundBy: reasons[place] }),
    }))
    return { ...listing, items }
  }

  /** @see CatalogPages.suggest */
  async suggest(text: string, limit: number): Promise<Suggestions> {
    const { tree, site } = this.#snapshot
    const { products: ids, ...suggestions } = await suggest(this.#index, tree, text, limit, this.#readNames)
    const rows = await this.#readRows('card, category_slug, document', ids)
    const cards = readCards(rows, this.#snapshot)
    const products = this.#readDocuments(rows)
    const reasons = (await hasCode(this.#index, text)) ? await this.#explain(products, text) : []
    const found = products.flatMap(({ variants }, place) => {
      const [card, foundBy] = [cards[place], reasons[place]]
      return card ? [{ card, variants, ...(foundBy && { foundBy }) }] : []
    })
    const hasBrands = this.#index.directory.brands.length > 1
    return { products: describeSuggestions(found, text, hasBrands, site), ...suggestions }
  }

  /** @see CatalogPages.findByNumbers */
  async findByNumbers(numbers: readonly string[], limit: number): Promise<ReadonlyMap<string, readonly NumberMatch[]>> {
    const idsByCode = await findByNumbers(this.#index, numbers, limit)
    const idsBySource = await this.#findSourceIds(numbers)
    const products = await this.#readProducts([...idsByCode.values(), ...idsBySource.values()].flat())
    const list = (ids: readonly number[] = []) => ids.map((id) => products.get(id)!)
    const matches = new Map<string, readonly NumberMatch[]>()
    for (const number of new Set(numbers)) {
      const byCode = list(idsByCode.get(number))
      const reasons = await this.#explain(byCode, number)
      const bySource = list(idsBySource.get(number))
      const found = [
        ...byCode.map((product, place) => ({ product, ...(reasons[place] && { foundBy: reasons[place] }) })),
        ...bySource.filter((product) => !byCode.includes(product)).map((product) => ({ product })),
      ]
      if (found.length > 0) matches.set(number, found.toSorted(compareOffered).slice(0, limit))
    }
    return matches
  }

  /** @see CatalogPages.findNearest */
  async findNearest(text: string, limit: number): Promise<readonly Product[]> {
    const ids = await findNearest(this.#index, text, limit, this.#readNames)
    return [...(await this.#readProducts(ids)).values()]
  }

  /** @throws StaleIndexError if the catalogue has changed since the snapshot */
  async #readRows(columns: string, ids: readonly number[]): Promise<readonly Row[]> {
    if (ids.length === 0) return []
    const { reads, dialect } = this.#pages
    const rows = await reads.rows(
      `SELECT ${columns}, (SELECT value FROM meta WHERE key = 'revision') AS revision
       FROM ${dialect.listed} JOIN product ON product.id = CAST(listed.value AS bigint) ORDER BY place`,
      ids,
    )
    // A product that was deleted meanwhile has no row. After other changes, rows have a newer revision.
    if (rows.length < ids.length || rows.some((row) => Number(row['revision']) !== this.#snapshot.revision))
      throw new StaleIndexError()
    return rows
  }

  #readDocuments(rows: readonly Row[]): readonly Product[] {
    return rows.map((row) => readProduct(row, this.#snapshot))
  }

  /** Reads products by id, each once. */
  async #readProducts(ids: readonly number[]): Promise<ReadonlyMap<number, Product>> {
    const distinct = [...new Set(ids)]
    const products = this.#readDocuments(await this.#readRows('document', distinct))
    return new Map(products.map((product, place) => [distinct[place]!, product]))
  }

  readonly #readNames: ReadNames = async (ids) =>
    readCards(await this.#readRows('card, category_slug', ids), this.#snapshot).map(({ name }) => name)

  async #findId(shown: string): Promise<number | undefined> {
    const { reads } = this.#pages
    const slug = this.#snapshot.language ? ((await this.#pages.findProduct(shown))?.fallback?.mainSlug ?? shown) : shown
    const [row] = await reads.rows(`SELECT id FROM product WHERE ${HAS_SLUG} ORDER BY slug = $1 DESC`, slug)
    return row && Number(row['id'])
  }

  /** Finds public products by their ids in another system. @returns the ids of the products found, by the id in the other system */
  async #findSourceIds(numbers: readonly string[]): Promise<ReadonlyMap<string, readonly number[]>> {
    const { reads, dialect } = this.#pages
    const wanted = numbers.map((number) => ['source', storableText(number)])
    const rows = await reads.rows(buildIdentifiedSql(dialect), JSON.stringify(wanted))
    const found = Map.groupBy(
      rows.filter((row) => row['visibility'] === 'public'),
      (row) => String(row['value']),
    )
    return new Map([...found].map(([number, ofNumber]) => [number, ofNumber.map((row) => Number(row['id']))]))
  }

  /**
   * Explains why a number finds each product: undefined for its own number, or if other words found it.
   * @param text the whole search
   */
  async #explain(products: readonly Product[], text: string): Promise<Reasons> {
    const code = normaliseCode(text)
    const find = (numbers: readonly string[]) => numbers.find((number) => normaliseCode(number) === code)
    const others = products.filter((product) => find(listOwnNumbers(product)) === undefined)
    if (code === null || others.length === 0) return []
    const replaced = await this.#readReplaced(others)
    return products.map((product) => {
      if (!others.includes(product)) return undefined
      const equivalent = find(listEquivalentNumbers(product))
      if (equivalent !== undefined) return { kind: 'equivalent', number: nameEquivalent(product, equivalent) }
      const former = find(replaced.listOf(product))
      return former === undefined ? undefined : { kind: 'replaced', number: former }
    })
  }

  /** Reads the products that the given ones replace, directly or through others. */
  async #readReplaced(successors: readonly Product[]): Promise<ReplacedNumbers> {
    const { reads, dialect } = this.#pages
    const predecessors = `SELECT document FROM ${joinIdentifiers(dialect)} JOIN product USING (slug) ORDER BY product.id`
    const found = new Map<string, Product>()
    let last = successors
    for (let length = 0; last.length > 0 && length < CHAIN_MAX; length++) {
      const references = new Set(last.flatMap(listReferences))
      const wanted = [...references].map((reference) => ['replaced-by', storableText(reference)])
      const rows = await reads.rows(predecessors, JSON.stringify(wanted))
      last = this.#readDocuments(rows).filter(({ slug }) => !found.has(slug))
      for (const product of last) found.set(product.slug, product)
    }
    return new ReplacedNumbers(found.values())
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

function compareOffered(one: NumberMatch, other: NumberMatch): number {
  return Number(one.product.discontinued !== undefined) - Number(other.product.discontinued !== undefined)
}

function nameEquivalent(product: Product, number: string): string {
  return listEquivalentNumbers(product).findLast((other) => other === number || other.endsWith(` ${number}`)) ?? number
}
