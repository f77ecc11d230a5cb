import { isSlug } from '../../../../shared/slug.ts'
import { parseCategoryPath } from '../../category-tree-writer.ts'
import { escapeListPart, readBoolean, readLongText, readPlainText, splitListCell, splitList } from '../../cells.ts'
import { type ColumnNames, foldColumnName, numberColumns } from '../../files/csv-columns.ts'
import type { CsvFile } from '../../files/csv-file.ts'
import { isCostHeading } from '../../mapping/price-headings.ts'
import { readNumber, writeLabel, writeTags } from './own-notation.ts'
import { buildCell } from './system-cells.ts'
import type { ComputedCell, SourceRow, System, SystemGroup, VariantSet } from './system.ts'

const NUMBERS = [1, 2, 3, 4, 5, 6]

/** The current name of each column, then the one until about 2025; files mix both. */
const SHOPIFY_COLUMNS = {
  handle: ['URL handle', 'Handle'],
  title: ['Title'],
  description: ['Description', 'Body (HTML)'],
  brand: ['Vendor'],
  productCategory: ['Product category', 'Standard Product Type', 'Standardized Product Type'],
  type: ['Type', 'Custom Product Type'],
  collection: ['Collection'],
  collections: ['Collections', 'Custom collections'],
  tags: ['Tags'],
  published: ['Published on online store', 'Published'],
  status: ['Status'],
  sku: ['SKU', 'Variant SKU'],
  gtin: ['Barcode', 'Variant Barcode'],
  price: ['Price', 'Variant Price'],
  compareAtPrice: ['Compare-at price', 'Variant Compare At Price'],
  unitQuantity: ['Unit price total measure', 'Variant Unit Price Total Measure'],
  unitQuantityUnit: ['Unit price total measure unit', 'Variant Unit Price Total Measure Unit'],
  unitBase: ['Unit price base measure', 'Variant Unit Price Base Measure'],
  unitBaseUnit: ['Unit price base measure unit', 'Variant Unit Price Base Measure Unit'],
  weight: ['Weight value (grams)', 'Variant Grams'],
  inventoryTracker: ['Inventory tracker', 'Variant Inventory Tracker'],
  inventoryQuantity: ['Inventory quantity', 'Variant Inventory Qty'],
  inventoryPolicy: ['Continue selling when out of stock', 'Variant Inventory Policy'],
  imageUrl: ['Product image URL', 'Image Src'],
  imagePosition: ['Image position'],
  imageAlt: ['Image alt text'],
  variantImage: ['Variant image URL', 'Variant Image'],
  giftCard: ['Gift card'],
  metaTitle: ['SEO title'],
  metaDescription: ['SEO description'],
  mpn: ['Manufacturer part number (MPN)', 'Google Shopping / MPN'],
  condition: ['Condition', 'Google Shopping / Condition'],
  ...numberColumns(NUMBERS.length, {
    optionName: 'Option# name',
    optionValue: 'Option# value',
    optionLink: 'Option# linked to',
  }),
} as const satisfies ColumnNames<string>

type Field =
  keyof typeof SHOPIFY_COLUMNS | `${'optionName' | 'optionValue' | 'optionLink'}${number}` | `metafield ${string}`

/** Visitors must not see some of these columns, such as the cost per item. Metafields that are shown are not among them. */
const IGNORED_COLUMN =
  /^(cost per item|(variant )?(fulfillment service|requires shipping|taxable|tax code|tax \d|weight unit( for display)?|inventory on hand)|charge tax|google shopping \/ .*|google product category|gender|age group|custom product|custom label \d|(adwords|ads|ad) (grouping|labels|group name)|(included|(international |compare[- ]at |compare[- ]at international )?price) \/ .*|template suffix|published scope|published at|.*metafields\.[^.()]+\.[^()]+\))$/

