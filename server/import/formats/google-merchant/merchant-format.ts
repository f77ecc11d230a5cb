import { assignSlugs, SluglessProducts } from '../../assign-slugs.ts'
import { copyText, readCode, readHtmlText } from '../../cells.ts'
import { CODE_MAX_LENGTH } from '../../draft-product.ts'
import { scanCsvRows, type CsvFile } from '../../files/csv-file.ts'
import type { XmlFile } from '../../files/xml-file.ts'
import { FeedReader, readId, type Feed, type FeedField, type FeedItem } from './feed-items.ts'
import { buildFeedTable, isFeedHeader, openTableFeed, openXmlFeed } from './feed-files.ts'
import { buildFeedDraft } from './merchant-product.ts'
import { groupRows, LastRowIndexes } from '../../group-rows.ts'
import { ImportError } from '../../import-error.ts'
import { NamedCurrencies } from '../../prices.ts'
import { readBasic, type SiteBasics } from '../../site-basics.ts'
import type { ImportNotes } from '../../import-report.ts'
import type { DraftContext, ProductFormat, ScannedProducts } from '../../product-format.ts'
import { isSlug } from '../../../../shared/slug.ts'

export const GOOGLE_MERCHANT_FORMAT: ProductFormat = {
  id: 'google',
  name: 'Google Merchant feed',
  expectedColumns: '"id", "title", "link", "image_link" and "price", or XML',
  recognises: isFeedHeader,

  async scan(file: CsvFile, notes: ImportNotes) {
    const feed = openTableFeed(file, notes)
    // Reading the whole table detects a truncated file.
    await scanCsvRows(file, () => {})
    return readScanned(feed, await scanFeed(feed, notes), notes)
  },

  async scanXml(file: XmlFile, notes: ImportNotes) {
    const feed = openXmlFeed(file)
    const scan = await scanFeed(feed, notes)
    return { ...readScanned(feed, scan, notes), table: buildFeedTable(feed, scan.fields) }
  },
}

function readScanned(feed: Feed, scan: FeedScan, notes: ImportNotes): ScannedProducts {
  // The first pass already reported warnings about the whole file.
  const items = () => feed.readItems({ warn: () => {}, reject: (notice) => notes.reject(notice, notice.row) })
  const reader = new FeedReader(feed.name, scan.fields, notes)
  return {
    rowCount: scan.itemCount,
    basics: scan.basics,
    readDrafts: (context) => readDrafts(items(), reader, scan, context),
  }
}

async function* readDrafts(
  items: AsyncIterable<readonly FeedItem[]>,
  reader: FeedReader,
  scan: FeedScan,
  context: DraftContext,
) {
  using products = scan.products
  await assignSlugs(products, context)
  const firstLines = new Map<string, number>()
  const keyOf = (item: FeedItem) => findProductKey(reader, item, scan.repeatedIds, firstLines)
  for await (const { key, rows } of groupRows(items, scan.ends, keyOf, context.onRows)) {
    const product = products.get(key)
    // If a corrected item were imported without the rest of its group, it would replace them.
    if (scan.incompleteGroups.has(key)) reader.recordRejectedProduct(rows)
    const build = () => buildFeedDraft(reader, { ...product, items: rows }, context)
    yield { ...reader.buildResult(product.slug, build, rows), hasGivenSlug: product.preferredSlug !== null }
  }
}

function findProductKey(
  reader: FeedReader,
  item: FeedItem,
  repeatedIds: ReadonlySet<string>,
  firstLines: Map<string, number>,
): string | undefined {
  const id = readId(item)
  if (id === '') {
    reader.reject(item, 'id', 'the id is missing')
    return undefined
  }
  if (readTitle(item) === '') {
    reader.reject(item, 'title', 'the title is missing')
    return undefined
  }
  const firstLine = firstLines.get(id)
  if (firstLine !== undefined) {
    reader.reject(item, 'id', `line ${firstLine} already has this id`)
    return undefined
  }
  if (repeatedIds.has(id)) firstLines.set(id, item.line)
  return readKey(item, id)
}

/** Data of a group, which is named after the common prefix of its titles or, if that is empty, the first title. */
interface Details {
  readonly firstTitle: string
  readonly commonPrefix: string
}

