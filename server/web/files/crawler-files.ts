import { hash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { Router, type Request, type Response } from 'express'
import { LISTING_KEYS, LISTING_PREFIXES } from '../../../shared/listing-query.ts'
import type { AppContext } from '../app-context.ts'
import { siteOf } from '../language-site.ts'
import { queueChunks } from '../../platform/concurrency/queue-chunks.ts'
import { writeGoogleFeed } from './google-feed.ts'
import { findSitemap, SITEMAP_PATH } from './sitemap.ts'
import { BRIEFLY, FOR_AN_HOUR } from '../cache-control.ts'
import { clientKey } from '../limits/client-limits.ts'
import { allowMethods } from '../request-checks.ts'
import { requestState } from '../request-state.ts'
import { sendFile, sendNotFound, sendIfNotModified } from './send-file.ts'

type CrawlerContext = Pick<AppContext, 'catalog' | 'config' | 'etagPrefix' | 'renderQueue'>

/**
 * `/robots.txt` keeps crawlers away from filtered and sorted listings. It needs no database, because after an error
 * search engines would not crawl the site (RFC 9309, 2.3.1.4).
 */
export function robots({ config }: Pick<AppContext, 'config'>): Router {
  const text = Buffer.from(writeRobots(config.pages.siteUrl))
  const router = Router()
  router.all('/robots.txt', allowMethods('GET', 'HEAD'), (req, res) => {
    requestState(res).route = 'robots'
    sendFile(req, res, 'text/plain', text)
  })
  return router
}

function writeRobots(siteUrl: string): string {
  const { page: _page, ...narrowing } = LISTING_KEYS
  const keys = [...Object.values(narrowing).map((key) => `${key}=`), ...LISTING_PREFIXES]
  const patterns = keys.flatMap((key) => [`/*?${key}`, `/*?*&${key}`])
  return [
    'User-agent: *',
    ...['/contact?', '/*/contact?', ...patterns].map((pattern) => `Disallow: ${pattern}`),
    '',
    `Sitemap: ${siteUrl}${SITEMAP_PATH}`,
    '',
  ].join('\n')
}

/** `/sitemap.xml`, and the files into which a long one is split. */
export function sitemap(context: CrawlerContext): Router {
  const router = Router()
  router.all(/^\/sitemap(?:-[a-z]+(?:-\d+)?)?\.xml$/, allowMethods('GET', 'HEAD'), async (req, res) => {
    requestState(res).route = 'sitemap'
    const parts = await findSitemap(context.catalog, context.config.pages.siteUrl, req.path)
    if (parts) await sendCrawlerFile(context, req, res, parts)
    else sendNotFound(res, 'There is no such sitemap.', BRIEFLY)
  })
  return router
}

/** `/feeds/google.xml`, if the owner enabled it: for feed readers, not for search engines. */
export function googleFeed(context: CrawlerContext & Pick<AppContext, 'logger'>): Router {
  const { config, logger } = context
  const router = Router()
  router.all('/feeds/google.xml', allowMethods('GET', 'HEAD'), async (req, res) => {
    requestState(res).route = 'feed'
    const { store } = siteOf(res)
    const site = await store.readSite()
    if (!site.hasGoogleFeed) return sendNotFound(res, 'There is no such feed.', BRIEFLY)
    res.set('X-Robots-Tag', 'noindex')
    const parts = writeGoogleFeed(store, site, config.pages.siteUrl, (report) =>
      logger.info({ path: req.path, ...report }, 'a client downloaded the complete product feed'),
    )
    await sendCrawlerFile(context, req, res, parts)
  })
  return router
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
  const state = requestState(res)
  const pathHash = hash('sha256', req.path, 'base64url').slice(0, 8)
  res.set({ ETag: `W/"${etagPrefix}-${catalog.revision}-${pathHash}"`, 'Cache-Control': FOR_AN_HOUR })
  if (req.method === 'HEAD' || req.fresh) {
    await parts.return(undefined)
    if (sendIfNotModified(req, res)) return
    state.outcome = 'asset'
    res.type('application/xml').end()
    return
  }
  const chunks = queueChunks(renderQueue, clientKey(req.ip), parts, () => res.destroyed)
  const first = await chunks.next()
  res.type('application/xml')
  state.outcome = 'asset'
  if (!first.done) res.write(first.value)
  await pipeline(chunks, res)
}
