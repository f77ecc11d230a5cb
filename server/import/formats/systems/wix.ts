import { readHtmlText, splitList } from '../../cells.ts'
import { nameColumns, numberColumns, type ColumnNames } from '../../files/csv-columns.ts'
import {
  combineValues,
  readNumber,
  writeAttributes,
  writeImages,
  writePrice,
  writeStock,
  writeTags,
  writeVisibility,
} from './own-notation.ts'
import { buildCategoryCells, buildCell, buildPriceCells } from './system-cells.ts'
import type { SourceRow, System, SystemGroup } from './system.ts'

const NUMBERS = [1, 2, 3, 4, 5, 6]

/** The column names of the classic export, then those of the newer one. */
const COLUMNS = {
  // prettier-ignore
  ...nameColumns([
    'name', 'sku', 'ribbon', 'price', 'surcharge', 'visible', 'discountMode', 'discountValue', 'inventory', 'brand',
  ]),
  id: ['handleId', 'handle'],
  type: ['fieldType'],
  description: ['description', 'plainDescription'],
  images: ['productImageUrl', 'media'],
  imageTexts: ['mediaAltText'],
  collections: ['collection'],
  formerPrice: ['strikethroughPrice'],
  gtin: ['barcode'],
  ...numberColumns(NUMBERS.length, {
    OptionName: 'productOptionName#',
    OptionValues: ['productOptionDescription#', 'productOptionChoices#'],
    InfoTitle: 'additionalInfoTitle#',
    InfoText: 'additionalInfoDescription#',
  }),
} as const satisfies ColumnNames<string>

type Field = keyof typeof COLUMNS | `${'OptionName' | 'OptionValues' | 'InfoTitle' | 'InfoText'}${number}`
type Row = SourceRow<Field>

const isVariant = (row: Row) => row.readLower('type') === 'variant'

/** Returns the price before the discount. A variant has its own price or a surcharge. */
function readPrice(row: Row, { product, currency }: SystemGroup<Field>): string {
  const price = product.read('price')
  if (!isVariant(row)) return price
  if (row.read('price') !== '') return row.read('price')
  const surcharge = row.read('surcharge')
  if (readNumber(price) === undefined || surcharge === '') return price
  const sum = Number(price) + Number(surcharge)
  return Number.isNaN(sum) ? surcharge : writePrice(sum.toFixed(6), currency)
}

/** Returns '' without a discount. */
function readReduced(row: Row, group: SystemGroup<Field>): string {
  const price = readNumber(readPrice(row, group)) ?? 0
  const discount = readNumber(group.product.read('discountValue')) ?? 0
  const mode = group.product.readLower('discountMode')
  const reduced = mode === 'percent' ? price * (1 - discount / 100) : mode === 'amount' ? price - discount : price
  return reduced > 0 && reduced < price ? writePrice(reduced.toFixed(6), group.currency) : ''
}

const PRICES = buildPriceCells<Field>({
  regular: 'price',
  sale: 'discountValue',
  read: (row, field, group) => (field === 'price' ? readPrice(row, group) : readReduced(row, group)),
})

/** Writes the address of a picture. Those that are stored at Wix have only an id in the file. */
function writeAddress(image: string): string {
  return /^[\da-f]+_[\da-f]+(?:~mv2.*)?$/i.test(image) ? `https://static.wixstatic.com/media/${image}` : image
}

/** Colours may be written as `#ff0000:Red`. */
function writeValue(value: string): string {
  return value.replace(/^#[\da-f]{3,8}:/i, '').trim()
}

function listOptions({ product, parts }: SystemGroup<Field>) {
  return NUMBERS.flatMap((number) => {
    const [name, field] = [product.read(`OptionName${number}`), `OptionValues${number}` as const]
    const isUsed = [product, ...parts].some((row) => row.read(field) !== '')
    return name !== '' && isUsed ? [{ name, field }] : []
  })
}

export const WIX: System<Field> = {
  id: 'wix',
  name: 'Wix product export',
  expectedColumns: '"handleId" or "handle", and "fieldType"',
  recognises: (names) => names.has('fieldtype') && (names.has('handleid') || names.has('handle')),
  columns: COLUMNS,
  required: ['id', 'type', 'name'],
  ignored:
    /^(cost|customtext(field|charlimit|mandatory)\d|productoptiontype\d|modifier\w*\d|preorder(enabled|message|limit)|(base|total)units?(measurement)?|package(length|width|height|unit))$/,
  identity: {
    row: 'id',
    name: 'name',
    // The classic export has only ids such as `product_5e7d77`.
    readSlug: (row) => (/^product_/i.test(row.read('id')) ? '' : row.read('id')),
    sku: 'sku',
  },
  place: (row) => ({ key: row.read('id'), isPart: isVariant(row) }),
  inherited: ['inventory'],
  options: NUMBERS.map((number) => `OptionValues${number}` as const),
  readVariants(group) {
    const { product, parts } = group
    const options = listOptions(group)
    if (parts.length > 0) {
      const rows = parts.filter((part) => !/^(false|0)$/.test(part.readLower('visible')))
      const readValues = (row: Row) => options.map(({ field }) => writeValue(row.read(field)))
      return { options, variants: rows.map((row) => ({ row, values: readValues(row) })) }
    }
    // Without rows for variants, each value is a variant with the product's price.
    const lists = options.map(({ field }) => splitList(product.read(field), ';').map(writeValue))
    return { options, variants: combineValues(lists).map((values) => ({ row: product, values })) }
  },
  unchanged: ['description', 'brand', 'sku', 'gtin'],
  cells: {
    price: { ...PRICES.price, from: ['surcharge', 'price'] },
    compareAtPrice: {
      from: ['discountValue', 'formerPrice'],
      read: (row, group, index) => PRICES.compareAtPrice.read(row, group, index) || row.read('formerPrice'),
    },
    availability: buildCell('inventory', (text) => {
      const inventory = text.toLowerCase().replace(/_/g, '')
      if (inventory === 'instock') return 'in stock'
      return inventory === 'outofstock' ? 'out of stock' : writeStock(inventory)
    }),
    ...buildCategoryCells<Field>('collections', { list: ';' }),
    tags: buildCell('ribbon', (text) => writeTags(splitList(text, '\n'))),
    visibility: buildCell('visible', writeVisibility),
    images: buildCell('images', (text, row) =>
      writeImages(splitList(text, ';').map(writeAddress), row.read('imageTexts').split(';')),
    ),
    attributes: {
      from: NUMBERS.map((number) => `InfoTitle${number}` as const),
      read: (row) =>
        writeAttributes(
          NUMBERS.map((number) => [row.read(`InfoTitle${number}`), readHtmlText(row.read(`InfoText${number}`))]),
        ),
    },
  },
}
