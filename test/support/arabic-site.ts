import type { Category, Product } from '../../shared/catalog.ts'
import type { Site } from '../../shared/site.ts'
import { buildDefaultNavigation, NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { buildCategory, buildProduct, buildVariant } from './products.ts'

/** The first language is written from right to left. */
export const ARABIC_SITE: Site = {
  ...NEUTRAL_SITE,
  name: 'ورشة الخشب',
  locale: 'ar',
  languages: ['ar', 'en'],
  navigation: buildDefaultNavigation({ locale: 'ar' }),
  aboutHtml: '<p>نصنع الأواني يدويًا منذ عام 1998.</p>',
  aboutMarkdown: 'نصنع الأواني يدويًا منذ عام 1998.',
  translations: { en: { name: 'Wood workshop' } },
}

export const ARABIC_CATEGORIES: readonly Category[] = [
  buildCategory({ slug: 'أواني', name: 'أواني', translations: { en: { name: 'Bowls', slug: 'bowls' } } }),
]

const NAMES = [
  ['وعاء من خشب البلوط', 'Oak bowl'],
  ['صينية تقديم مستديرة', 'Round serving tray'],
  ['ملعقة طبخ', 'Cooking spoon'],
  ['لوح تقطيع كبير بمقبض', 'Large cutting board with a handle'],
  ['مطحنة فلفل', 'Pepper mill'],
  ['علبة شاي', null],
] as const

export const ARABIC_PRODUCTS: readonly Product[] = NAMES.map(([name, english], index) =>
  buildProduct({
    slug: name.replaceAll(' ', '-'),
    name,
    categorySlug: 'أواني',
    description: '<p>مصنوع يدويًا، ويُنظَّف بقطعة قماش رطبة.</p>',
    attributes: [
      { name: 'الخامة', value: index % 2 === 0 ? 'بلوط' : 'جوز' },
      { name: 'الطول', value: `${12.5 + index} cm` },
    ],
    variants: [buildVariant({ sku: `WD-${index + 1}`, priceMinor: 4_950 + index * 1_000 })],
    translations: english === null ? {} : { en: { name: english } },
  }),
)
