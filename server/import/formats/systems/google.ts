import { escapeHtml } from '../../../platform/escape-html.ts'
import { isIsoDate, isIsoTime } from '../../../../shared/local-date-time.ts'
import type { GoogleName } from '../../../../shared/messages/server-texts/en.ts'
import { toInstant } from '../../../platform/zoned-time.ts'
import { isSlug } from '../../../../shared/slug.ts'
import { decodeOrKeep } from '../../../../shared/urls.ts'
import { parseCategoryPath } from '../../category-tree-writer.ts'
import { readCode, readHtmlText, readLongText, readPlainText, splitList } from '../../cells.ts'
import { nameColumns } from '../../files/csv-columns.ts'
import type { ProductFormat } from '../../product-format.ts'
import { FEED_FIELDS, foldFieldName, FeedTable, IGNORED_FIELDS, type FeedField as Field } from './google-feed.ts'
import { writeAttributes } from './own-notation.ts'
import { buildCategoryCells, buildCell, buildPriceCells } from './system-cells.ts'
import type { SourceRow, System, SystemGroup, VariantSet } from './system.ts'
import { buildSystemFormat } from './translated-rows.ts'

type Row = SourceRow<Field>
type Group = SystemGroup<Field>

const PRICES = buildPriceCells<Field>({
  regular: 'price',
  sale: 'sale_price',
  read: (row, field, group) => (field === 'price' || isOnSale(row, group) ? row.read(field) : ''),
})

const listNames = (names: Partial<Record<Field, GoogleName>>) => Object.entries(names) as [Field, GoogleName][]

// prettier-ignore
const VARIANT_FIELDS = listNames({
  color: 'Color', size: 'Size', material: 'Material', pattern: 'Pattern', age_group: 'Age group', gender: 'Gender',
})

const MEASURES = listNames({ product_length: 'Length', product_width: 'Width', product_height: 'Height' })

const readId = (row: Row) => readCode(row.read('id'))

const readTitle = (row: Row) => readHtmlText(row.read('title'))

