import type { Product, ProductVariant } from '../../shared/catalog.ts'
import type { Category } from '../../server/catalog/category.ts'
import { buildAttributes, buildCategory, buildProduct, buildVariant } from '../support/products.ts'

export const NOUNS = 'Bowl Plate Vase Lamp Mill Stool Jar Cup Tray Candlestick Planter Bell'.split(' ')
export const STYLES = 'Low Tall Footed Ribbed Plain Speckled Double Travelling Garden Winter Morning Square'.split(' ')
export const MATERIALS = ['Stoneware', 'Porcelain', 'Ash', 'Oak', 'Brass', 'Linen', 'Glass', 'Copper', 'Felt', 'Cork']
const COLOURS = ['Bone', 'Moss', 'Slate', 'Chalk', 'Ink', 'Ochre', 'Rust', 'Sky']
const CARES = ['Dishwasher', 'By hand', 'Wipe dry', 'Oil it']
const COUNTRIES = ['Germany', 'Portugal', 'Finland', 'Japan', 'Mexico', 'Poland']
export const MAKERS = 400
const TOP_CATEGORIES = 12
const SUB_CATEGORIES = 8

export function generateCategories(): readonly Category[] {
  return Array.from({ length: TOP_CATEGORIES }, (_, top) => [
    buildCategory({ slug: `kind-${top}`, name: `Kind ${top}`, position: top }),
    ...Array.from({ length: SUB_CATEGORIES }, (__, sub) =>
      buildCategory({ slug: `kind-${top}-${sub}`, name: `Sort ${sub} of kind ${top}`, parentSlug: `kind-${top}` }),
    ),
  ]).flat()
}

/** The products are the same in each run; every third has variants. */
export function* generateProducts(count: number): Generator<Product> {
  for (let index = 0; index < count; index++) yield generateProduct(index)
}

export function generateProduct(index: number): Product {
  // A different prime for each choice keeps the choices independent.
  const choose = <Item>(items: readonly Item[], prime: number): Item =>
    items[Math.floor((index * prime) / 7) % items.length]!
  const [noun, style, material] = [choose(NOUNS, 7919), choose(STYLES, 104_729), choose(MATERIALS, 1_299_709)]
  const variant = (key: string, number: number): ProductVariant =>
    buildVariant({
      key,
      optionValues: key ? [key] : [],
      sku: `${noun.slice(0, 2).toUpperCase()}-${index}-${number}`,
      priceMinor: 500 + ((index * 7_919) % 60_000),
      compareAtMinor: index % 11 === 0 ? 70_000 : null,
      availability: index % 4 === 0 ? 'OutOfStock' : 'InStock',
      weightGrams: 100 + (index % 2_000),
    })
  const colours = index % 3 === 0 ? [choose(COLOURS, 15_485_863), choose(COLOURS, 32_452_843)] : []
  const keys = [...new Set(colours)]
  const [first = '', ...others] = keys
  return buildProduct({
    slug: `${style}-${noun}-${index}`.toLowerCase(),
    name: `${style} ${noun} ${index % 997}`,
    brand: `Maker ${(index * 31) % MAKERS}`,
    categorySlug: `kind-${index % TOP_CATEGORIES}-${(index * 7) % SUB_CATEGORIES}`,
    featured: index % 500 === 0,
    tags: [material.toLowerCase(), 'handmade'],
    description: `<p>A ${style.toLowerCase()} ${noun.toLowerCase()} of ${material.toLowerCase()}, made by hand in small series.</p><ul><li>It stands well on a table, on a shelf, or by itself.</li><li>Wash it with warm water and let it dry.</li></ul>`,
    options: keys.length > 0 ? [{ name: 'Colour', values: keys }] : [],
    variants: [variant(first, 0), ...others.map((key, number) => variant(key, number + 1))],
    images: [{ url: `https://cdn.example/pictures/${index}.jpg`, alt: `${style} ${noun}` }],
    attributes: buildAttributes({
      Material: material,
      Care: choose(CARES, 49_979_687),
      'Made in': choose(COUNTRIES, 67_867_967),
      Height: `${5 + (index % 40)} cm`,
      Weight: `${100 + ((index * 7_919) % 5_000)} g`,
    }),
  })
}
