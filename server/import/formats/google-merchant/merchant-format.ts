import { assignSlugs } from '../../assign-slugs.ts'
import { type CsvFile, scanCsvRows } from '../../files/csv-file.ts'
import { groupRows } from '../../group-rows.ts'
import type { ImportNotes } from '../../import-report.ts'
import type { DraftContext, ProductFormat, ScannedProducts } from '../../product-format.ts'
import type { XmlFile } from '../../files/xml-file.ts'
import { FeedReader, type Feed, type FeedItem } from './feed-item.ts'
import { isFeedHeader, openTableFeed } from './feed-table.ts'
import { openXmlFeed } from './feed-xml.ts'
import { buildFeedDraft } from './merchant-draft.ts'
import { readId, readKey, readTitle, surveyFeed, type FeedSurvey } from './merchant-survey.ts'

/** A product feed as Google Merchant Center takes it: RSS 2.0, Atom, or a table. */
export const GOOGLE_MERCHANT_FORMAT: ProductFormat = {
  id: 'google',
  name: 'Google Merchant feed',
  signs: '"id", "title", "link", "image_link" and "price", or XML',
  recognises: isFeedHeader,

  async scan(file: CsvFile, notes: ImportNotes) {
    const feed = openTableFeed(file, notes)
    // Where a table breaks off is known only after it was read.
    await scanCsvRows(file, () => {})
    return surveyAndRead(feed, notes)
  },

  scanXml: (file: XmlFile, notes: ImportNotes) => surveyAndRead(openXmlFeed(file), notes),
}

async function surveyAndRead(feed: Feed, notes: ImportNotes): Promise<ScannedProducts> {
  const survey = await surveyFeed(feed, notes)
  // What is to be said about the file as a whole was said while it was surveyed.
  const items = () => feed.readItems({ warn: () => {}, reject: (notice) => notes.reject(notice) })
  const reader = new FeedReader(feed.name, survey.fields, notes)
  return { rowCount: survey.itemCount, readDrafts: (context) => readDrafts(items(), reader, survey, context) }
}

async function* readDrafts(
  items: AsyncIterable<FeedItem>,
  reader: FeedReader,
  survey: FeedSurvey,
  context: DraftContext,
) {
  using products = survey.products
  await assignSlugs(products, context)
  const keyOf = (item: FeedItem, index: number) => findProductKey(reader, survey, item, index)
  for await (const { key, rows } of groupRows(items, survey.ends, keyOf, context.onRows)) {
    const { slug, name, sourceId } = products.find(key)!
    yield buildFeedDraft(reader, { slug: slug!, name, sourceId: sourceId!, items: rows }, context)
  }
}

/** The key of the product that an item belongs to; one that cannot be used is rejected here. */
function findProductKey(reader: FeedReader, survey: FeedSurvey, item: FeedItem, index: number): string | undefined {
  const id = readId(item)
  if (id === '') {
    reader.reject(item, 'id', 'the id is missing')
    return undefined
  }
  if (readTitle(item) === '') {
    reader.reject(item, 'title', 'the title is missing')
    return undefined
  }
  const place = survey.places.get(id)!
  if (place.index === index) return readKey(item)
  reader.reject(item, 'id', `the id stands on line ${place.line} already`)
  return undefined
}
