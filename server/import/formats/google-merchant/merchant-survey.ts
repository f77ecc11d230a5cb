import { isSlug } from '../../../../shared/slug.ts'
import { copyText, readCode, readHtmlText } from '../../cells.ts'
import { LastRowIndexes } from '../../group-rows.ts'
import { ImportError } from '../../import-error.ts'
import type { ImportNotes } from '../../import-report.ts'
import { SluglessProducts } from '../../assign-slugs.ts'
import type { FeedField } from './feed-fields.ts'
import type { Feed, FeedItem } from './feed-item.ts'

/** What the name of a product is made of: an item alone, or all items of one group. */
interface Details {
  readonly firstTitle: string
  /** What all titles of its items begin with. */
  readonly commonBeginning: string
}

export interface FeedSurvey {
  readonly itemCount: number
  readonly products: SluglessProducts<Details>
  readonly ends: LastRowIndexes
  /** Where each id stands first. */
  readonly places: ReadonlyMap<string, { readonly index: number; readonly line: number }>
  /** Attributes that any item has. */
  readonly fields: ReadonlySet<FeedField>
}

/**
 * Reads a feed through once.
 * @throws ImportError where it cannot be read to its end or holds no items
 */
export async function surveyFeed(feed: Feed, notes: ImportNotes): Promise<FeedSurvey> {
  const products = new SluglessProducts<Details>()
  const ends = new LastRowIndexes()
  const places = new Map<string, { index: number; line: number }>()
  const fields = new Set<FeedField>()
  let index = -1
  for await (const item of feed.readItems({ warn: (notice) => notes.warn(notice), reject: () => {} })) {
    index += 1
    for (const field of item.values.keys()) fields.add(field)
    const id = copyText(readId(item))
    const key = readKey(item)
    const title = readTitle(item)
    if (id === '' || key === undefined || title === '' || places.has(id)) continue
    places.set(id, { index, line: item.line })
    const product = products.find(key)
    if (product) {
      ends.note(product.key, index)
      const { firstTitle, commonBeginning: before } = product.details
      const commonBeginning = findCommonBeginning(before, title)
      if (commonBeginning !== before)
        products.put({ ...product, name: commonBeginning || firstTitle }, { firstTitle, commonBeginning })
    } else {
      const sku = key === id ? id : null
      products.put(
        { key, name: title, preferredSlug: readLinkSlug(item) || null, sourceId: buildSourceId(key), sku },
        { firstTitle: title, commonBeginning: title },
      )
    }
  }
  if (index === -1) throw new ImportError({ file: feed.name }, 'the feed holds no items')
  // An address that several products share names a script, not a product.
  products.dropDuplicatePreferredSlugs()
  return { itemCount: index + 1, products, ends, places, fields }
}

/** @param key of a product: the id of its group or of its only item */
function buildSourceId(key: string): string {
  return `google:${key}`
}

export function readId(item: FeedItem): string {
  return readCode(item.values.get('id')?.[0]?.text ?? '')
}

export function readTitle(item: FeedItem): string {
  return readHtmlText(item.values.get('title')?.[0]?.text ?? '')
}

/** What an item's product is called in its source: its group, or else itself. */
export function readKey(item: FeedItem): string | undefined {
  return readCode(item.values.get('item_group_id')?.[0]?.text ?? '') || readId(item) || undefined
}

/** The words that two titles begin with, without what joined them to the rest. */
function findCommonBeginning(left: string, right: string): string {
  const words = right.split(' ')
  const common = left.split(' ')
  const end = common.findIndex((word, index) => word.replace(/[,:;]$/, '') !== words[index]?.replace(/[,:;]$/, ''))
  return (end === -1 ? common : common.slice(0, end)).join(' ').replace(/[\s,:;|/(\-–—]+$/, '')
}

/** The last part of an item's address, where it can be a slug; a mere number is no name. */
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
