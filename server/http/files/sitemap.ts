import { Router } from 'express'
import type { AppContext } from '../../app-context.ts'
import { findSitemap } from '../../crawler-files/sitemap.ts'
import { allowMethods } from '../request-checks.ts'
import { BRIEFLY } from '../cache/cache-control.ts'
import { sendCrawlerFile } from './crawler-files.ts'
import { requestState } from '../request-state.ts'

/** `/sitemap.xml`, and the files that it is split into where one would be too long. */
export function sitemap(context: AppContext): Router {
  const router = Router()
  router.all(/^\/sitemap(?:-[a-z]+(?:-\d+)?)?\.xml$/, allowMethods('GET', 'HEAD'), async (req, res) => {
    const state = requestState(res)
    state.route = 'sitemap'
    const parts = await findSitemap(context.store, context.config.siteUrl, req.path)
    if (parts) {
      await sendCrawlerFile(context, req, res, 'application/xml', parts)
      return
    }
    state.outcome = 'missing'
    res.status(404).set('Cache-Control', BRIEFLY).type('text/plain').send('There is no such sitemap.\n')
  })
  return router
}
