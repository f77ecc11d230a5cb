import type { RequestHandler } from 'express'
import { checkNavigationTarget } from '../../shared/navigation-target.ts'
import { BUILD_ID_HEADER, payloadUrl, readPayloadPath } from '../../shared/urls.ts'
import type { AppContext } from '../app-context.ts'
import { awaitDeferred } from '../render/settle-deferred.ts'
import { settleCaching, startPageRequest, untilAborted } from './page-request.ts'
import { redirect } from './redirect.ts'
import { requestState } from './request-state.ts'
import { splitUrl } from './split-url.ts'

/** `{route}/_payload.json?{build id}`: the page's data, from the loader that draws it as well. */
export function payload(context: AppContext): RequestHandler {
  return async (req, res, next) => {
    const { pathname, search } = splitUrl(req.originalUrl)
    const pagePath = readPayloadPath(pathname)
    if (pagePath === undefined) return next()
    requestState(res).answersInJson = true
    const { pageSearch, buildId } = splitPayloadQuery(search)
    const found = await startPageRequest(context, req, res, pagePath, pageSearch)
    if ('redirectTo' in found) {
      const target = splitUrl(checkNavigationTarget(found.redirectTo))
      redirect(res, { ...found, redirectTo: payloadUrl(target.pathname, target.search, buildId) })
      return
    }
    res.set(BUILD_ID_HEADER, context.build.id).type('json')
    const state = requestState(res)
    const isFresh = settleCaching(req, res, found)
    state.outcome = isFresh ? 'not-modified' : 'payload'
    if (isFresh) res.status(304).end()
    else res.send(JSON.stringify(await untilAborted(awaitDeferred(found.page), found.signal)))
  }
}

/** The build id stands last and has no name; what is in front of it is the page's own query. */
function splitPayloadQuery(search: string): { readonly pageSearch: string; readonly buildId: string } {
  const parts = search.slice(1).split('&')
  const buildId = parts.at(-1)?.includes('=') ? '' : (parts.pop() ?? '')
  return { pageSearch: parts.length > 0 && parts[0] !== '' ? `?${parts.join('&')}` : '', buildId }
}
