import { assignSlugs, SluglessProducts } from '../../assign-slugs.ts'
import { copyText, readCode, readHtmlText } from '../../cells.ts'
import { scanCsvRows, type CsvFile } from '../../files/csv-file.ts'
import type { XmlFile } from '../../files/xml-file.ts'
import { FeedReader, readId, type Feed, type FeedField, type FeedItem } from './feed-items.ts'
import { isFeedHeader, openTableFeed, openXmlFeed } from './feed-files.ts'
import { buildFeedDraft } from './merchant-product.ts'
import { groupRows, LastRowIndexes } from '../../group-rows.ts'
import { ImportError } from '../../import-error.ts'
import type { ImportNotes } from '../../import-report.ts'
import type { DraftContext, ProductFormat, ScannedProducts } from '../../product-format.ts'
import { isSlug } from '../../../../shared/slug.ts'

/** A feed may be RSS 2.0, Atom or a table. */
export const GOOGLE_MERCHANT_FORMAT: ProductFormat = {
  id: 'google',
  name: 'Google Merchant feed',
  expectedColumns: '"id", "title", "link", "image_link" and "price", or XML',
  recognises: isFeedHeader,

  async scan(file: CsvFile, notes: ImportNotes) {
    const feed = openTableFeed(file, notes)
    // Reading the whole table detects a truncated file.
    await scanCsvRows(file, () => {})
    return scanProducts(feed, notes)
  },

  scanXml: (file: XmlFile, notes: ImportNotes) => scanProducts(openXmlFeed(file), notes),
}

async function scanProducts(feed: Feed, notes: ImportNotes): Promise<ScannedProducts> {
  const scan = await scanFeed(feed, notes)
  // Warnings about the whole file are dropped here, because the first pass already reported them.
  const items = () => feed.readItems({ warn: () => {}, reject: (notice) => notes.reject(notice) })
  const reader = new FeedReader(feed.name, scan.fields, notes)
  return { rowCount: scan.itemCount, readDrafts: (context) => readDrafts(items(), reader, scan, context) }
}

async function* readDrafts(
  items: AsyncIterable<readonly FeedItem[]>,
  reader: FeedReader,
  scan: FeedScan,
  context: DraftContext,
) {
  using products = scan.products
  await assignSlugs(products, context)
  const keyOf = (item: FeedItem, index: number) => findProductKey(reader, scan, item, index)
  for await (const { key, rows } of groupRows(items, scan.ends, keyOf, context.onRows)) {
    const product = products.get(key)
    yield reader.buildResult(product.slug, () => buildFeedDraft(reader, { ...product, items: rows }, context))
  }
}

function findProductKey(reader: FeedReader, scan: FeedScan, item: FeedItem, index: number): string | undefined {
  const id = readId(item)
  if (id === '') {
    reader.reject(item, 'id', 'the id is missing')
    return undefined
  }
  if (readTitle(item) === '') {
    reader.reject(item, 'title', 'the title is missing')
    return undefined
  }
  const first = scan.firstPlaces.get(id)
  if (first === undefined || first.index === index) return readKey(item)
  reader.reject(item, 'id', `line ${first.line} already has this id`)
  return undefined
}

/** The titles that a group is named after: their common prefix or, if it is empty, the first title. */
interface Details {
  readonly firstTitle: string
  readonly commonPrefix: string
}

interface FeedScan {
  readonly itemCount: number
  readonly products: SluglessProducts<Details>
  readonly ends: LastRowIndexes
  readonly firstPlaces: ReadonlyMap<string, { readonly index: number; readonly line: number }>
  readonly fields: ReadonlySet<FeedField>
}

async function scanFeed(feed: Feed, notes: ImportNotes): Promise<FeedScan> {
  const products = new SluglessProducts<Details>()
  const ends = new LastRowIndexes()
  const firstPlaces = new Map<string, { index: number; line: number }>()
  const fields = new Set<FeedField>()
  let index = -1
  const scanItem = (item: FeedItem) => {
    index += 1
    for (const field of item.values.keys()) fields.add(field)
    const id = copyText(readId(item))
    const key = readKey(item)
    const title = readTitle(item)
    if (id === '' || key === undefined || title === '' || firstPlaces.has(id)) return
    firstPlaces.set(id, { index, line: item.line })
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
  for await (const items of feed.readItems({ warn: (notice) => notes.warn(notice), reject: () => {} }))
    items.forEach(scanItem)
  if (index === -1) throw new ImportError({ file: feed.name }, 'the feed has no items')
  // If several links have the same path, such as `/item?id=1` and `/item?id=2`, its last segment is not a slug.
  products.dropDuplicatePreferredSlugs()
  return { itemCount: index + 1, products, ends, firstPlaces, fields }
}

function buildSourceId(key: string): string {
  return `google:${key}`
}

function readTitle(item: FeedItem): string {
  return readHtmlText(item.values.get('title')?.[0]?.text ?? '')
}

function readKey(item: FeedItem): string | undefined {
  return readCode(item.values.get('item_group_id')?.[0]?.text ?? '') || readId(item) || undefined
}

function findCommonPrefix(left: string, right: string): string {
  const words = right.split(' ')
  const common = left.split(' ')
  const end = common.findIndex((word, index) => word.replace(/[,:;]$/, '') !== words[index]?.replace(/[,:;]$/, ''))
  return (end === -1 ? common : common.slice(0, end)).join(' ').replace(/[\s,:;|/(\-–—]+$/, '')
}

/** Reads the last path segment of a link, unless it is a number and thus an id rather than a slug. */
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
