import { writeFile } from 'node:fs/promises'
import type { Product, ProductVariant } from '../../shared/catalog.ts'
import { BYTE_ORDER_MARK, writeCsvRows } from '../../shared/csv-rows.ts'
import { buildVitrineColumns, buildVitrineHeader, buildVitrineRows } from './vitrine-rows.ts'
import { writeXlsxFile } from './xlsx-file.ts'

const CURRENCY = 'EUR'

const VARIANT: ProductVariant = {
  key: '',
  optionValues: [],
  sku: null,
  gtin: null,
  mpn: null,
  priceMinor: null,
  compareAtMinor: null,
  availability: 'InStock',
  imageIndex: null,
  weightGrams: null,
}

const PLAIN: Omit<Product, 'slug' | 'name' | 'variants'> = {
  brand: null,
  shortDescription: '',
  description: '',
  metaDescription: null,
  metaTitle: null,
  categorySlug: null,
  currency: CURRENCY,
  condition: 'NewCondition',
  visibility: 'public',
  featured: false,
  tags: [],
  options: [],
  images: [],
  attributes: [],
  documents: [],
  externalLink: null,
  includes: [],
  sourceId: null,
  formerSlugs: [],
}

const BOWL: Product = {
  ...PLAIN,
  slug: 'example-bowl',
  name: 'Example bowl',
  brand: 'Your brand',
  shortDescription: '<p>One sentence that is shown next to the price.</p>',
  description: '<p>The description of the product, as plain text or as HTML.</p>',
  metaTitle: 'Example bowl of stoneware',
  metaDescription: 'The text that search engines show below the title.',
  categorySlug: 'Table > Bowls',
  otherCategorySlugs: ['Gifts', 'Light'],
  featured: true,
  tags: ['stoneware', 'gift'],
  options: [
    { name: 'Colour', values: ['Chalk', 'Moss'] },
    { name: 'Size', values: ['Small', 'Large'] },
  ],
  variants: [
    {
      ...VARIANT,
      optionValues: ['Chalk', 'Small'],
      sku: 'EX-BOWL-1',
      gtin: '4006381333931',
      mpn: 'B-1',
      equivalents: [{ maker: 'Another maker', number: 'AM-1' }],
      priceMinor: 2_400,
      compareAtMinor: 2_900,
      weightGrams: 380,
      packSize: 6,
      minimumQuantity: 12,
      leadTime: '5-7',
    },
    {
      ...VARIANT,
      optionValues: ['Moss', 'Large'],
      sku: 'EX-BOWL-2',
      priceMinor: 3_600,
      availability: 'BackOrder',
      weightGrams: 620,
    },
  ],
  attributes: [
    { name: 'Material', value: 'Stoneware' },
    { name: 'Care', value: 'Dishwasher safe' },
  ],
  documents: [{ name: 'Care sheet', url: 'https://example.com/care.pdf' }],
}

const CANDLESTICK: Product = {
  ...PLAIN,
  slug: 'example-candlestick',
  name: 'Example candlestick',
  brand: 'Your brand',
  description: '<p>A product without variants has a single row. Without a price it says "Price on request".</p>',
  categorySlug: 'Light',
  variants: [{ ...VARIANT, sku: 'EX-LIGHT', availability: 'PreOrder' }],
  attributes: [{ name: 'Material', value: 'Brass' }],
  externalLink: { label: 'Buy it in our shop', href: 'https://example.com/candlestick' },
}

const OPTION_COUNT = 2

/**
 * Writes two products, of which one has variants: as a workbook if the name ends with `.xlsx`, otherwise as CSV. Fails if the
 * file exists.
 */
export async function writeExampleSheet(path: string): Promise<void> {
  const context = {
    languages: [],
    optionCount: OPTION_COUNT,
    currency: CURRENCY,
    pathOf: (category: string) => category,
    pictures: { sourceOf: () => '', nameSources: (html: string) => html },
  }
  const rows = [BOWL, CANDLESTICK].flatMap((product) => buildVitrineRows(product, context))
  if (/\.xlsx$/i.test(path)) return writeXlsxFile(path, buildVitrineColumns(OPTION_COUNT), [rows], 'wx')
  await writeFile(path, BYTE_ORDER_MARK + writeCsvRows([buildVitrineHeader(OPTION_COUNT), ...rows]), { flag: 'wx' })
}
