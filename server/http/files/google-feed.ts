import { Router } from 'express'
import type { AppContext } from '../../app-context.ts'
import { writeGoogleFeed } from '../../crawler-files/google-feed.ts'
import { logFeed } from '../../log.ts'
import { allowMethods } from '../request-checks.ts'
import { BRIEFLY } from '../cache/cache-control.ts'
import { sendCrawlerFile } from './crawler-files.ts'
import { requestState } from '../request-state.ts'

/** `/feeds/google.xml`, where the owner switched it on: for readers of feeds, and in no search engine's index itself. */
export function googleFeed(context: AppContext): Router {
  const { store, config, logger } = context
  const router = Router()
  router.all('/feeds/google.xml', allowMethods('GET', 'HEAD'), async (req, res) => {
    const state = requestState(res)
    state.route = 'feed'
    const site = await store.readSite()
    if (!site.hasGoogleFeed) {
      state.outcome = 'missing'
      res.status(404).set('Cache-Control', BRIEFLY).type('text/plain').send('There is no such feed.\n')
      return
    }
    res.set('X-Robots-Tag', 'noindex')
    const parts = writeGoogleFeed(store, site, config.siteUrl, (report) => logFeed(logger, req.path, report))
    await sendCrawlerFile(context, req, res, 'application/xml', parts)
  })
  return router
}
