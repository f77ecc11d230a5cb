import { expect, test } from 'vitest'
import { importProduct } from '../support/temp-catalog.ts'
import { BOWL, SHIRT, writeShopifyCsv, type ShopifyCells } from '../support/shopify-csv.ts'

const importRows = (...rows: readonly ShopifyCells[]) => importProduct(rows[0]!['Handle']!, writeShopifyCsv(rows))

test('imports options with their values in order, and variants with keys usable in URLs', async () => {
  const product = await importRows(
    SHIRT,
    { Handle: 'shirt', 'Option1 Value': 'red', 'Option2 Value': 'M', 'Variant Price': '41.00' },
    { Handle: 'shirt', 'Option1 Value': 'Bleu ciel', 'Option2 Value': '½', 'Variant Price': '42.00' },
    { Handle: 'shirt', 'Option1 Value': '红', 'Option2 Value': '★', 'Variant Price': '43.00' },
    { Handle: 'shirt', 'Option1 Value': '红', 'Option2 Value': '☆', 'Variant Price': '44.00' },
  )
  expect(product.options).toEqual([
    { name: 'Colour', values: ['Red', 'Bleu ciel', '红'] },
    { name: 'Size', values: ['S', 'M', '½', '★', '☆'] },
  ])
  expect(product.variants.map(({ key }) => key)).toEqual(['red-s', 'red-m', 'bleu-ciel-1-2', '红', '红-2'])
  expect(product.variants[1]?.optionValues).toEqual(['Red', 'M'])
})

test('ignores the option "Title" of a single variant, regardless of its value', async () => {
  const product = await importRows({ ...BOWL, 'Option1 Value': 'Olive' })
  expect(product.options).toEqual([])
  expect(product.variants[0]).toMatchObject({ key: '', optionValues: [] })
})

test('ignores the option "Title" without a value', async () => {
  expect((await importRows({ ...BOWL, 'Option1 Value': '' })).options).toEqual([])
})

test('imports the option "Title" of two variants', async () => {
  const product = await importRows(
    { ...BOWL, 'Option1 Value': 'Olive' },
    { Handle: 'bowl', 'Option1 Value': 'Ash', 'Variant Price': '25.00' },
  )
  expect(product.options).toEqual([{ name: 'Title', values: ['Olive', 'Ash'] }])
})

const picture = (name: string) => `https://cdn.example/${name}.jpg`

test('adds a picture on a variant row to the gallery; only "Variant Image" links one to a variant', async () => {
  const product = await importRows(
    {
      ...SHIRT,
      'Image Src': picture('front'),
      'Image Position': '2',
      'Image Alt Text': 'Front',
      'Variant Image': picture('red'),
    },
    {
      Handle: 'shirt',
      'Option1 Value': 'Red',
      'Option2 Value': 'M',
      'Variant Price': '40',
      'Image Src': picture('back'),
      'Image Position': '1',
      'Variant Image': picture('red'),
    },
    {
      Handle: 'shirt',
      'Option1 Value': 'Blue',
      'Option2 Value': 'M',
      'Variant Price': '40',
      'Image Src': `${picture('front')}?v=22`,
      'Image Position': '4',
    },
    { Handle: 'shirt', 'Image Src': picture('detail'), 'Image Position': '3' },
  )
  expect(product.images).toEqual([
    { url: picture('back'), alt: 'Shirt' },
    { url: picture('front'), alt: 'Front' },
    { url: picture('detail'), alt: 'Shirt' },
    { url: picture('red'), alt: 'Shirt, Red' },
  ])
  expect(product.variants.map(({ imageIndex }) => imageIndex)).toEqual([3, 3, null])
})

test('joins separate rows of one handle into one product', async () => {
  const product = await importRows(SHIRT, BOWL, {
    Handle: 'shirt',
    'Option1 Value': 'Red',
    'Option2 Value': 'M',
    'Variant Price': '41.00',
  })
  expect(product.variants.map(({ key }) => key)).toEqual(['red-s', 'red-m'])
})
