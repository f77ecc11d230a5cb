import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Product } from '../../shared/catalog.ts'
import { importFile } from '../../server/import/import-catalog.ts'
import { SHARED_DATA_DIR } from '../support/folders.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'

const FILE = join(SHARED_DATA_DIR, 'woocommerce-sample.csv')

interface Shown {
  slug: string
  name: string
  category: string
  /** Options, price and former price of each variant. */
  variants: readonly string[]
  pictures: number
  attributes: string
  grams: number | null
  featured?: true
  visibility?: 'unlisted'
  includes?: readonly string[]
  externalLink?: { label: string; href: string }
  shortDescription?: string
}

const SIMPLE = '<p>This is a simple product.</p>'

/** The products of the sample file. */
const PRODUCTS: readonly Shown[] = [
  {
    slug: 'v-neck-t-shirt',
    name: 'V-Neck T-Shirt',
    category: 'tshirts',
    variants: [
      'Blue / Large 1500',
      'Blue / Medium 1500',
      'Blue / Small 1500',
      'Green / Large 2000',
      'Green / Medium 2000',
      'Green / Small 2000',
      'Red / Large 2000',
      'Red / Medium 2000',
      'Red / Small 2000',
    ],
    pictures: 3,
    attributes: 'Length: 24 in; Width: 1 in; Height: 2 in',
    grams: 226.8,
    featured: true,
    shortDescription: '<p>This is a variable product.</p>',
  },
  {
    slug: 'hoodie',
    name: 'Hoodie',
    category: 'hoodies',
    variants: ['Blue / Yes 4500', 'Blue / No 4500', 'Green / No 4500', 'Red / No 4200 (4500)'],
    pictures: 4,
    attributes: 'Length: 10 in; Width: 8 in; Height: 3 in',
    grams: 680.39,
    shortDescription: '<p>This is a variable product.</p>',
  },
  {
    slug: 'hoodie-with-logo',
    name: 'Hoodie with Logo',
    category: 'hoodies',
    variants: ['4500'],
    pictures: 1,
    attributes: 'Color: Blue; Length: 10 in; Width: 6 in; Height: 3 in',
    grams: 907.18,
  },
  {
    slug: 't-shirt',
    name: 'T-Shirt',
    category: 'tshirts',
    variants: ['1800'],
    pictures: 1,
    attributes: 'Color: Gray; Length: 8 in; Width: 6 in; Height: 1 in',
    grams: 362.87,
  },
  {
    slug: 'beanie',
    name: 'Beanie',
    category: 'accessories',
    variants: ['1800 (2000)'],
    pictures: 1,
    attributes: 'Color: Red; Length: 4 in; Width: 5 in; Height: 0.5 in',
    grams: 90.72,
  },
  {
    slug: 'belt',
    name: 'Belt',
    category: 'accessories',
    variants: ['5500 (6500)'],
    pictures: 1,
    attributes: 'Length: 12 in; Width: 2 in; Height: 1.5 in',
    grams: 544.31,
  },
  {
    slug: 'cap',
    name: 'Cap',
    category: 'accessories',
    variants: ['1600 (1800)'],
    pictures: 1,
    attributes: 'Color: Yellow; Length: 8 in; Width: 6.5 in; Height: 4 in',
    grams: 272.16,
    featured: true,
  },
  {
    slug: 'sunglasses',
    name: 'Sunglasses',
    category: 'accessories',
    variants: ['9000'],
    pictures: 1,
    attributes: 'Length: 4 in; Width: 1.4 in; Height: 1 in',
    grams: 90.72,
    featured: true,
  },
  {
    slug: 'hoodie-with-pocket',
    name: 'Hoodie with Pocket',
    category: 'hoodies',
    variants: ['3500 (4500)'],
    pictures: 1,
    attributes: 'Color: Gray; Length: 10 in; Width: 8 in; Height: 2 in',
    grams: 1360.78,
    featured: true,
    visibility: 'unlisted',
  },
  {
    slug: 'hoodie-with-zipper',
    name: 'Hoodie with Zipper',
    category: 'hoodies',
    variants: ['4500'],
    pictures: 1,
    attributes: 'Length: 8 in; Width: 6 in; Height: 2 in',
    grams: 907.18,
    featured: true,
  },
  {
    slug: 'long-sleeve-tee',
    name: 'Long Sleeve Tee',
    category: 'tshirts',
    variants: ['2500'],
    pictures: 1,
    attributes: 'Color: Green; Length: 7 in; Width: 5 in; Height: 1 in',
    grams: 453.59,
  },
  {
    slug: 'polo',
    name: 'Polo',
    category: 'tshirts',
    variants: ['2000'],
    pictures: 1,
    attributes: 'Color: Blue; Length: 6 in; Width: 5 in; Height: 1 in',
    grams: 362.87,
  },
  {
    slug: 'album',
    name: 'Album',
    category: 'music',
    variants: ['1500'],
    pictures: 1,
    attributes: '',
    grams: null,
    shortDescription: '<p>This is a simple, virtual product.</p>',
  },
  {
    slug: 'single',
    name: 'Single',
    category: 'music',
    variants: ['200 (300)'],
    pictures: 1,
    attributes: '',
    grams: null,
    shortDescription: '<p>This is a simple, virtual product.</p>',
  },
  {
    slug: 't-shirt-with-logo',
    name: 'T-Shirt with Logo',
    category: 'tshirts',
    variants: ['1800'],
    pictures: 1,
    attributes: 'Color: Gray; Length: 10 in; Width: 12 in; Height: 0.5 in',
    grams: 226.8,
  },
  {
    slug: 'beanie-with-logo',
    name: 'Beanie with Logo',
    category: 'accessories',
    variants: ['1800 (2000)'],
    pictures: 1,
    attributes: 'Color: Red; Length: 6 in; Width: 4 in; Height: 1 in',
    grams: 90.72,
  },
  {
    slug: 'logo-collection',
    name: 'Logo Collection',
    category: 'clothing',
    variants: ['null'],
    pictures: 4,
    attributes: '',
    grams: null,
    includes: ['hoodie-with-logo', 't-shirt', 'beanie'],
    shortDescription: '<p>This is a grouped product.</p>',
  },
  {
    slug: 'wordpress-pennant',
    name: 'WordPress Pennant',
    category: 'decor',
    variants: ['1105'],
    pictures: 1,
    attributes: '',
    grams: null,
    externalLink: {
      label: 'Buy on the WordPress swag store!',
      href: 'https://mercantile.wordpress.org/product/wordpress-pennant/',
    },
    shortDescription: '<p>This is an external product.</p>',
  },
]

