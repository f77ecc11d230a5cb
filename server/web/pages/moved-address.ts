import { getOwn } from '../../../shared/get-own.ts'
import { withBase } from '../../../shared/languages.ts'
import { isSlug } from '../../../shared/slug.ts'
import { buildSlug } from '../../catalog/rules/build-slug.ts'
import { categoryPath, productPath } from '../../../shared/urls.ts'
import { aboutPagePath } from '../../catalog/rules/owner-pages.ts'
import { readAddressKey, type Redirect, RedirectTable } from '../../catalog/rules/redirects.ts'
import type { LanguageSite } from '../language-site.ts'
import type { CatalogPages } from '../../catalog/store/catalog-pages.ts'
import type { CatalogStore } from '../../catalog/store/catalog-store.ts'
import { listNodes } from './categories.ts'

/** Products of the same name are looked for among this many search results. */
const NEAREST_COUNT = 20

/** Returns a function that reads the owner's redirects, once after each change of the catalogue. */
export function createRedirectReader(catalog: CatalogStore): () => Promise<RedirectTable> {
  let revision: number | undefined
  let table: Promise<RedirectTable> | undefined
  return () => {
    if (table && revision === catalog.revision) return table
    revision = catalog.revision
    table = catalog.read(async (reader) => new RedirectTable(await reader.readList('redirects')))
    // A failed read is not cached.
    table.catch(() => (table = undefined))
    return table
  }
}

/**
 * Uses the owner's redirects, or finds the only product, category or page that an address of another shop names.
 * @param address path and query, with the beginning of the language's paths
 * @returns undefined if the address leads nowhere
 */
export async function findMovedAddress(
  address: string,
  { store, base }: LanguageSite,
  readRedirects: () => Promise<RedirectTable>,
): Promise<Pick<Redirect, 'to' | 'status'> | undefined> {
  const own = (await readRedirects()).find(address)
  if (own) return own
  const key = readAddressKey(address.slice(base.length))
  const old = key && readOldAddress(key.path)
  if (old === undefined) return undefined
  const path = typeof old === 'string' ? old : await findNamed(old, store)
  return path === undefined ? undefined : { to: withBase(base, path), status: 301 }
}

async function findNamed({ kinds, names }: OldAddress, store: CatalogPages): Promise<string | undefined> {
  for (const name of names) {
    const found = await Promise.all(kinds.map((kind) => FINDERS[kind](store, name)))
    const [path, other] = found.flat()
    if (path !== undefined) return other === undefined ? path : undefined
  }
  return undefined
}

/** Each returns the paths of all that have the name. A slug is unique, and goes before equal names. */
const FINDERS = {
  product: async (store: CatalogPages, reference: string): Promise<readonly string[]> => {
    const slug = isSlug(reference)
      ? ((await store.findProduct(reference))?.slug ?? (await store.findRenamed('product', reference)))
      : undefined
    if (slug !== undefined) return [productPath(slug)]
    const nearest = await store.findNearest(reference.replace(/[-_+]+/g, ' '), NEAREST_COUNT)
    return nearest
      .filter(({ slug: own, name, variants }) =>
        [own, name, ...variants.map(({ sku }) => sku ?? '')].some((each) => isSameName(each, reference)),
      )
      .map(({ slug: own }) => productPath(own))
  },
  category: async (store: CatalogPages, reference: string): Promise<readonly string[]> => {
    const slug = isSlug(reference)
      ? ((await store.findCategory(reference))?.category.slug ?? (await store.findRenamed('category', reference)))
      : undefined
    if (slug !== undefined) return [categoryPath(slug)]
    const named = listNodes(await store.listCategoryTree()).filter(({ name }) => isSameName(name, reference))
    return named.map(({ slug: own }) => categoryPath(own))
  },
  page: async (store: CatalogPages, reference: string): Promise<readonly string[]> => {
    const { pages } = await store.readSite()
    const own = pages.filter(
      ({ slug, formerSlugs = [], title }) => [slug, ...formerSlugs].includes(reference) || isSameName(title, reference),
    )
    if (own.length > 0) return own.map(({ slug }) => aboutPagePath(slug))
    return [getOwn(USUAL_PAGES, reference) ?? []].flat()
  },
}

