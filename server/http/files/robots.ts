import { createHash } from 'node:crypto'
import { Router } from 'express'
import { ATTRIBUTE_PREFIX, LISTING_KEYS } from '../../../shared/listing-query.ts'
import type { AppContext } from '../../app-context.ts'
import { SITEMAP_PATH } from '../../crawler-files/sitemap.ts'
import { allowMethods } from '../request-checks.ts'
import { FOR_AN_HOUR } from '../cache/cache-control.ts'
import { requestState } from '../request-state.ts'

/**
 * `/robots.txt`: all may be read but what only sorts, filters and shows anew what stands elsewhere, without end. Made of
 * the settings alone: an error here would close the whole site to search engines (RFC 9309, 2.3.1.4).
 */
export function robots({ config }: AppContext): Router {
  const text = writeRobots(config.siteUrl)
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"`
  const router = Router()
  router.all('/robots.txt', allowMethods('GET', 'HEAD'), (req, res) => {
    Object.assign(requestState(res), { route: 'robots', outcome: 'asset' })
    res.set({ ETag: etag, 'Cache-Control': FOR_AN_HOUR }).type('text/plain')
    if (req.fresh) res.status(304).end()
    else res.send(text)
  })
  return router
}

function writeRobots(siteUrl: string): string {
  const { page: _page, ...narrowing } = LISTING_KEYS
  const keys = [...Object.values(narrowing).map((key) => `${key}=`), ATTRIBUTE_PREFIX]
  const patterns = keys.flatMap((key) => [`/*?${key}`, `/*?*&${key}`])
  return [
    'User-agent: *',
    ...['/contact?', ...patterns].map((pattern) => `Disallow: ${pattern}`),
    '',
    `Sitemap: ${siteUrl}${SITEMAP_PATH}`,
    '',
  ].join('\n')
}
