import { foldColumnName } from '../../files/csv-columns.ts'
import { parseCategoryPath } from '../../category-tree-writer.ts'
import { readBoolean, readCode, readHtmlText, readLongText, readPlainText } from '../../cells.ts'
import { convertWordPressHtml } from '../../wordpress-html.ts'
import { writeAttributes, writeTags } from './own-notation.ts'
import { buildCategoryCells, buildCell, buildPriceCells } from './system-cells.ts'
import type { ComputedCell, SourceRow, System, SystemGroup } from './system.ts'
import {
  findWooCommerceLanguage,
  IGNORED_COLUMNS,
  NUMBERS,
  PRIVATE_COLUMN,
  WOOCOMMERCE_COLUMNS,
  type WooCommerceField as Field,
} from './woocommerce-names.ts'
import { listVariations, readAttributes, readList, readType, readVariants } from './woocommerce-variants.ts'

type Row = SourceRow<Field>
type Group = SystemGroup<Field>

/** Fields whose column names WooCommerce alone has, in each language. */
// prettier-ignore
const OWN_FIELDS: readonly Field[] = [
  'featured', 'visibility', 'inStock', 'backorders', 'saleStarts', 'saleEnds', 'groupedProducts', 'buttonText', 'gtin',
  'attributeName1', 'attributeValues1',
]

/** Reads an id such as `id:20`, or as it is in the column `ID`. */
function readId(text: string): string | undefined {
  return /^(?:id:\s*)?0*([1-9]\d*)$/i.exec(text)?.[1]
}

const readSku = (row: Row) => readCode(row.read('sku')).toLowerCase()

/** Builds the reference of a variable product to which a variation refers by ID or SKU. */
function writeReference(parent: string): string {
  return /^id:/i.test(parent) ? `parent ${readId(parent) ?? parent}` : `parent sku:${parent.toLowerCase()}`
}

/** A variation whose stock is `parent` has that of its product. */
function readAvailability(row: Row, group: Group): string {
  const stock = readPlainText(row.readLower('stock'))
  if (stock === 'parent' && row !== group.product) return readAvailability(group.product, group)
  const word = row.readLower('inStock')
  if (/^(?:on)?backorder$/.test(word)) return 'back order'
  const isInStock = word === '' || word === 'instock' || (word === 'outofstock' ? false : readBoolean(word))
  if (isInStock === undefined) row.warn('inStock', 'expected 1, 0 or backorder; the product is treated as out of stock')
  if (isInStock !== true) return 'out of stock'
  const pieces = Number(stock.replace('−', '-').replace(',', '.'))
  if (Number.isNaN(pieces) && stock !== 'parent')
    row.warn('stock', 'this is not a number; only the column "In stock?" was used')
  if (stock === '' || !(pieces <= 0)) return 'in stock'
  const backorders = row.readLower('backorders')
  return backorders === 'notify' || readBoolean(backorders) === true ? 'back order' : 'out of stock'
}

const UNIT = / \((\p{L}+)\)$/u

/** WooCommerce's default unit is kg. */
function writeWeight(weight: string, row: Row): string {
  return weight && `${weight} ${UNIT.exec(row.heading('weight') ?? '')?.[1]?.toLowerCase() ?? 'kg'}`
}

function readMeasure(row: Row, field: Field): readonly [name: string, value: string] {
  const [text, heading] = [readPlainText(row.read(field)), row.heading(field) ?? '']
  const unit = UNIT.exec(heading)?.[1]?.toLowerCase() ?? ''
  return [heading.replace(UNIT, ''), /[1-9]/.test(text) ? `${text.replace(/^(?=[.,])/, '0')} ${unit}` : '']
}

/** A product that the shop lists only in its catalogue or only in its search is imported as public. */
function readVisibility(row: Row): string {
  const [published, place] = [row.readLower('published'), row.readLower('visibility')]
  if (!/^(?:|-1|2)$/.test(published) && readBoolean(published) === undefined)
    row.warn('published', 'expected 1 (published), 0 (private), -1 (draft) or 2 (pending); the product stays hidden')
  if (published !== '' && readBoolean(published) !== true) return 'hidden'
  if (/^(?:visible|catalog|search|)$/.test(place)) return 'public'
  if (place === 'hidden') return 'unlisted'
  row.warn('visibility', 'expected visible, catalog, search or hidden; the product stays hidden')
  return 'hidden'
}

const DEFAULT_CATEGORY = /^(?:uncategori[sz]ed|unkategorisiert|nicht kategorisiert|sin categorizar|sin categoría)$/i

/** The deepest category becomes the main one. */
function readCategories(row: Row): readonly (readonly string[])[] {
  const paths = readList(row.read('categories'))
    .map(parseCategoryPath)
    .filter(([name = '', ...below]) => below.length > 0 || !DEFAULT_CATEGORY.test(name))
  const deepest = Math.max(...paths.map(({ length }) => length))
  const main = paths.findIndex(({ length }) => length === deepest)
  return [...paths.slice(main, main + 1), ...paths.toSpliced(main, 1)]
}

const BRAND_ATTRIBUTE = /^(?:brand|manufacturer|marke|hersteller|marca|fabricante)$/i

