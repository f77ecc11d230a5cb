import type { Hero, Site } from '../../../shared/site.ts'
import { namePages } from '../../../shared/page-title.ts'
import { messagesFor } from '../../platform/language.ts'
import { readDescriptionText } from './description-text.ts'
import { selectListNotes } from './price-notes.ts'
import { loadCards } from './cards.ts'
import { buildCategoryCard, chooseMainCategories } from './categories.ts'
import type { Loader } from './loader.ts'
import { cutAtWord } from '../../platform/cut-at-word.ts'
import { buildSiteHead } from './page-head.ts'

const HOME_PRODUCTS_COUNT = 8

const INTRODUCTION_MAX_LENGTH = 320

export const loadIndex: Loader<'index'> = async ({ store }) => {
  const [site, categories, featured, latest] = await Promise.all([
    store.readSite(),
    store.listCategoryTree(),
    store.listFeatured(HOME_PRODUCTS_COUNT),
    store.listNewest(2 * HOME_PRODUCTS_COUNT),
  ])
  // Featured products are not repeated.
  const newest = latest
    .filter(({ slug }) => !featured.some((product) => product.slug === slug))
    .slice(0, HOME_PRODUCTS_COUNT)
  const hero = site.hero ?? buildHero(site, newest.length > 0)
  const heroPlaceholder = hero.image ? await store.findPlaceholder(hero.image.hash) : null
  const [featuredCards, newestCards] = await Promise.all([
    loadCards(store, featured, site),
    loadCards(store, newest, site),
  ])
  return {
    data: {
      hero,
      linksToAbout: site.hero === null && site.aboutHtml !== null,
      categories: chooseMainCategories(categories).map((category) => buildCategoryCard(category, site)),
      featured: featuredCards,
      newest: newestCards,
      ...selectListNotes([...featured, ...newest], site),
      heroPlaceholder,
    },
    head: buildSiteHead(site, '/'),
  }
}

/** Without the owner's hero, its text is the site's description or the about page's first paragraph. */
function buildHero(site: Site, hasProducts: boolean): Hero {
  const { allProducts, contact } = namePages(site, messagesFor(site))
  const [, paragraph = ''] = /<p>(.*?)<\/p>/s.exec(site.aboutHtml ?? '') ?? []
  return {
    title: site.name,
    text: site.description ?? (cutAtWord(readDescriptionText(paragraph), INTRODUCTION_MAX_LENGTH) || null),
    image: null,
    link: hasProducts ? { label: allProducts, href: '/products' } : { label: contact, href: '/contact' },
  }
}
