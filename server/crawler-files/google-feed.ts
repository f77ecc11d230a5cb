import type { Site } from '../../shared/catalog.ts'
import type { CatalogStore } from '../store/catalog-store.ts'
import { readPublishedInBatches } from '../store/published-products.ts'
import { writeGoogleItem, type Exclusion } from './google-item.ts'
import { writeElement, XML_DECLARATION } from './xml.ts'

/** What a feed came to. */
interface FeedReport {
  readonly items: number
  /** How many variants stayed out, by reason. */
  readonly excluded: Readonly<Partial<Record<Exclusion, number>>>
}

/**
 * The catalogue as a Google Merchant feed (RSS 2.0), an item a variant. How many stay out, and why, is told at its end.
 * @param onEnd told once the whole feed was read
 */
export async function* writeGoogleFeed(
  store: CatalogStore,
  site: Site,
  siteUrl: string,
  onEnd: (report: FeedReport) => void,
): AsyncGenerator<string> {
  const range = { firstId: 1, lastId: await store.readLastPublishedId() }
  const excluded: Partial<Record<Exclusion, number>> = {}
  let items = 0
  yield `${XML_DECLARATION}<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>\n`
  yield `${writeElement('title', site.name)}${writeElement('link', `${siteUrl}/`)}${writeElement('description', site.description ?? site.name)}\n`
  for await (const published of readPublishedInBatches(store, range)) {
    for (const { product } of published) {
      const place = product.categorySlug === null ? undefined : await store.findCategory(product.categorySlug)
      const categories = place ? [...place.ancestors, place.category] : []
      let xml = ''
      for (const variant of product.variants) {
        const item = writeGoogleItem(product, variant, categories, siteUrl)
        if ('xml' in item) {
          xml += item.xml
          items += 1
        } else {
          excluded[item.exclusion] = (excluded[item.exclusion] ?? 0) + 1
        }
      }
      if (xml !== '') yield xml
    }
  }
  const reasons = Object.entries(excluded).map(([reason, count]) => `${count} with ${reason}`)
  yield `</channel></rss>\n<!-- Items: ${items}. Left out: ${reasons.join(', ') || 'none'}. -->\n`
  onEnd({ items, excluded })
}