/** Names under which most shops have these pages. */
const USUAL_PAGES: Readonly<Record<string, string>> = {
  about: '/about',
  'about-us': '/about',
  contact: '/contact',
  'contact-us': '/contact',
  kontakt: '/contact',
}

type OldPageKind = 'product' | 'category' | 'page'

/** What the last segment of an old shop's address may name, the most exact names first. */
interface OldAddress {
  readonly kinds: readonly OldPageKind[]
  readonly names: readonly string[]
}

/** Shapes of addresses in other shops, whose group is the segment with the name. Carts, accounts and blogs have no counterpart. */
const SHAPES: readonly (readonly [shape: RegExp, ...kinds: OldPageKind[]])[] = [
  // Shopify; a tag may follow a collection.
  [/^\/collections\/[^/]+\/products\/([^/]+)$/, 'product'],
  [/^\/collections\/([^/]+)(?:\/[^/]+)?$/, 'category'],
  [/^\/(?:pages|policies)\/([^/]+)$/, 'page'],
  // WooCommerce, in several languages; its settings allow a product's category before its name.
  [/^\/(?:product|produkt|produit|producto|prodotto|produto)\/(?:[^/]+\/)*([^/]+)$/, 'product'],
  [
    /^\/(?:product-category|produkt-kategorie|categorie-produit|categoria-producto|categoria-prodotto|product-categorie)\/(?:[^/]+\/)*([^/]+)$/,
    'category',
  ],
  [/^\/shop\/(?:[^/]+\/)*([^/]+)$/, 'product', 'category'],
  // Wix and Squarespace
  [/^\/(?:product-page|store\/p)\/([^/]+)$/, 'product'],
  // PrestaShop and Magento
  [/^\/content\/(\d+-[^/]+)$/, 'page'],
  [/^(?:\/[^/]+)?\/(\d+-[^/.]+)$/, 'category'],
  [/^\/catalog\/product\/view\/id\/\d+\/s\/([^/]+)(?:\/category\/\d+)?$/, 'product'],
  [/^\/catalog\/category\/view\/s\/([^/]+)\/id\/\d+$/, 'category'],
  [/^\/(?:[^/]+\/)*([^/]+\.html)$/, 'product', 'category', 'page'],
]

/** Lists of the most common shops that every site has. */
const LISTS: Readonly<Record<string, string>> = {
  '/collections': '/category',
  '/collections/all': '/products',
  '/shop': '/products',
}

const PAGE_NUMBER = /\/page\/\d+$/
const EXTENSION = /\.html$/
/** PrestaShop writes the id of a product, and that of a combination, before the name. */
const LEADING_NUMBERS = [/^\d+-/, /^\d+-\d+-/]
const TRAILING_NUMBER = /(?<=[^\d-]{3})[-._]p?\d{3,}$/

/**
 * Reads an address that has the shape of another shop's.
 * @param path decoded path in lower case without a final slash
 * @returns the path of a list, or what the address may name; undefined if it has no such shape
 */
function readOldAddress(path: string): string | OldAddress | undefined {
  const first = path.replace(PAGE_NUMBER, '')
  if (Object.hasOwn(LISTS, first)) return LISTS[first]
  for (const [shape, ...kinds] of SHAPES) {
    const [, segment] = shape.exec(first) ?? []
    if (segment === undefined) continue
    const name = segment.replace(EXTENSION, '')
    const whole = [name, ...LEADING_NUMBERS.map((numbers) => name.replace(numbers, ''))]
    return { kinds, names: [...new Set([...whole, ...whole.map((each) => each.replace(TRAILING_NUMBER, ''))])] }
  }
  return undefined
}

/** Compares only letters and digits, because shops omit different characters. */
function isSameName(one: string, other: string): boolean {
  const [name, otherName] = [one, other].map((text) => buildSlug(text).replace(/[^\p{L}\p{M}\p{N}]/gu, ''))
  return name !== '' && name === otherName
}
