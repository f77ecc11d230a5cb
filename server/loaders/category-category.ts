import { categoryPath } from '../../shared/urls.ts'
import { messagesFor } from '../base/language.ts'
import { buildCategoryCard, buildLinks, chooseMainCategories } from './categories.ts'
import { buildListingHead, loadListing } from './listing.ts'
import type { Loader } from './loader.ts'
import { buildNamedHead } from './page-head.ts'

export const loadCategoryCategory: Loader<'category-category'> = async ({ store, params, query }) => {
  const { category: slug = '' } = params
  const found = await store.findCategory(slug)
  if (!found) {
    const newSlug = await store.findRenamed('category', slug)
    return newSlug === undefined ? undefined : { movedTo: categoryPath(newSlug) }
  }
  const [site, loaded] = await Promise.all([store.readSite(), loadListing(store, query, categoryPath(slug), slug)])
  if (!loaded || 'movedTo' in loaded) return loaded
  const { category, ancestors } = found
  const { query: listingQuery } = loaded.listing
  const title = listingQuery.search
    ? `${messagesFor(site).searchTitle(listingQuery.search)} · ${category.name}`
    : category.name
  const head = buildNamedHead(site, categoryPath(slug), title, {
    description: category.description,
    page: listingQuery.page,
  })
  const { name, description, image } = category
  const main = chooseMainCategories(category.children)
  const shown = {
    slug,
    name,
    description,
    image,
    children: main.map((child) => buildCategoryCard(child, site)),
    allChildren: main.length < category.children.length ? buildLinks(category.children, site) : [],
  }
  return { data: { category: shown, ancestors, ...loaded }, head: buildListingHead(head, loaded.listing) }
}
