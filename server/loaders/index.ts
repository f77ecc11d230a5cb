import { HOME_PRODUCTS_COUNT } from '../../shared/constants.ts'
import { namePages } from '../../shared/page-title.ts'
import { messagesFor } from '../base/language.ts'
import { loadCards } from './cards.ts'
import { buildCategoryCard, chooseMainCategories } from './categories.ts'
import type { Loader } from './loader.ts'
import { buildSiteHead } from './page-head.ts'

export const loadIndex: Loader<'index'> = async ({ store }) => {
  const [site, categories, featured, latest] = await Promise.all([
    store.readSite(),
    store.listCategoryTree(),
    store.listFeatured(HOME_PRODUCTS_COUNT),
    store.listNewest(2 * HOME_PRODUCTS_COUNT),
  ])
  // Featured products are not repeated among the newest.
  const newest = latest
    .filter(({ slug }) => !featured.some((product) => product.slug === slug))
    .slice(0, HOME_PRODUCTS_COUNT)
  const hero = site.hero ?? {
    title: site.name,
    text: site.description,
    image: null,
    link:
      newest.length > 0 ? { label: namePages(site, messagesFor(site.locale)).allProducts, href: '/products' } : null,
  }
  const heroPlaceholder = hero.image ? await store.findPlaceholder(hero.image.hash) : null
  const [featuredCards, newestCards] = await Promise.all([
    loadCards(store, featured, site),
    loadCards(store, newest, site),
  ])
  return {
    data: {
      hero,
      categories: chooseMainCategories(categories).map((category) => buildCategoryCard(category, site.locale)),
      featured: featuredCards,
      newest: newestCards,
      heroPlaceholder,
    },
    head: buildSiteHead(site, '/'),
  }
}
