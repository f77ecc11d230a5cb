import type { RequestHandler } from 'express'
import type { AppContext } from '../app-context.ts'
import { loadFrame } from '../loaders/load-page.ts'
import { logRenderFailure } from '../log.ts'
import { renderStreamed, renderWhole } from '../render/render-page.tsx'
import { awaitDeferred, settleDeferred } from '../render/settle-deferred.ts'
import { PRIVATE } from './cache-control.ts'
import { settleCaching, startPageRequest, untilAborted } from './page-request.ts'
import { redirect } from './redirect.ts'
import { isBotRequest, requestState } from './request-state.ts'
import { allowInlineScripts } from './security-headers.ts'
import { splitUrl } from './split-url.ts'

/** The seven routes as HTML: whole where their data is all there, streamed where a part of it is late. */
export function page(context: AppContext): RequestHandler {
  const { store, config, build, logger } = context
  return async (req, res) => {
    const state = requestState(res)
    const { pathname, search } = splitUrl(req.originalUrl)
    const found = await startPageRequest(context, req, res, pathname, search)
    if ('redirectTo' in found) {
      redirect(res, found)
      return
    }
    const { signal } = found
    res.type('html')
    if (settleCaching(req, res, found)) {
      state.outcome = 'not-modified'
      res.status(304).end()
      return
    }
    state.outcome = 'page'
    if (req.method === 'HEAD') {
      res.end()
      return
    }
    const settled = isBotRequest(res)
      ? { page: await untilAborted(awaitDeferred(found.page), signal), missing: [] }
      : await settleDeferred(found.page)
    const { head } = settled.page
    const frame = await loadFrame(store, config.siteUrl)
    const render = { frame, view: settled.page, head, build, settings: config.client, url: req.originalUrl, signal }
    if (settled.missing.length === 0) {
      res.send(await renderWhole(render))
      return
    }
    const streamed = await renderStreamed(render, settled.missing, (error) => logRenderFailure(logger, state.id, error))
    state.outcome = 'streamed'
    res.removeHeader('ETag')
    res.set('Cache-Control', PRIVATE)
    allowInlineScripts(res, streamed.nonce)
    await streamed.pipe(res)
  }
}
