import type { Category, Product } from '../../shared/catalog.ts'
import type { Site } from '../../shared/site.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { buildProduct, buildVariant } from './products.ts'

const ABOUT = { html: '<p>We make bowls.</p>', markdown: 'We make bowls.' }

/** English texts, most of which are also in German; nothing is in French. */
export const TRANSLATED_SITE: Site = {
  ...NEUTRAL_SITE,
  name: 'Tornio',
  languages: ['en', 'de-AT', 'fr'],
  aboutHtml: ABOUT.html,
  aboutMarkdown: ABOUT.markdown,
  hero: { title: 'Bowls', text: 'Turned by hand.', image: null, link: { label: 'See them', href: '/products' } },
  pages: ['imprint', 'care'].map((slug) => ({
    slug,
    title: slug === 'imprint' ? 'Imprint' : 'Care',
    description: null,
    links: ['footer'],
    role: null,
    position: null,
    ...ABOUT,
  })),
  translations: {
    'de-at': {
      hero: { title: 'Schalen', link: 'Ansehen' },
      aboutHtml: '<p>Wir machen Schalen.</p>',
      aboutMarkdown: 'Wir machen Schalen.',
      pages: [
        {
          slug: 'imprint',
          title: 'Impressum',
          description: null,
          links: ['footer'],
          role: null,
          position: null,
          html: '<p>Angaben</p>',
          markdown: 'Angaben',
        },
      ],
    },
  },
}

export const TRANSLATED_CATEGORIES: readonly Category[] = [
  {
    slug: 'bowls',
    parentSlug: null,
    name: 'Bowls',
    description: 'All bowls',
    image: null,
    position: null,
    formerSlugs: [],
    translations: { 'de-at': { name: 'Schüsseln', slug: 'schuesseln', formerSlugs: ['schalen'] } },
  },
  {
    slug: 'plates',
    parentSlug: null,
    name: 'Plates',
    description: null,
    image: null,
    position: null,
    formerSlugs: [],
  },
]

export const TRANSLATED_PRODUCTS: readonly Product[] = [
  buildProduct({
    slug: 'oak-bowl',
    name: 'Oak bowl',
    categorySlug: 'bowls',
    description: '<p>For fruit.</p>',
    attributes: [
      { name: 'Material', value: 'Oak' },
      { name: 'Height', value: '5.5 cm' },
    ],
    options: [{ name: 'Finish', values: ['Oiled', 'Raw'] }],
    variants: ['Oiled', 'Raw'].map((value, index) =>
      buildVariant({ key: value.toLowerCase(), optionValues: [value], sku: `OB-${index}` }),
    ) as unknown as Product['variants'],
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
    attributes: [
      { name: 'Material', value: 'Ash' },
      { name: 'Height', value: '1.5 cm' },
    ],
  }),
  buildProduct({
    slug: 'elm-bowl',
    name: 'Elm bowl',
    categorySlug: 'bowls',
    attributes: [
      { name: 'Material', value: 'Elm' },
      { name: 'Height', value: '7 cm' },
    ],
    translations: { 'de-at': { name: 'Ulmenschale', terms: { Material: { values: { Elm: 'Ulme' } } } } },
  }),
]