/** Headings that Shopify alone has, as `foldColumnName` writes them. */
const OWN_COLUMN =
  /^(url handle|body \(html\)|variant (sku|price|compare at price|grams|barcode|image|taxable|requires shipping|inventory \w+|fulfillment service)|option\d (name|value|linked to)|image src|product image url|published on online store|continue selling when out of stock|weight value \(grams\)|.*metafields\.[^.]+\.[^.]+\))$/

type Row = SourceRow<Field>
type Group = SystemGroup<Field>

/** Matches `Material (product.metafields.specs.material)`; some exports omit `product.`. */
const METAFIELD = /^(.*?)\s*\((?:(product|variant)\.)?metafields\.([^.()]+)\.([^()]+)\)$/i

/** Namespaces of apps and themes, whose values are not meant for visitors. */
const TECHNICAL_NAMESPACE =
  /^(?:google|mm-google-shopping|mc-facebook|facebook|reviews|shopify--.*|app--.*|global|seo|judgeme|yotpo|loox|stamped|okendo|spr|rivyo|ali_reviews|inventory|shipping|filters?|theme)$/i

function listMetafields(header: readonly string[]) {
  return header.flatMap((heading) => {
    const [, label = '', owner = '', namespace = '', key = ''] = METAFIELD.exec(heading) ?? []
    if (key === '' || owner.toLowerCase() === 'variant' || TECHNICAL_NAMESPACE.test(namespace)) return []
    if (isCostHeading(label) || isCostHeading(key)) return []
    const field: Field = `metafield ${heading}`
    // Values of Shopify's own lists, such as colours, are their handles.
    const hasHandles = namespace.toLowerCase() === 'shopify'
    const read = (row: Row) => {
      const text = writeValue(row.read(field))
      const handles = hasHandles ? splitList(text, ';').map((handle) => writeHandle(handle, key.toLowerCase())) : [text]
      return handles.join('; ')
    }
    return { field, heading, name: label || writeLabel(key), key: key.toLowerCase(), read }
  })
}

/** Metafields of one name are one attribute. */
function buildAttributeColumns(metafields: ReturnType<typeof listMetafields>): Record<string, ComputedCell<Field>> {
  const byName = Map.groupBy(metafields, ({ name }) => foldColumnName(name))
  return Object.fromEntries(
    [...byName.values()].map((own) => {
      const listTexts = (row: Row) => own.map((metafield) => metafield.read(row)).filter(Boolean)
      return [own[0]!.name, { from: own.map(({ field }) => field), read: (row: Row) => listTexts(row).join('; ') }]
    }),
  )
}

/** Writes a handle such as `dark-blue` as a name. Colours of one name have numbers. */
function writeHandle(handle: string, list: string): string {
  if (!/^[\p{Ll}\d-]+$/u.test(handle)) return handle
  return writeLabel(list.endsWith('color-pattern') ? handle.replace(/-\d+$/, '') : handle)
}

