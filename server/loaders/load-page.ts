import { createHash } from 'node:crypto'
import type { CategoryNode, Site } from '../../shared/catalog.ts'
import type { AnyLoadedPage, Frame } from '../../shared/page-data.ts'
import type { RouteMatch, RouteName } from '../../shared/routes.ts'
import type { CatalogStore } from '../store/catalog-store.ts'
import { loadAbout } from './about.ts'
import { loadCategoryCategory } from './category-category.ts'
import { loadCategory } from './category.ts'
import { loadContact } from './contact.ts'
import { loadIndex } from './index.ts'
import type { Loader, LoaderArguments } from './loader.ts'
import { loadProductsProduct } from './products-product.ts'
import { loadProducts } from './products.ts'
import { loadWidgets } from './widgets.ts'

const LOADERS: { readonly [Name in RouteName]: Loader<Name> } = {
  index: loadIndex,
  about: loadAbout,
  contact: loadContact,
  category: loadCategory,
  'category-category': loadCategoryCategory,
  products: loadProducts,
  'products-product': loadProductsProduct,
  widgets: loadWidgets,
}

/**
 * Loads what a page needs; extras may still be on their way.
 * @returns the page, the path it moved to, or undefined where there is no such product, category or page number
 */
export async function loadPage(
  match: RouteMatch,
  args: Omit<LoaderArguments, 'params'>,
): Promise<AnyLoadedPage | { readonly movedTo: string } | undefined> {
  const result = await LOADERS[match.name]({ ...args, params: match.params })
  if (!result || 'movedTo' in result) return result
  // The table ties each name to its own data, which the compiler cannot follow through the look-up.
  return { name: match.name, params: match.params, ...result } as AnyLoadedPage
}

const frames = new WeakMap<Site, { readonly tree: readonly CategoryNode[]; readonly frame: Frame }>()

/** What the layout shows around every page: the same one for as long as the catalogue stays the same. */
export async function loadFrame(store: CatalogStore, siteUrl: string): Promise<Frame> {
  const [stored, tree, imageOrigins] = await Promise.all([
    store.readSite(),
    store.listCategoryTree(),
    store.listRemoteImageOrigins(),
  ])
  const known = frames.get(stored)
  if (known?.tree === tree && known.frame.siteUrl === siteUrl) return known.frame
  const { aboutHtml: _html, aboutMarkdown: _markdown, ...site } = stored
  const categories = tree.map(({ slug, name }) => ({ slug, name }))
  const id = createHash('sha256')
    .update(JSON.stringify([site, categories, imageOrigins]))
    .digest('base64url')
    .slice(0, 8)
  const frame: Frame = { id, site, siteUrl, categories }
  frames.set(stored, { tree, frame })
  return frame
}
