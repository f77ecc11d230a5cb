import { categoryPath } from '../../shared/urls.ts'
import { messagesFor } from '../language.ts'
import { buildCategoryCards } from './cards.ts'
import { buildListingHead, loadListing } from './listing.ts'
import type { Loader } from './loader.ts'
import { buildNamedHead } from './page-head.ts'

export const loadCategoryCategory: Loader<'category-category'> = async ({ store, params, query }) => {
  const slug = params['category']!
  const found = await store.findCategory(slug)
  if (!found) {
    const present = await store.findRenamed('category', slug)
    return present === undefined ? undefined : { movedTo: categoryPath(present) }
  }
  const [site, loaded] = await Promise.all([store.readSite(), loadListing(store, query, slug)])
  if (!loaded) return undefined
  const { category, ancestors } = found
  const { query: asked } = loaded.listing
  const title = asked.search
    ? `${messagesFor(site.locale).searchTitle(asked.search)} · ${category.name}`
    : category.name
  const head = buildNamedHead(site, categoryPath(slug), title, { description: category.description, page: asked.page })
  const { name, description, image } = category
  const shown = { slug, name, description, image, children: buildCategoryCards(category.children, site) }
  return { data: { category: shown, ancestors, ...loaded }, head: buildListingHead(head, asked) }
}