/** References to other objects of the shop mean nothing outside the shop. */
function writeValue(text: string): string {
  if (/^(?:\[")?gid:\/\//.test(text)) return ''
  if (!text.startsWith('["')) return text
  try {
    return (JSON.parse(text) as readonly unknown[]).map(String).join('; ')
  } catch {
    return text
  }
}

/** The metafield with the key `documents` contains `Name | URL; Name | URL`. */
function writeDocuments(text: string): string {
  const entries = readLongText(text).split(/;\s|;$|[\r\n]+/)
  return entries.map((entry) => entry.trim().replace(/\s*\|\s*(?=[^|]*$)/, ' | ')).join('\n')
}

const readHandle = (row: Row) =>
  // Shopify's handles are in lower case, but some tools capitalise them.
  readPlainText(row.read('handle')).normalize('NFC').toLowerCase()

/** Rejects the rows of a second product with the same handle, which begins at a row with another title. */
function listOwnRows(group: Group): readonly Row[] {
  const { product, parts } = group
  const title = product.read('title')
  const second = parts.findIndex((row) => row.read('title') !== '' && row.read('title') !== title)
  if (second === -1) return [product, ...parts]
  const reason = `line ${product.row.line} already uses this handle, with the title "${title}"; give one of the products another handle, or both rows the same title`
  for (const row of parts.slice(second)) row.reject('handle', reason)
  return [product, ...parts.slice(0, second)]
}

/** Shopify writes the names of options on a product's first row only. An invalid first row rejects the product. */
function readVariants(group: Group): VariantSet<Field> | null {
  const { product } = group
  if (readBoolean(product.read('giftCard')) === true) {
    product.warn('giftCard', `"${readHandle(product)}" is a gift card, which this site does not show; it was left out`)
    return null
  }
  const options = NUMBERS.map((number) => ({
    name: product.read(`optionName${number}`),
    link: product.read(`optionLink${number}`),
    field: `optionValue${number}` as const,
  }))
  const named = options.filter(({ name }) => name !== '')
  // Shopify gives a product without options one that is named so.
  const isDefault = named.length === 1 && named[0]!.name.toLowerCase() === 'title'
  /** Values that differ only in case count as one value, with the first spelling. */
  const spellings = new Map<string, string>()
  const variants: { row: Row; values: string[] }[] = []
  for (const row of listOwnRows(group)) {
    const isBlank = options.every(({ field }) => row.read(field) === '')
    if (row !== product && isBlank && row.read('price') === '') {
      if (row.read('imageUrl') === '') row.warn('handle', 'the row has neither a variant nor a picture; it was ignored')
      continue
    }
    const stray = options.find(({ name, field }) => name === '' && !/^(?:default title)?$/i.test(row.read(field)))
    if (stray) {
      row.reject(stray.field, 'the value belongs to an option without a name')
      if (row === product) return null
      continue
    }
    const values = named.map(({ field, link }) => {
      const value = (link ? writeHandle(row.read(field), link) : row.read(field)) || (isDefault ? 'Default Title' : '')
      const key = `${field} ${value.toLowerCase()}`
      if (!spellings.has(key)) spellings.set(key, value)
      return spellings.get(key)!
    })
    variants.push({ row, values })
  }
  if (isDefault && variants.length === 1) return { options: [], variants: [{ row: product, values: [] }] }
  return { options: named, variants }
}

/** Some exports contain an id instead of category names. */
const NO_CATEGORY = /^(?:gid:\/\/.*|\d+|[a-z]{2}(?:-\d+)+|uncategorized)$/i

function writeCategory(row: Row): string {
  const taxonomy = row.read('productCategory')
  const isUsable = !NO_CATEGORY.test(taxonomy) && parseCategoryPath(taxonomy).length > 0
  return isUsable ? taxonomy : row.read('type')
}

function writeVisibility(row: Row): string {
  const status = row.readLower('status')
  if (!/^(?:|active|unlisted|draft|archived)$/.test(status))
    row.warn('status', 'expected active, draft, archived or unlisted; the product stays hidden')
  if (!/^(?:|active|unlisted)$/.test(status)) return 'hidden'
  const isPublished = row.read('published') === '' || readBoolean(row.read('published'))
  if (isPublished === undefined) row.warn('published', 'expected TRUE or FALSE; the product stays hidden')
  if (isPublished !== true) return 'hidden'
  return status === 'unlisted' ? 'unlisted' : 'public'
}

function writeAvailability(row: Row): string {
  const quantity = row.read('inventoryQuantity')
  const isTracked =
    row.heading('inventoryTracker') !== undefined ? row.read('inventoryTracker') !== '' : quantity !== ''
  // Exports of shops with several locations say that stock is tracked, but not the quantity.
  if (!isTracked || quantity === '') return 'in stock'
  const pieces = readNumber(quantity.replace(/[.,]0+$/, '').replace(/^\+/, ''))
  if (pieces === undefined || !Number.isInteger(pieces)) {
    row.warn('inventoryQuantity', 'this is not a whole number; the variant is treated as out of stock')
    return 'out of stock'
  }
  if (pieces > 0) return 'in stock'
  const policy = row.readLower('inventoryPolicy')
  return policy === 'continue' || readBoolean(policy) === true ? 'back order' : 'out of stock'
}

function readTags(row: Row): readonly string[] {
  return row.read('tags').split(',').map(readPlainText)
}

/** Products with this tag appear on the home page; the tag itself is not shown. */
const isFeatured = (tag: string) => tag.toLowerCase() === 'featured'

const readPosition = (row: Row) => readNumber(row.read('imagePosition')) ?? Number.MAX_SAFE_INTEGER

/** Writes the pictures of all rows by their positions. */
function writeAllImages(group: Group): string {
  const rows = listOwnRows(group).filter((row) => readPlainText(row.read('imageUrl')) !== '')
  const sorted = rows.toSorted((left, right) => readPosition(left) - readPosition(right))
  return sorted
    .map((row) => {
      const alt = row.heading('imageAlt') === undefined ? '' : ` | ${readPlainText(row.read('imageAlt'))}`
      return readPlainText(row.read('imageUrl')) + alt
    })
    .join('\n')
}

/** @param table whose metafields become attributes */
export function buildShopify(table: Pick<CsvFile, 'header'> | undefined): System<Field> {
  const metafields = listMetafields(table?.header ?? [])
  const documents = metafields.filter(({ key }) => key === 'documents').map(({ field }) => field)
  return {
    id: 'shopify',
    name: 'Shopify product export',
    expectedColumns: '"URL handle", or "Handle" and "Variant Price"',
    // An export without its handle or title is still recognised, so that the error names the missing column.
    recognises: (names) =>
      ['handle', 'url handle', 'title'].some((name) => names.has(name)) &&
      [...names].some((name) => OWN_COLUMN.test(name)),
    columns: { ...SHOPIFY_COLUMNS, ...Object.fromEntries(metafields.map(({ field, heading }) => [field, [heading]])) },
    required: ['handle', 'title'],
    ignored: IGNORED_COLUMN,
    identity: { row: 'handle', name: 'title', areKeysSlugs: true, isRepeated: true },
    place(row) {
      const handle = readHandle(row)
      if (isSlug(handle)) return { key: handle }
      const fault =
        handle === ''
          ? 'is missing, and the address of the page is built from it'
          : 'may contain only letters, digits, dashes and underscores, at most 200 characters'
      return { omitted: `the handle ${fault}`, field: 'handle' }
    },
    options: ['optionName1'],
    readVariants,
    // prettier-ignore
    unchanged: [
      'description', 'brand', 'metaTitle', 'metaDescription', 'condition', 'sku', 'gtin', 'mpn', 'compareAtPrice',
      'weight', 'variantImage',
    ],
    cells: {
      price: 'price',
      category: { from: ['productCategory', 'type'], read: writeCategory },
      // Shopify writes one name into `Collection`; apps write a list into `Collections`.
      otherCategories: {
        from: ['collection', 'collections'],
        read: (row) =>
          [row.read('collection'), ...splitListCell(row.read('collections'), ',')]
            .map((name) => escapeListPart(name, '|'))
            .join('|'),
      },
      visibility: { from: ['status', 'published'], read: writeVisibility },
      tags: { from: ['tags'], read: (row) => writeTags(readTags(row).filter((tag) => !isFeatured(tag))) },
      featured: { from: ['tags'], read: (row) => (readTags(row).some(isFeatured) ? 'yes' : 'no') },
      unitQuantity: buildCell('unitQuantity', (text, row) => text && `${text} ${row.read('unitQuantityUnit')}`),
      unitBase: buildCell('unitBase', (text, row) => text && `${text} ${row.read('unitBaseUnit')}`),
      availability: { from: ['inventoryQuantity', 'inventoryTracker'], read: writeAvailability },
      images: { from: ['imageUrl'], read: (_row, group) => writeAllImages(group) },
      documents: {
        from: documents,
        read: (row) => documents.map((field) => writeDocuments(row.read(field))).join('\n'),
      },
    },
    attributeColumns: buildAttributeColumns(metafields.filter(({ key }) => key !== 'documents')),
  }
}