interface FeedScan {
  readonly itemCount: number
  readonly basics: SiteBasics
  readonly products: SluglessProducts<Details>
  readonly ends: LastRowIndexes
  readonly repeatedIds: ReadonlySet<string>
  /** Keys of groups of which an item is left out, because it has no id, no title or a repeated id. */
  readonly incompleteGroups: ReadonlySet<string>
  readonly fields: ReadonlySet<FeedField>
}

async function scanFeed(feed: Feed, notes: ImportNotes): Promise<FeedScan> {
  const products = new SluglessProducts<Details>()
  const ends = new LastRowIndexes()
  // Only repeated ids are kept for the second pass, because the ids of a large feed take much memory.
  const ids = new Set<string>()
  const repeatedIds = new Set<string>()
  const incompleteGroups = new Set<string>()
  const fields = new Set<FeedField>()
  const currencies = new NamedCurrencies()
  let index = -1
  const scanItem = (item: FeedItem) => {
    index += 1
    for (const field of item.values.keys()) fields.add(field)
    currencies.note(item.values.get('price')?.[0]?.text ?? '')
    const id = copyText(readId(item))
    const key = readKey(item, id)
    const title = readTitle(item)
    if (ids.has(id)) repeatedIds.add(id)
    if (id === '' || title === '' || ids.has(id)) {
      if (key !== id) incompleteGroups.add(copyText(key))
      return
    }
    ids.add(id)
    const product = products.find(key)
    if (product) {
      ends.note(product.key, index)
      const { firstTitle, commonPrefix: before } = product.details
      const commonPrefix = findCommonPrefix(before, title)
      if (commonPrefix !== before)
        products.put({ ...product, name: commonPrefix || firstTitle }, { firstTitle, commonPrefix })
    } else {
      const sku = key === id ? id : null
      products.put(
        { key, name: title, preferredSlug: readLinkSlug(item) || null, sourceId: buildSourceId(key), sku },
        { firstTitle: title, commonPrefix: title },
      )
    }
  }
  for await (const items of feed.readItems({ warn: (notice) => notes.warn(notice, true), reject: () => {} }))
    items.forEach(scanItem)
  if (index === -1) throw new ImportError({ file: feed.name }, 'the feed has no items')
  // If several links have the same path, such as `/item?id=1` and `/item?id=2`, its last segment is not a slug.
  products.dropDuplicatePreferredSlugs()
  const basics = { currency: currencies.single, ...readChannel(feed) }
  return { itemCount: index + 1, basics, products, ends, repeatedIds, incompleteGroups, fields }
}

/** Feed titles that name no shop. */
const GENERIC_TITLE = /\b(?:feed|products?|google|merchant|export|rss|catalog(?:ue)?|untitled)\b/i

function readChannel({ channel = {} }: Feed): SiteBasics {
  const name = readBasic('name', readHtmlText(channel.title ?? ''))
  return {
    locale: readBasic('locale', readHtmlText(channel.language ?? '')),
    name: name !== undefined && GENERIC_TITLE.test(name) ? undefined : name,
  }
}

/** Returns null for an id that is too long for the column `Source id` of an export. Google allows 50 characters. */
function buildSourceId(key: string): string | null {
  const id = `google:${key}`
  return id.length <= CODE_MAX_LENGTH ? id : null
}

function readTitle(item: FeedItem): string {
  return readHtmlText(item.values.get('title')?.[0]?.text ?? '')
}

function readKey(item: FeedItem, id: string): string {
  return readCode(item.values.get('item_group_id')?.[0]?.text ?? '') || id
}

function findCommonPrefix(left: string, right: string): string {
  const words = right.split(' ')
  const common = left.split(' ')
  const end = common.findIndex((word, index) => word.replace(/[,:;]$/, '') !== words[index]?.replace(/[,:;]$/, ''))
  return (end === -1 ? common : common.slice(0, end)).join(' ').replace(/[\s,:;|/(\-–—]+$/, '')
}

/** Returns the last path segment of a link, unless it is a number, which is an id rather than a slug. */
function readLinkSlug(item: FeedItem): string {
  const link = item.values.get('link')?.[0]?.text.trim() ?? ''
  if (!URL.canParse(link)) return ''
  const last = new URL(link).pathname.split('/').findLast(Boolean) ?? ''
  const slug = decodePart(last)
    .replace(/\.(?:html?|php|aspx?)$/i, '')
    .normalize('NFC')
    .toLowerCase()
  return isSlug(slug) && !/^\d+$/.test(slug) ? slug : ''
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}