function describe(product: Product): Shown {
  const variants = product.variants.map(({ optionValues, priceMinor, compareAtMinor }) =>
    [optionValues.join(' / '), priceMinor, compareAtMinor === null ? '' : `(${compareAtMinor})`]
      .filter((part) => part !== '')
      .map(String)
      .join(' '),
  )
  return {
    slug: product.slug,
    name: product.name,
    category: product.categorySlug ?? '',
    variants,
    pictures: product.images.length,
    attributes: product.attributes.map(({ name, value }) => `${name}: ${value}`).join('; '),
    grams: product.variants[0].weightGrams,
    ...(product.featured && { featured: true }),
    ...(product.visibility === 'unlisted' && { visibility: 'unlisted' }),
    ...(product.includes.length > 0 && { includes: product.includes }),
    ...(product.externalLink && { externalLink: product.externalLink }),
    shortDescription: product.shortDescription,
  }
}

test.skipIf(!existsSync(FILE))('imports the WooCommerce sample export with the data that its shop shows', async () => {
  await using catalog = await openTempCatalog()
  const report = await importFile(catalog.store, FILE)
  expect(report).toMatchObject({
    format: 'WooCommerce product export',
    rows: 25,
    products: { created: PRODUCTS.length, skipped: 0 },
    categories: { created: 6 },
    warnings: { count: 0 },
    rejected: { count: 0 },
  })
  for (const shown of PRODUCTS) {
    const product = (await catalog.readProduct(shown.slug))!
    expect(describe(product)).toEqual({ shortDescription: SIMPLE, ...shown })
    expect(product.description).toMatch(/^<p>(?:Pellentesque|Lorem)/)
    expect(product.variants.every(({ availability }) => availability === 'InStock')).toBe(true)
    // A product's downloads must not be public.
    expect(product.documents).toEqual([])
  }

  const hoodie = (await catalog.readProduct('hoodie'))!
  expect(hoodie).toMatchObject({
    sourceId: 'woocommerce:45',
    options: [
      { name: 'Color', values: ['Blue', 'Green', 'Red'] },
      { name: 'Logo', values: ['Yes', 'No'] },
    ],
  })
  expect(hoodie.variants.map(({ sku }) => sku)).toEqual([
    'woo-hoodie-blue-logo',
    'woo-hoodie-blue',
    'woo-hoodie-green',
    'woo-hoodie-red',
  ])
  const pictureOf = (index: number | null) => (hoodie.images[index ?? -1] as { url: string }).url.split('/').at(-1)
  expect(hoodie.variants.map(({ imageIndex }) => pictureOf(imageIndex))).toEqual([
    'hoodie-with-logo-2.jpg',
    'hoodie-blue-1.jpg',
    'hoodie-green-1.jpg',
    'hoodie-2.jpg',
  ])
  expect(await catalog.store.findCategory('tshirts')).toMatchObject({
    category: { name: 'Tshirts', productCount: 5 },
    ancestors: [{ slug: 'clothing' }],
  })

  const { revision } = catalog.store
  const again = await importFile(catalog.store, FILE)
  expect(again).toMatchObject({ products: { created: 0, changed: 0, unchanged: PRODUCTS.length } })
  expect(catalog.store.revision).toBe(revision)
})
