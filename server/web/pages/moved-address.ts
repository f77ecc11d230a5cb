import { getOwn } from '../../../shared/get-own.ts'
import { withBase } from '../../../shared/languages.ts'
import { isSlug } from '../../../shared/slug.ts'
import { aboutPagePath, categoryPath, productPath } from '../../../shared/urls.ts'
import { isSameName, readOldAddress } from './old-shop-addresses.ts'
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

type OldNames = Exclude<NonNullable<ReturnType<typeof readOldAddress>>, string>

async function findNamed({ kinds, names }: OldNames, store: CatalogPages): Promise<string | undefined> {
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