/** Names of options that stand before their values in titles such as `Shirt - Color Red`. */
const OPTION_NAME =
  /\s*[,:;|/(\-–—]\s*(?:colou?r|farbe|couleur|colore|kleur|size|größe|taille|talla|tamaño|taglia|maat|materiale?|matière|pattern|muster)$/i

const withoutSign = (word = '') => word.replace(/[,:;]$/, '')

/** Names a group by the words that all its titles begin with, or by its first title if there are none. */
function nameGroup(rows: readonly Row[]): string {
  const [first = [], ...others] = rows.map((row) => readTitle(row).split(' ')).filter(([word]) => word !== '')
  const end = first.findIndex((word, index) => others.some((words) => withoutSign(words[index]) !== withoutSign(word)))
  const common = first.slice(0, end === -1 ? undefined : end).join(' ')
  return common.replace(/[\s,:;|/(\-–—]+$/, '').replace(OPTION_NAME, '') || first.join(' ')
}

/** Returns the last path segment of a link, unless it is a number, which is an id rather than a slug. */
function readLinkSlug(row: Row): string {
  const last = URL.parse(row.read('link'))?.pathname.split('/').findLast(Boolean) ?? ''
  const slug = decodeOrKeep(last)
    .replace(/\.(?:html?|php|aspx?)$/i, '')
    .normalize('NFC')
    .toLowerCase()
  return isSlug(slug) && !/^\d+$/.test(slug) ? slug : ''
}

const readValue = (item: Row, field: Field) => readPlainText(item.readLower(field))

/** Rejects items of a group without an id or title, and those with the id of another one. */
function readVariants(group: Group): VariantSet<Field> | null {
  const items = [group.product, ...group.parts]
  const options = VARIANT_FIELDS.filter(([field]) => new Set(items.map((item) => readValue(item, field))).size > 1)
  const lines = new Map<string, number>()
  const usable = items.filter((item) => {
    const id = readId(item)
    if (id === '') item.reject('id', 'the id is missing')
    else if (readTitle(item) === '') item.reject('title', 'the title is missing')
    else if (lines.has(id)) item.reject('id', `line ${lines.get(id)} already has this id`)
    else return lines.set(id, item.row.line)
    return false
  })
  if (usable.length === 0) return null
  return {
    options: options.map(([field, name]) => ({ name, field })),
    variants: usable.map((row) => ({ row, values: options.map(([field]) => row.read(field)) })),
  }
}

/** A time in ISO 8601. Without an offset, it is in the time zone of the site. */
const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/

function readInstant(text: string, timeZone: string): number | undefined {
  const [, date = '', time = '', offset] = INSTANT.exec(text) ?? []
  if (!isIsoDate(date) || !isIsoTime(time)) return undefined
  const local = `${date}T${time}`
  const instant = offset ? Date.parse(local + offset.replace(/(?<=\d\d)(?=\d\d$)/, ':')) : toInstant(local, timeZone)
  return Number.isNaN(instant) ? undefined : instant
}

function isOnSale(row: Row, group: Group): boolean {
  const text = readPlainText(row.read('sale_price_effective_date'))
  if (text === '' || row.read('sale_price') === '') return true
  const [starts, ends, ...others] = text.split(/\s*\/\s*/).map((part) => readInstant(part, group.timeZone))
  if (starts !== undefined && ends !== undefined && others.length === 0) return starts <= group.now && group.now < ends
  row.warn('sale_price_effective_date', 'expected start/end, two times in ISO 8601; the sale price was left out')
  return false
}

/** Descriptions should be plain text, but are HTML in some feeds. */
function convertDescription(description: string): string {
  const text = readLongText(description)
  const isHtml = /<\/(?:p|ul|ol|li|div|b|strong|em|i|span|h\d|table|a)\s*>|<br\b[^>]*>/i.test(text)
  return isHtml ? text : escapeHtml(text)
}

/** In tables, a comma separates entries only before a URL or before `section:name:value`. */
const SEPARATORS: { readonly [Each in Field]?: RegExp } = {
  additional_image_link: /[\r\n]+|,(?=\s*https?:)/i,
  product_detail: /[\r\n]+|,(?=[^,:]*:[^,:]+:)/,
}

/** @param isXml whether entries are elements, which the table of an XML feed writes as lines */
const buildGoogle = (isXml: boolean): System<Field> => {
  /** Reads the entries of an attribute that an item may have several times. */
  const readEntries = (row: Row, field: Field) =>
    splitList(row.read(field), (isXml ? undefined : SEPARATORS[field]) ?? /[\r\n]+/).map(readPlainText)

  /** Google's category counts if there is no other one, unless it is a number, as in some feeds. */
  const categories = buildCategoryCells<Field>('product_type', (row) => {
    const own = readEntries(row, 'product_type')
    const taxonomy = readPlainText(row.read('google_product_category')).replace(/^\d+$/, '')
    return (own.length > 0 ? own : [taxonomy]).map(parseCategoryPath)
  })

  const listImages = (row: Row) =>
    [readPlainText(row.read('image_link')), ...readEntries(row, 'additional_image_link')].filter(Boolean)

  const listAttributes = (row: Row, group: Group) => {
    const details = readEntries(row, 'product_detail').map((text) => {
      const [, name = '', value = ''] = /^[^:]*:([^:]+):(.*)$/.exec(text) ?? []
      if (readPlainText(name) === '' || readPlainText(value) === '')
        row.warn('product_detail', 'expected section:name:value; this detail was left out')
      return [name, value] as const
    })
    const shared = VARIANT_FIELDS.filter(([, name]) => group.options.every((option) => option.name !== name))
    const read = ([field, name]: (typeof shared)[number]) => [name, row.read(field)] as const
    const attributes = [...shared.map(read), ...details, ...MEASURES.map(read)].filter(([, value]) => value !== '')
    const byName = Map.groupBy(attributes, ([name]) => readPlainText(name).toLowerCase())
    return [...byName.values()].map(([first]) => first!)
  }

  return {
    id: 'google',
    name: 'Google Merchant feed',
    expectedColumns: '"id", "title", "link", "image_link" and "price", or XML',
    recognises(names) {
      const usual = ['id', 'title', 'description', 'link', 'image_link', 'price', 'availability']
      const own = ['image_link', 'item_group_id', 'google_product_category']
      const listKnown = (given: readonly string[]) => given.filter((name) => names.has(name))
      return names.has('title') && listKnown(usual).length >= 4 && listKnown(own).length > 0
    },
    foldHeading: foldFieldName,
    columns: nameColumns(FEED_FIELDS),
    required: ['id', 'title'],
    ignored: IGNORED_FIELDS,
    ignoresBlankColumns: true,
    // prettier-ignore
    identity: {
      row: 'id', name: 'title', readName: readTitle, nameGroup, readSlug: readLinkSlug, sku: 'id', isRepeated: true,
    },
    place: (row) => ({ key: readCode(row.read('item_group_id')) || readId(row) }),
    options: ['id'],
    readVariants,
    unchanged: ['brand', 'condition', 'gtin', 'mpn', 'availability'],
    cells: {
      shortDescription: buildCell('product_highlight', (_text, row) => {
        const entries = readEntries(row, 'product_highlight').map((text) => `<li>${escapeHtml(text)}</li>`)
        return entries.length > 0 ? `<ul>${entries.join('')}</ul>` : ''
      }),
      description: buildCell('description', convertDescription),
      category: { ...categories.category, from: ['product_type', 'google_product_category'] },
      otherCategories: categories.otherCategories,
      visibility: { from: ['id'], read: () => 'public' },
      sku: 'id',
      ...PRICES,
      // A feed has the attribute of sale prices only while there are any.
      compareAtPrice: { ...PRICES.compareAtPrice, from: ['price'] },
      unitQuantity: 'unit_pricing_measure',
      unitBase: 'unit_pricing_base_measure',
      // A weight without a unit, which Google requires, may be in kg, and is refused.
      weight: buildCell(['product_weight', 'shipping_weight'], (text) => text.toLowerCase().replace(/\d$/, '$& ?')),
      images: {
        from: ['image_link', 'additional_image_link'],
        read: (_row, { product, parts }) => [product, ...parts].flatMap(listImages).join('\n'),
      },
      variantImage: buildCell('image_link', (text, _row, { parts }) => (parts.length > 0 ? text : '')),
      attributes: {
        from: ['product_detail', ...[...MEASURES, ...VARIANT_FIELDS].map(([field]) => field)],
        read: (row, group) => writeAttributes(listAttributes(row, group)),
      },
    },
  }
}

export const GOOGLE_FORMAT: ProductFormat = {
  ...buildSystemFormat((table) => buildGoogle(table?.isXml === true)),
  xml: { roots: ['rss', 'feed', 'RDF'], isOnly: false, open: (file, notes) => new FeedTable(file, notes) },
}
