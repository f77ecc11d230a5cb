import type { CategoryNode } from '../../shared/catalog.ts'
import type { OwnerPage, Site } from '../../shared/site.ts'
import { withBase } from '../../shared/languages.ts'
import { isSlug } from '../../shared/slug.ts'
import { aboutPagePath, categoryPath, productPath } from '../../shared/urls.ts'
import { isSameName, readOldAddress, type OldAddress } from '../catalog/old-shop-addresses.ts'
import { readAddressKey, type Redirect, RedirectTable } from '../catalog/redirects.ts'
import type { CatalogPages } from '../store/catalog-pages.ts'
import type { CatalogStore } from '../store/catalog-store.ts'

/** Products of the same name are looked for among this many search results. */
const NEAREST_COUNT = 20

/** The owner's redirects are read again after each change of the catalogue. */
export class CurrentRedirects {
  readonly #catalog: CatalogStore
  #revision: number | undefined
  #table: Promise<RedirectTable> | undefined

  constructor(catalog: CatalogStore) {
    this.#catalog = catalog
  }

  read(): Promise<RedirectTable> {
    const { revision } = this.#catalog
    if (!this.#table || this.#revision !== revision) {
      this.#revision = revision
      this.#table = this.#catalog.read(async (reader) => new RedirectTable(await reader.readList('redirects')))
      // A failed read is not cached.
      this.#table.catch(() => (this.#table = undefined))
    }
    return this.#table
  }
}

/**
 * Uses the owner's redirects, or the usual addresses of the old shop.
 * @param address path and query, with the beginning of the language's paths
 * @param store in the address's language
 * @returns undefined if the address leads nowhere
 */
export async function findMovedAddress(
  address: string,
  {
    store,
    redirects,
    base,
  }: { readonly store: CatalogPages; readonly redirects: CurrentRedirects; readonly base: string },
): Promise<Pick<Redirect, 'to' | 'status'> | undefined> {
  const own = (await redirects.read()).find(address)
  if (own) return own
  const { oldShops = [] } = await store.readSite()
  const key = oldShops.length > 0 ? readAddressKey(address.slice(base.length)) : undefined
  if (!key) return undefined
  for (const old of readOldAddress(key.path, new URLSearchParams(key.query), oldShops)) {
    const path = await findPath(old, store)
    if (path !== undefined) return { to: withBase(base, path), status: 301 }
  }
  return undefined
}

async function findPath(old: OldAddress, store: CatalogPages): Promise<string | undefined> {
  switch (old.kind) {
    case 'path':
      return old.path
    case 'product': {
      const slug = await findProductSlug(store, old.reference)
      return slug === undefined ? undefined : productPath(slug)
    }
    case 'product-id': {
      const [product, other] = await store.read((reader) => reader.listProductsByIdentifier('source', old.reference))
      return product && !other ? findShown(store, product.slug) : undefined
    }
    case 'category':
      return findCategoryPath(store, old.reference)
    case 'page':
      return findPagePath(await store.readSite(), old.reference)
  }
}

/** Hidden products have no page. */
async function findShown(store: CatalogPages, slug: string): Promise<string | undefined> {
  const product = await store.findProduct(slug)
  return product && productPath(product.slug)
}

/** Finds a product by its slug, by a number, or by a name that differs only in what slugs leave out. */
async function findProductSlug(store: CatalogPages, reference: string): Promise<string | undefined> {
  if (isSlug(reference)) {
    const slug = (await store.findProduct(reference))?.slug ?? (await store.findRenamed('product', reference))
    if (slug !== undefined) return slug
  }
  // Paths are in lower case, most article numbers in upper case.
  const [product, other] = await store.read((reader) => reader.listProductsByIdentifier('sku', reference.toUpperCase()))
  if (product) return other ? undefined : (await store.findProduct(product.slug))?.slug
  const numbered = (await store.findByNumbers([reference], 2)).get(reference)
  if (numbered) return numbered.length === 1 ? numbered[0]!.product.slug : undefined
  const text = reference.replace(/[-_+]+/g, ' ')
  const same = (await store.findNearest(text, NEAREST_COUNT)).filter(({ slug, name }) =>
    [slug, name].some((own) => isSameName(own, reference)),
  )
  return same.length === 1 ? same[0]!.slug : undefined
}

async function findCategoryPath(store: CatalogPages, reference: string): Promise<string | undefined> {
  if (isSlug(reference)) {
    const slug =
      (await store.findCategory(reference))?.category.slug ?? (await store.findRenamed('category', reference))
    if (slug !== undefined) return categoryPath(slug)
  }
  const same = listNodes(await store.listCategoryTree()).filter(({ name }) => isSameName(name, reference))
  return same.length === 1 ? categoryPath(same[0]!.slug) : undefined
}

function listNodes(nodes: readonly CategoryNode[]): readonly CategoryNode[] {
  return nodes.flatMap((node) => [node, ...listNodes(node.children)])
}

/** Names under which most shops have these pages. */
const USUAL_PAGES: Readonly<Record<string, string>> = {
  about: '/about',
  'about-us': '/about',
  contact: '/contact',
  'contact-us': '/contact',
  kontakt: '/contact',
}

function findPagePath({ pages }: Site, reference: string): string | undefined {
  const matches = ({ slug, title }: OwnerPage) => slug === reference || isSameName(title, reference)
  const page = pages.find(matches)
  if (page) return aboutPagePath(page.slug)
  return Object.hasOwn(USUAL_PAGES, reference) ? USUAL_PAGES[reference] : undefined
}
