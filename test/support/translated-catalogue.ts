import type { Product } from '../../shared/catalog.ts'
import type { Category } from '../../server/catalog/category.ts'
import type { Site } from '../../shared/site.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { buildOwnerPage } from './owner-pages.ts'
import { buildAttributes, buildCategory, buildOption, buildProduct } from './products.ts'

const ABOUT = { html: '<p>We make bowls.</p>', markdown: 'We make bowls.' }

/** English texts, most of which are also in German; nothing is in French. */
export const TRANSLATED_SITE: Site = {
  ...NEUTRAL_SITE,
  name: 'Tornio',
  languages: ['en', 'de-AT', 'fr'],
  aboutHtml: ABOUT.html,
  aboutMarkdown: ABOUT.markdown,
  hero: { title: 'Bowls', text: 'Turned by hand.', image: null, link: { label: 'See them', href: '/products' } },
  pages: [buildOwnerPage(ABOUT), buildOwnerPage({ slug: 'care', title: 'Care', ...ABOUT })],
  translations: {
    'de-at': {
      hero: { title: 'Schalen', link: 'Ansehen' },
      aboutHtml: '<p>Wir machen Schalen.</p>',
      aboutMarkdown: 'Wir machen Schalen.',
      pages: [buildOwnerPage({ title: 'Impressum', html: '<p>Angaben</p>', markdown: 'Angaben' })],
    },
  },
}

export const TRANSLATED_CATEGORIES: readonly Category[] = [
  buildCategory({
    slug: 'bowls',
    name: 'Bowls',
    description: 'All bowls',
    position: null,
    translations: { 'de-at': { name: 'Schüsseln', slug: 'schuesseln', formerSlugs: ['schalen'] } },
  }),
  buildCategory({ slug: 'plates', name: 'Plates', position: null }),
]

export const TRANSLATED_PRODUCTS: readonly Product[] = [
  buildProduct({
    slug: 'oak-bowl',
    name: 'Oak bowl',
    categorySlug: 'bowls',
    description: '<p>For fruit.</p>',
    attributes: buildAttributes({ Material: 'Oak', Height: '5.5 cm' }),
    ...buildOption('Finish', { Oiled: { sku: 'OB-0' }, Raw: { sku: 'OB-1' } }),
    translations: {
      'de-at': {
        slug: 'eichenschale',
        formerSlugs: ['schale-eiche'],
        name: 'Eichenschale',
        description: '<p>Für Obst.</p>',
        terms: {
          Material: { name: 'Werkstoff', values: { Oak: 'Eiche' } },
          Height: { name: 'Höhe' },
          Finish: { name: 'Oberfläche', values: { Oiled: 'Geölt', Raw: 'Roh' } },
        },
      },
    },
  }),
  buildProduct({
    slug: 'ash-plate',
    name: 'Ash plate',
    categorySlug: 'plates',
    description: '<p>For bread.</p>',
    attributes: buildAttributes({ Material: 'Ash', Height: '1.5 cm' }),
  }),
  buildProduct({
    slug: 'elm-bowl',
    name: 'Elm bowl',
    categorySlug: 'bowls',
    attributes: buildAttributes({ Material: 'Elm', Height: '7 cm' }),
    translations: { 'de-at': { name: 'Ulmenschale', terms: { Material: { values: { Elm: 'Ulme' } } } } },
  }),
]