function readBrand(row: Row): string {
  const [brand] = readList(row.read('brands'))
  if (brand !== undefined) return brand
  const attributes = [...readAttributes(row).values()]
  return attributes.find(({ name, isVisible }) => isVisible && BRAND_ATTRIBUTE.test(name))?.values[0] ?? ''
}

function convertHtml(field: Field): ComputedCell<Field> {
  return buildCell(field, (text, row) =>
    convertWordPressHtml(readLongText(text), (kind, value) => row.adapt(field, kind, value)),
  )
}

/** A text with placeholders of Yoast (`%%title%%`) counts as blank. */
const readMetaText = (text: string) => (text.includes('%%') ? '' : readHtmlText(text))

/** Lists the pictures of the product, and those of variations that have several. */
function writeAllImages({ product, parts }: Group): string {
  const ofVariations = listVariations(parts).map((row) => readList(row.read('images')))
  return [...readList(product.read('images')), ...ofVariations.filter(({ length }) => length > 1).flat()].join('\n')
}

const MEASURES = ['length', 'width', 'height'] as const

const ATTRIBUTE_NAMES = NUMBERS.map((number) => `attributeName${number}` as const)

export const WOOCOMMERCE: System<Field> = {
  id: 'woocommerce',
  name: 'WooCommerce product export',
  expectedColumns: '"Type" and a column such as "In stock?" or "Attribute 1 name"',
  recognises(names) {
    const has = (field: Field) => WOOCOMMERCE_COLUMNS[field]?.some((name) => names.has(foldColumnName(name))) ?? false
    const isOwn = () => OWN_FIELDS.some(has) || [...names].some((name) => PRIVATE_COLUMN.test(name))
    return has('type') && ((has('regularPrice') && (has('id') || has('published'))) || isOwn())
  },
  foldHeading: (heading) => heading.replace(UNIT, ''),
  readLocale: findWooCommerceLanguage,
  columns: WOOCOMMERCE_COLUMNS,
  required: ['type', 'name'],
  ignored: IGNORED_COLUMNS,
  languages: { code: 'wpmlLanguage', number: 'id', parent: 'parent', group: 'wpmlGroup', name: 'name' },
  identity: { row: 'id', name: 'name', readName: (row) => readHtmlText(row.read('name')), sku: 'sku' },
  listParts(row) {
    if (readType(row) !== 'variable') return []
    const [id, sku] = [readId(row.read('id')), readSku(row)]
    return [...(id === undefined ? [] : [`id:${id}`]), ...(sku === '' ? [] : [sku])].map(writeReference)
  },
  place(row, { index }) {
    const parent = readCode(row.read('parent'))
    if (readType(row) !== 'variation') return { key: readId(row.read('id')) ?? `row ${readSku(row) || index}` }
    if (parent === '')
      return { omitted: 'the variation has no parent; enter the ID or SKU of a variable product', field: 'parent' }
    return { key: writeReference(parent), isPart: true, reference: writeReference(parent) }
  },
  inherited: ['weight'],
  options: ATTRIBUTE_NAMES,
  readVariants,
  unchanged: ['sku', 'gtin'],
  cells: {
    brand: { from: ['brands', ...ATTRIBUTE_NAMES], read: readBrand },
    shortDescription: convertHtml('shortDescription'),
    description: convertHtml('description'),
    metaTitle: buildCell('metaTitle', readMetaText),
    metaDescription: buildCell('metaDescription', readMetaText),
    ...buildCategoryCells<Field>('categories', readCategories),
    visibility: { from: ['published', 'visibility'], read: readVisibility },
    featured: buildCell('featured', (text) => (readBoolean(text) === true ? 'yes' : 'no')),
    tags: buildCell('tags', (text) => writeTags(readList(text))),
    ...buildPriceCells<Field>({
      regular: 'regularPrice',
      sale: 'salePrice',
      // WooCommerce cannot sell a variable product without variations.
      read: (row, field, { product }) => (row === product && readType(row) === 'variable' ? '' : row.read(field)),
      days: ['saleStarts', 'saleEnds'],
    }),
    availability: {
      from: ['inStock', 'stock'],
      read: (row, group) =>
        row === group.product && readType(row) === 'variable' ? 'out of stock' : readAvailability(row, group),
    },
    weight: buildCell('weight', writeWeight),
    images: { from: ['images'], read: (_row, group) => writeAllImages(group) },
    variantImage: buildCell('images', (text, row, { product }) => (row === product ? '' : (readList(text)[0] ?? ''))),
    attributes: {
      from: [...ATTRIBUTE_NAMES, ...MEASURES],
      read(row, group) {
        const names = new Set(group.options.map(({ name }) => name))
        const attributes = [...readAttributes(row).values()]
        const shown = attributes.filter(({ name, isVisible }) => isVisible && !names.has(name))
        const pairs = shown.map(({ name, values }) => [name, values.join(', ')] as const)
        return writeAttributes([...pairs, ...MEASURES.map((field) => readMeasure(row, field))])
      },
    },
    externalLink: 'externalUrl',
    externalLinkText: buildCell('buttonText', readHtmlText),
  },
}
