import { categoryPath } from '../../../shared/urls.ts'
import { messagesFor } from '../../platform/language.ts'
import { mainSlugOf } from '../../catalog/rules/category-tree.ts'
import { buildCategoryCard, buildLinks, chooseMainCategories } from './categories.ts'
import { buildListingHead, loadListing } from './listing.ts'
import { notFound, redirect, type Loader } from './loader.ts'
import { addressOfTranslations, buildNamedHead } from './page-head.ts'

export const loadCategoryCategory: Loader<'category-category'> = async ({ store, params, query }) => {
  const { category: slug = '' } = params
  const [site, found] = await Promise.all([store.readSite(), store.findCategory(slug)])
  // Each language also finds a category by its slug in the first one.
  const currentSlug = found?.category.slug ?? (await store.findRenamed('category', slug)) ?? notFound()
  if (!found || currentSlug !== slug) redirect(site, categoryPath(currentSlug))
  const { category, ancestors } = found
  const main = mainSlugOf(category)
  const loaded = await loadListing(store, query, categoryPath(slug), main)
  const { query: listingQuery } = loaded.listing
  const title = listingQuery.search
    ? `${messagesFor(site).searchTitle(listingQuery.search)} · ${category.name}`
    : category.name
  const head = buildNamedHead(site, categoryPath(slug), title, {
    description: category.description,
    page: listingQuery.page,
  })
  const { name, description, image, lang, descriptionLang, translations } = category
  const children = chooseMainCategories(category.children)
  const shown = {
    slug,
    name,
    description,
    image,
    ...(lang && { lang }),
    ...(descriptionLang && { descriptionLang }),
    children: children.map((child) => buildCategoryCard(child, site)),
    allChildren:
      children.length < category.children.length
        ? {
            label: messagesFor(site).allOfSubcategories(category.children.length),
            categories: buildLinks(category.children, site),
          }
        : null,
  }
  return {
    data: { category: shown, ancestors, ...loaded },
    head: buildListingHead(head, loaded.listing),
    addressIn: addressOfTranslations(categoryPath, main, translations),
  }
}
