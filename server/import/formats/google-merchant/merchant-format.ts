import { readCode, readHtmlText } from '../../cells.ts'
import { CODE_MAX_LENGTH } from '../../draft-product.ts'
import type { CsvFile, CsvRow } from '../../files/csv-file.ts'
import type { ImportNotes } from '../../import-report.ts'
import type { ProductFormat, ScannedProducts } from '../../product-format.ts'
import { readBasic, type SiteBasics } from '../../site-basics.ts'
import type { Stage } from '../../stage.ts'
import { isSlug } from '../../../../shared/slug.ts'
import { stageProducts } from '../staged-products.ts'
import { foldFieldName } from './feed-fields.ts'
import { FeedSheet } from './feed-sheet.ts'
import { openFeedTable } from './feed-table.ts'
import { buildFeedDraft } from './merchant-product.ts'

export const GOOGLE_MERCHANT_FORMAT: ProductFormat = {
  id: 'google',
  name: 'Google Merchant feed',
  expectedColumns: '"id", "title", "link", "image_link" and "price", or XML',

  recognises(header) {
    const names = new Set(header.map(foldFieldName))
    const usual = ['id', 'title', 'description', 'link', 'image_link', 'price', 'availability']
    return (
      usual.filter((name) => names.has(name)).length >= 4 &&
      names.has('title') &&
      ['image_link', 'item_group_id', 'google_product_category'].some((name) => names.has(name))
    )
  },

  scan: scanFeed,

  async scanXml(file, notes) {
    const { table, channel } = openFeedTable(file, notes)
    const products = await scanFeed(table, notes)
    return { ...products, basics: { ...products.basics, ...readChannel(channel) }, table }
  },
}

async function scanFeed(file: CsvFile, notes: ImportNotes): Promise<ScannedProducts> {
  const sheet = new FeedSheet(file, notes)
  /** Keys of groups of which an item is left out, because it has no id, no title or a repeated id. */
  const incomplete = new Set<string>()
  return stageProducts(file, {
    reader: sheet,
    readPrices: (row) => sheet.read(row, 'price') ?? '',
    place(row, _index, stage) {
      if (row.cells.length !== file.header.length) return { key: null }
      sheet.noteFields(row)
      const [id, title] = [readId(sheet, row), readTitle(sheet, row)]
      const key = readCode(sheet.read(row, 'item_group_id') ?? '') || id
      if (id === '' || title === '' || !stage.claim(id, key, row.line)) {
        incomplete.add(key)
        return { key: null }
      }
      const sku = key === id ? id : null
      const product = { key, name: title, givenSlug: readLinkSlug(sheet, row), sourceId: buildSourceId(key), sku }
      return { key, product }
    },
    reject: (row, stage) => rejectItem(sheet, row, stage),
    // If several links have the same path, such as `/item?id=1` and `/item?id=2`, its last segment is not a slug.
    dropsRepeatedSlugs: true,
    nameGroup: (rows) => nameGroup(rows.map((row) => readTitle(sheet, row))),
    build(group, context) {
      // If a corrected item were imported without the rest of its group, it would replace them.
      if (incomplete.has(group.key)) sheet.recordRejectedProduct(group.rows)
      return buildFeedDraft(sheet, group, context)
    },
  })
}

function rejectItem(sheet: FeedSheet, row: CsvRow, stage: Stage): void {
  if (!sheet.checkCellCount(row)) return
  const id = readId(sheet, row)
  if (id === '') sheet.reject(row, 'id', 'the id is missing')
  else if (readTitle(sheet, row) === '') sheet.reject(row, 'title', 'the title is missing')
  else sheet.reject(row, 'id', `line ${stage.findClaim(id)?.line} already has this id`)
}

function readId(sheet: FeedSheet, row: CsvRow): string {
  return readCode(sheet.read(row, 'id') ?? '')
}

function readTitle(sheet: FeedSheet, row: CsvRow): string {
  return readHtmlText(sheet.read(row, 'title') ?? '')
}

/** Names a group by the words that all its titles begin with, or by its first title if there are none. */
function nameGroup([first = '', ...others]: readonly string[]): string {
  return others.reduce(findCommonPrefix, first) || first
}

function findCommonPrefix(left: string, right: string): string {
  const words = right.split(' ')
  const common = left.split(' ')
  const end = common.findIndex((word, index) => word.replace(/[,:;]$/, '') !== words[index]?.replace(/[,:;]$/, ''))
  return (end === -1 ? common : common.slice(0, end)).join(' ').replace(/[\s,:;|/(\-–—]+$/, '')
}

/** Feed titles that name no shop. */
const GENERIC_TITLE = /\b(?:feed|products?|google|merchant|export|rss|catalog(?:ue)?|untitled)\b/i

function readChannel({ title = '', language = '' }: ReturnType<typeof openFeedTable>['channel']): SiteBasics {
  const name = readBasic('name', readHtmlText(title))
  return {
    locale: readBasic('locale', readHtmlText(language)),
    name: name !== undefined && GENERIC_TITLE.test(name) ? undefined : name,
  }
}

/** Returns null for an id that is too long for the column `Source id` of an export. Google allows 50 characters. */
function buildSourceId(key: string): string | null {
  const id = `google:${key}`
  return id.length <= CODE_MAX_LENGTH ? id : null
}

/** Returns the last path segment of a link, unless it is a number, which is an id rather than a slug. */
function readLinkSlug(sheet: FeedSheet, row: CsvRow): string | null {
  const last =
    URL.parse((sheet.read(row, 'link') ?? '').trim())
      ?.pathname.split('/')
      .findLast(Boolean) ?? ''
  const slug = decodePart(last)
    .replace(/\.(?:html?|php|aspx?)$/i, '')
    .normalize('NFC')
    .toLowerCase()
  return isSlug(slug) && !/^\d+$/.test(slug) ? slug : null
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}
