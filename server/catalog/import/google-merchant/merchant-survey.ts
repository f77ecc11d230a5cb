import { isSlug } from '../../../../shared/slug.ts'
import { assignSlugs, type SlugContext, type SluglessProduct } from '../assign-slugs.ts'
import { readHtmlText } from '../cells/html-text.ts'
import { copyText, readCode } from '../cells/plain-text.ts'
import { GroupEnds } from '../gather-groups.ts'
import { ImportError } from '../import-error.ts'
import type { ImportNotes } from '../import-report.ts'
import type { FeedField } from './feed-fields.ts'
import type { Feed, FeedItem } from './feed-item.ts'

/** A product of the feed: an item alone, or all items of one group. */
interface SurveyedProduct {
  /** What all titles of its items begin with. */
  name: string
  readonly firstTitle: string
  readonly linkSlug: string
  /** Whether it is no group. */
  readonly isAlone: boolean
}

export interface FeedSurvey {
  readonly itemCount: number
  readonly products: ReadonlyMap<string, SurveyedProduct>
  readonly ends: GroupEnds
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
  const products = new Map<string, SurveyedProduct>()
  const ends = new GroupEnds()
  const places = new Map<string, { index: number; line: number }>()
  const fields = new Set<FeedField>()
  let index = -1
  for await (const item of feed.readItems({ warn: (notice) => notes.warn(notice), reject: () => {} })) {
    index += 1
    for (const field of item.values.keys()) fields.add(field)
    const id = copyText(readId(item))
    const key = readKey(item)
    const title = copyText(readTitle(item))
    if (id === '' || key === undefined || title === '' || places.has(id)) continue
    places.set(id, { index, line: item.line })
    const product = products.get(key)
    if (product) {
      ends.note(key, index)
      product.name = findCommonBeginning(product.name, title)
    } else {
      products.set(key === id ? id : copyText(key), { name: title, firstTitle: title, linkSlug: copyText(readLinkSlug(item)), isAlone: key === id })
    }
  }
  if (index === -1) throw new ImportError({ file: feed.name }, 'the feed holds no items')
  return { itemCount: index + 1, products, ends, places, fields }
}

/** The slug of each product by its key. */
export async function assignFeedSlugs({ products }: FeedSurvey, { stored, locale }: SlugContext): Promise<ReadonlyMap<string, string>> {
  const uses = new Map<string, number>()
  for (const { linkSlug } of products.values()) uses.set(linkSlug, (uses.get(linkSlug) ?? 0) + 1)
  const slugless = function* (): Generator<SluglessProduct> {
    for (const [key, product] of products) {
      // An address that several products share names a script, not a product.
      const wishedSlug = product.linkSlug !== '' && uses.get(product.linkSlug) === 1 ? product.linkSlug : undefined
      yield { name: nameOf(product), wishedSlug, sourceId: buildSourceId(key), sku: product.isAlone ? key : null }
    }
  }
  const slugs = await assignSlugs(slugless(), { stored, locale })
  return new Map([...products.keys()].map((key, position) => [key, slugs[position]!]))
}

/** @param key of a product: the id of its group or of its only item */
export function buildSourceId(key: string): string {
  return `google:${key}`
}

export function nameOf({ name, firstTitle }: SurveyedProduct): string {
  return name || firstTitle
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
  const slug = decodePart(last).replace(/\.(?:html?|php|aspx?)$/i, '').normalize('NFC').toLowerCase()
  return isSlug(slug) && !/^\d+$/.test(slug) ? slug : ''
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}
