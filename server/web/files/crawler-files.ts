import { hash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Request, RequestHandler, Response } from 'express'
import { LISTING_KEYS, LISTING_PREFIXES } from '../../../shared/listing-query.ts'
import type { AppContext } from '../app-context.ts'
import { siteOf } from '../language-site.ts'
import { BusyError, type FairQueue } from '../../platform/concurrency/fair-queue.ts'
import { writeGoogleFeed } from './google-feed.ts'
import { findSitemap, SITEMAP_PATH } from './sitemap.ts'
import { BRIEFLY, FOR_AN_HOUR } from '../cache-control.ts'
import { clientKey } from '../limits/client-limits.ts'
import { requestState } from '../request-state.ts'
import { sendFile, sendNotFound, sendIfNotModified } from './send-file.ts'

const CHUNK_LENGTH = 65_536

const RETRY_DELAY_MS = 250

type CrawlerContext = Pick<AppContext, 'catalog' | 'config' | 'etagPrefix' | 'renderQueue'>

/**
 * `/robots.txt` keeps crawlers away from filtered and sorted listings. It needs no database, because after an error
 * search engines would not crawl the site (RFC 9309, 2.3.1.4).
 */
export function robots({ config }: Pick<AppContext, 'config'>): RequestHandler {
  const { page: _page, ...narrowing } = LISTING_KEYS
  const keys = [...Object.values(narrowing).map((key) => `${key}=`), ...LISTING_PREFIXES]
  const patterns = ['/contact?', '/*/contact?', ...keys.flatMap((key) => [`/*?${key}`, `/*?*&${key}`])]
  const rules = ['User-agent: *', ...patterns.map((pattern) => `Disallow: ${pattern}`)].join('\n')
  const text = Buffer.from(`${rules}\n\nSitemap: ${config.pages.siteUrl}${SITEMAP_PATH}\n`)
  return (req, res) => sendFile(req, res, 'text/plain', text)
}

/** `/sitemap.xml`, and the files into which a long one is split. */
export function sitemap(context: CrawlerContext): RequestHandler {
  return async (req, res) => {
    const parts = await findSitemap(context.catalog, context.config.pages.siteUrl, req.path)
    if (parts) await sendCrawlerFile(context, req, res, parts)
    else sendNotFound(res, 'There is no such sitemap.', BRIEFLY)
  }
}

/** `/feeds/google.xml`, if the owner enabled it: for feed readers, not for search engines. */
export function googleFeed(context: CrawlerContext): RequestHandler {
  return async (req, res) => {
    const { store } = siteOf(res)
    const site = await store.readSite()
    if (!site.hasGoogleFeed) return sendNotFound(res, 'There is no such feed.', BRIEFLY)
    res.set('X-Robots-Tag', 'noindex')
    await sendCrawlerFile(context, req, res, writeGoogleFeed(store, site, context.config.pages.siteUrl))
  }
}

/**
 * An error after the first part breaks the connection, so that the client notices that the file is incomplete.
 */
async function sendCrawlerFile(
  { catalog, etagPrefix, renderQueue }: CrawlerContext,
  req: Request,
  res: Response,
  parts: AsyncGenerator<string>,
): Promise<void> {
  requestState(res).outcome = 'asset'
  const pathHash = hash('sha256', req.path, 'base64url').slice(0, 8)
  res.set({ ETag: `W/"${etagPrefix}-${catalog.revision}-${pathHash}"`, 'Cache-Control': FOR_AN_HOUR })
  res.type('application/xml')
  if (req.method === 'HEAD' || req.fresh) {
    await parts.return(undefined)
    if (!sendIfNotModified(req, res)) res.end()
    return
  }
  const chunks = queueChunks(renderQueue, clientKey(req.ip), parts, () => res.destroyed)
  const first = await chunks.next()
  if (!first.done) res.write(first.value)
  await pipeline(chunks, res)
}

/**
 * Generates a long text in chunks, each of which waits for its own slot, so that tasks of other clients run in between.
 * @throws BusyError if there is no slot for the first chunk; otherwise the errors of `parts`
 */
export async function* queueChunks(
  queue: FairQueue,
  client: string,
  parts: AsyncGenerator<string>,
  isCancelled: () => boolean,
): AsyncGenerator<string> {
  let hasBegun = false
  try {
    while (!isCancelled()) {
      try {
        const text = await queue.run(client, () => takeChunk(parts))
        if (text === '') return
        hasBegun = true
        yield text
      } catch (error) {
        if (!hasBegun || !(error instanceof BusyError)) throw error
        await wait(RETRY_DELAY_MS)
      }
    }
  } finally {
    await parts.return(undefined)
  }
}

/** @returns '' at the end */
async function takeChunk(parts: AsyncGenerator<string>): Promise<string> {
  let text = ''
  while (text.length < CHUNK_LENGTH) {
    const { done: isDone, value } = await parts.next()
    if (isDone) break
    text += value
  }
  return text
}
