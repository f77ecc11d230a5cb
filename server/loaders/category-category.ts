import { categoryPath } from '../../shared/urls.ts'
import { buildListingHead, loadListing } from './listing.ts'
import type { Loader } from './loader.ts'
import { buildNamedHead, buildSiteHead } from './page-head.ts'

export const loadCategoryCategory: Loader<'category-category'> = async ({ store, params, query }) => {
  const slug = params['category']!
  const found = await store.findCategory(slug)
  if (!found) {
    const present = await store.findRenamed('category', slug)
    return present === undefined ? undefined : { movedTo: categoryPath(present) }
  }
  const [site, loaded] = await Promise.all([store.readSite(), loadListing(store, query, slug)])
  if (!loaded) return undefined
  const path = categoryPath(slug)
  const head = buildNamedHead(found.category.name, found.category.description, buildSiteHead(site, path), loaded.listing.query.page)
  return { data: { ...found, ...loaded }, head: buildListingHead(head, path, loaded.listing.query) }
}
