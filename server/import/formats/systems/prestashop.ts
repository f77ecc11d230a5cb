import { splitList } from '../../cells.ts'
import type { ColumnNames } from '../../files/csv-columns.ts'
import {
  readNumber,
  writeAttributes,
  writeImages,
  writeMinimum,
  writePrice,
  writeStock,
  writeTags,
} from './own-notation.ts'
import { buildCategoryCells, buildCell, buildPriceCells, PRICES_WITHOUT_TAX } from './system-cells.ts'
import type { SourceRow, System } from './system.ts'

/** Column names of PrestaShop 8's sample file for imports, then of 1.6's, then of the product list in the back office. */
const COLUMNS = {
  id: ['Product ID', 'ID'],
  active: ['Active (0/1)', 'Active', 'Status'],
  name: ['Name *', 'Name*', 'Name'],
  categories: ['Categories (x,y,z...)', 'Categories', 'Category'],
  netPrice: ['Price tax excluded', 'Price (tax excl.)'],
  grossPrice: ['Price tax included', 'Price (tax incl.)'],
  anyPrice: ['Price tax excluded or Price tax included'],
  discountPercent: ['Discount percent'],
  discountFrom: ['Discount from (yyyy-mm-dd)'],
  discountTo: ['Discount to (yyyy-mm-dd)'],
  sku: ['Reference #', 'Reference'],
  brand: ['Manufacturer'],
  ean: ['EAN13'],
  upc: ['UPC'],
  mpn: ['MPN'],
  leadTime: ['Delivery time of in-stock products'],
  quantity: ['Quantity'],
  minimum: ['Minimal quantity'],
  visibility: ['Visibility'],
  shortDescription: ['Summary', 'Short description'],
  description: ['Description'],
  tags: ['Tags (x,y,z...)', 'Tags'],
  metaTitle: ['Meta title'],
  metaDescription: ['Meta description'],
  slug: ['URL rewritten'],
  showsPrice: ['Show price (0 = No, 1 = Yes)'],
  images: ['Image URLs (x,y,z...)', 'Image URLs', 'Image'],
  imageTexts: ['Image alt texts (x,y,z...)'],
  features: ['Feature(Name:Value:Position)', 'Feature (Name:Value:Position)'],
  condition: ['Condition'],
  outOfStock: ['Out of stock action', 'Out of stock'],
} as const satisfies ColumnNames<string>

type Field = keyof typeof COLUMNS
type Row = SourceRow<Field>

/** Columns with settings of the shop, and what it pays. */
const IGNORED =
  /^(tax rules id|wholesale price|on sale \(0\/1\)|supplier( reference #)?|ecotax|delivery time of out-of-stock products with allowed orders|low stock level|send me an email when the quantity is under this level|receive a low stock alert by email|additional shipping cost|meta keywords|text when (in stock|backorder allowed)|available for order \(0 = no, 1 = yes\)|product (available|creation) date|delete existing images \(0 = no, 1 = yes\)|available online only \(0 = no, 1 = yes\)|(customizable|uploadable files|text fields) \(0 = no, 1 = yes\)|virtual product|file url|number of allowed downloads|expiration date|number of days|id \/ name of shop|advanced stock management|depends on stock|warehouse|position)$/

function readPrice(row: Row): string {
  if (row.read('showsPrice') === '0') return ''
  return row.read('grossPrice') || row.read('netPrice') || row.read('anyPrice')
}

/** Returns '' without a discount. */
function readReduced(row: Row): string {
  const [amount = 0, percent = 0] = [readNumber(readPrice(row)), readNumber(row.read('discountPercent'))]
  return percent > 0 && percent < 100 && amount > 0 ? (amount * (1 - percent / 100)).toFixed(6) : ''
}

const PRICES = buildPriceCells<Field>({
  regular: 'grossPrice',
  sale: 'discountPercent',
  read: (row, field, { currency }) => writePrice(field === 'grossPrice' ? readPrice(row) : readReduced(row), currency),
  days: ['discountFrom', 'discountTo'],
})

/** Reads `Name:Value:Position, Name:Value`. If all entries have positions, values may contain commas. */
function readFeatures(text: string): readonly (readonly [name: string, value: string])[] {
  const positioned = [...text.matchAll(/([^:,]+):([^:]+):\d+(?::[01])?\s*(?:,|$)/g)]
  if (positioned.map(([whole]) => whole).join('') === text)
    return positioned.map(([, name = '', value = '']) => [name, value] as const)
  return splitList(text, /,(?=[^,:]+:)/).map((feature) => {
    const [name = '', value = ''] = feature.split(':')
    return [name, value] as const
  })
}

export const PRESTASHOP: System<Field> = {
  id: 'prestashop',
  name: 'PrestaShop product table',
  expectedColumns: '"Name *" and "Active (0/1)" or "URL rewritten"',
  recognises(names) {
    const has = (field: Field) => COLUMNS[field].some((name) => names.has(name.toLowerCase()))
    const isList = ['product id', 'price (tax excl.)', 'price (tax incl.)'].every((name) => names.has(name))
    const isOwn = names.has('active (0/1)') || names.has('url rewritten') || isList
    return isOwn && has('name') && (has('netPrice') || has('grossPrice') || has('anyPrice') || has('sku'))
  },
  columns: COLUMNS,
  required: ['name'],
  ignored: IGNORED,
  hints: [
    { field: 'netPrice', unless: 'grossPrice', reason: PRICES_WITHOUT_TAX },
    {
      field: 'anyPrice',
      reason: 'the file does not say whether prices include tax; check that your visitors may see them',
    },
  ],
  identity: { row: 'id', name: 'name', readSlug: (row) => row.read('slug'), sku: 'sku' },
  place: (row, { index }) => ({ key: row.read('id') || row.read('sku') || `row ${index + 1}` }),
  // prettier-ignore
  unchanged: [
    'sku', 'mpn', 'brand', 'shortDescription', 'description', 'metaTitle', 'metaDescription', 'condition', 'leadTime',
  ],
  cells: {
    gtin: buildCell(['ean', 'upc']),
    ...buildCategoryCells<Field>('categories', { list: ',', levels: '/', root: /^(home|accueil|root)$/i }),
    tags: buildCell('tags', (text) => writeTags(splitList(text, ','))),
    visibility: {
      from: ['active', 'visibility'],
      read(row) {
        if (/^(0|no|disabled|inactive)$/.test(row.readLower('active'))) return 'hidden'
        return row.readLower('visibility') === 'none' ? 'unlisted' : 'public'
      },
    },
    price: { ...PRICES.price, from: ['grossPrice', 'netPrice', 'anyPrice'] },
    compareAtPrice: PRICES.compareAtPrice,
    availability: buildCell('quantity', (text, row) => {
      const stock = writeStock(text)
      return stock === 'out of stock' && row.read('outOfStock') === '1' ? 'back order' : stock
    }),
    minimumQuantity: buildCell('minimum', writeMinimum),
    images: buildCell('images', (text, row) => writeImages(splitList(text, ','), row.read('imageTexts').split(','))),
    attributes: buildCell('features', (text) => writeAttributes(readFeatures(text))),
  },
}
