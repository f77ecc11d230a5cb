import type { RequestHandler } from 'express'
import { routeInvalid, routeNotFound } from '../../shared/http-error.ts'
import { checkNavigationTarget } from '../../shared/navigation-target.ts'
import type { RouteRedirect } from '../../shared/route-middleware.ts'
import { matchRoute } from '../../shared/routes.ts'
import { BUILD_ID_HEADER, payloadUrl, readPayloadPath } from '../../shared/urls.ts'
import type { AppContext } from '../app-context.ts'
import { awaitDeferred } from '../render/settle-deferred.ts'
import { answerTarget } from './answer-target.ts'
import { findTarget, loadTarget, untilAborted } from './page-request.ts'
import { redirect } from './redirect.ts'
import { requestState } from './request-state.ts'
import { splitUrl } from './split-url.ts'
import { timePhase } from './time-phase.ts'

/** `{route}/_payload.json?{build id}`: the page's data, from the loader that draws it as well. */
export function payload(context: AppContext): RequestHandler {
  return async (req, res, next) => {
    const { pathname, search } = splitUrl(req.originalUrl)
    const pagePath = readPayloadPath(pathname)
    if (pagePath === undefined) return next()
    const state = requestState(res)
    state.answersInJson = true
    const { pageSearch, buildId } = splitPayloadQuery(search)
    const sendElsewhere = (found: RouteRedirect) => {
      const there = splitUrl(checkNavigationTarget(found.redirectTo))
      redirect(res, { ...found, redirectTo: payloadUrl(there.pathname, there.search, buildId) })
    }
    const match = matchRoute(pagePath)
    if (!match) throw routeNotFound(pagePath + pageSearch)
    const target = await findTarget(res, match, pagePath, pageSearch)
    if ('redirectTo' in target) return sendElsewhere(target)
    // Search engines are to show pages, not their data.
    res.set({ [BUILD_ID_HEADER]: context.build.id, 'X-Robots-Tag': 'noindex' }).type('json')
    const made = await answerTarget(context, req, res, target, 'payload', async (signal) => {
      const loaded = await timePhase(context, res, 'load', () => loadTarget(context, target, state.id, signal))
      if (!loaded || 'redirectTo' in loaded) return { other: loaded }
      return { bytes: Buffer.from(JSON.stringify(await untilAborted(awaitDeferred(loaded), signal))) }
    })
    if (made === 'answered') return
    if (!made.other) throw routeInvalid(pagePath + pageSearch)
    sendElsewhere(made.other)
  }
}

/** The build id stands last and has no name; what is in front of it is the page's own query. */
function splitPayloadQuery(search: string): { readonly pageSearch: string; readonly buildId: string } {
  const parts = search.slice(1).split('&')
  const buildId = parts.at(-1)?.includes('=') ? '' : (parts.pop() ?? '')
  return { pageSearch: parts.length > 0 && parts[0] !== '' ? `?${parts.join('&')}` : '', buildId }
}
