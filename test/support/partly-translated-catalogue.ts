import type { Category, Product } from '../../shared/catalog.ts'
import type { Site } from '../../shared/site.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { buildCategory, buildProduct, buildVariant } from './products.ts'

/**
 * A catalogue of which only a part is translated. Each English text contains EN, and each French one FR. Brands and companies
 * have neither, because they are names.
 */
const picture = (name: string) => ({ url: `https://pictures.example/${name}.webp`, alt: `View of ${name} EN` })

const page = (slug: string, language: string) => ({
  slug,
  title: `Page ${slug} ${language}`,
  description: null,
  links: ['footer', 'menu'] as const,
  role: null,
  position: null,
  html: `<p>Text ${language}</p>`,
  markdown: `Text ${language}`,
})

export const PARTLY_TRANSLATED_SITE: Site = {
  ...NEUTRAL_SITE,
  name: 'Tornio',
  languages: ['en', 'fr'],
  hero: {
    title: 'Bowls EN',
    text: 'Turned by hand EN',
    image: { hash: 'a'.repeat(64), format: 'jpeg', width: 1_600, height: 900, alt: 'Workshop EN' },
    link: { label: 'See them EN', href: '/products' },
  },
  logo: { hash: 'b'.repeat(64), format: 'png', width: 320, height: 80, alt: 'Sign EN' },
  navigation: [...NEUTRAL_SITE.navigation, { label: 'Lessons EN', href: '/about/lessons' }],
  priceNotes: { tax: 'Without tax EN', delivery: 'Plus delivery EN' },
  aboutHtml: '<p>We make bowls EN</p>',
  aboutMarkdown: 'We make bowls EN',
  pages: [page('imprint', 'EN'), page('care', 'EN')],
  translations: { fr: { priceNotes: { tax: 'Hors taxe FR' }, pages: [page('imprint', 'FR')] } },
}

export const PARTLY_TRANSLATED_CATEGORIES: readonly Category[] = [
  buildCategory({ slug: 'table', name: 'Table EN', description: 'For the table EN' }),
  buildCategory({ slug: 'bowls', parentSlug: 'table', name: 'Bowls EN' }),
  buildCategory({
    slug: 'plates',
    parentSlug: 'table',
    name: 'Plates EN',
    description: 'Flat EN',
    translations: { fr: { name: 'Assiettes FR' } },
  }),
]

const CUP = {
  description: '',
  name: 'Cup with a handle EN',
  brand: 'Kiln',
  categorySlug: 'plates',
  attributes: [
    { name: 'Wood EN', value: 'Oak EN; Ash EN' },
    { name: 'Use EN', value: 'Espresso EN' },
  ],
  images: [picture('cup')],
}

export const PARTLY_TRANSLATED_PRODUCTS: readonly Product[] = [
  buildProduct({
    slug: 'bowl',
    name: 'Bowl EN',
    brand: 'Tornio',
    featured: true,
    categorySlug: 'bowls',
    otherCategorySlugs: ['table'],
    shortDescription: '<p>Short EN</p>',
    description: '<p>Long EN</p>',
    safetyInformation: 'Keep dry EN',
    manufacturer: 'Kiln',
    pictograms: [picture('fire')],
    tags: ['Kitchen EN', 'Gift EN'],
    documents: [
      { name: 'Manual EN', url: 'https://files.example/manual.pdf' },
      { name: 'Hints EN', url: '/about/care' },
    ],
    images: [picture('bowl'), picture('rim')],
    externalLink: { label: 'Buy elsewhere EN', href: 'https://shop.example/bowl' },
    taxNote: 'Reduced rate EN',
    includes: ['cup', 'saucer'],
    attributes: [
      { name: 'Wood EN', value: 'Oak EN' },
      { name: 'Origin EN', value: 'North EN' },
      { name: 'Thickness EN', value: '12 mm' },
      { name: 'Care EN', value: 'By hand EN' },
    ],
    options: [
      { name: 'Finish EN', values: ['Oiled EN', 'Raw EN'] },
      { name: 'Glaze EN', values: ['Crimson EN', 'Navy EN'] },
      { name: 'Thread EN', values: ['M8'] },
    ],
    variants: [
      buildVariant({ key: 'a', optionValues: ['Oiled EN', 'Crimson EN', 'M8'], sku: 'B-1' }),
      buildVariant({ key: 'b', optionValues: ['Raw EN', 'Navy EN', 'M8'], sku: 'B-2', priceMinor: 15_000 }),
    ],
    translations: {
      fr: {
        name: 'Bol FR',
        shortDescription: '<p>Court FR</p>',
        terms: {
          // The names or the values of some are translated, and only some values of others.
          'Wood EN': { values: { 'Oak EN': 'Chêne FR' } },
          'Origin EN': { name: 'Origine FR' },
          'Finish EN': { values: { 'Oiled EN': 'Huilé FR' } },
          'Glaze EN': { name: 'Émail FR', values: { 'Navy EN': 'Marine FR' } },
        },
      },
    },
  }),
  buildProduct({
    slug: 'plate',
    name: 'Plate EN',
    featured: true,
    categorySlug: 'plates',
    description: '<p>Plain EN</p>',
    discontinued: 'page',
    replacedBy: 'cup',
    tags: ['Kitchen EN'],
    images: [picture('plate')],
    attributes: [{ name: 'Wood EN', value: 'Ash EN' }],
    options: [{ name: 'Finish EN', values: ['Raw EN'] }],
    variants: [buildVariant({ key: 'raw', optionValues: ['Raw EN'] })],
  }),
  buildProduct({ ...CUP, slug: 'cup', taxNote: 'Exempt EN' }),
  // The list says how two products with the same name differ.
  buildProduct({
    ...CUP,
    slug: 'saucer',
    categorySlug: 'bowls',
    brand: 'Tornio',
    tags: ['Gift EN'],
    attributes: [CUP.attributes[0]!, { name: 'Use EN', value: 'Tea EN' }],
    options: [{ name: 'Glaze EN', values: ['Crimson EN', 'Navy EN'] }],
    variants: ['Crimson EN', 'Navy EN'].map((value) =>
      buildVariant({ key: value.slice(0, 4).toLowerCase(), optionValues: [value] }),
    ) as unknown as Product['variants'],
    translations: { fr: { terms: { 'Use EN': { name: 'Usage FR' } } } },
  }),
  ...[4, 6, 8].map((size) =>
    buildProduct({
      slug: `dowel-${size}`,
      name: `Dowel ${size} mm EN`,
      description: '',
      categorySlug: 'table',
      attributes: [
        { name: 'Wood EN', value: 'Beech EN' },
        { name: 'Width EN', value: `${size} mm` },
      ],
    }),
  ),
]
