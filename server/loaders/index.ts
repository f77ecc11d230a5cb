import { HOME_PRODUCTS_COUNT } from '../../shared/constants.ts'
import type { Loader } from './loader.ts'
import { buildSiteHead } from './page-head.ts'

export const loadIndex: Loader<'index'> = async ({ store }) => {
  const [site, categories, featured, latest] = await Promise.all([
    store.readSite(),
    store.listCategoryTree(),
    store.listFeatured(HOME_PRODUCTS_COUNT),
    store.listNewest(2 * HOME_PRODUCTS_COUNT),
  ])
  // Nothing stands on the page twice.
  const newest = latest.filter(({ slug }) => !featured.some((product) => product.slug === slug)).slice(0, HOME_PRODUCTS_COUNT)
  const heroFirstLook = site.hero?.image ? await store.findFirstLook(site.hero.image.hash) : null
  return { data: { categories, featured, newest, heroFirstLook }, head: buildSiteHead(site, '/') }
}
