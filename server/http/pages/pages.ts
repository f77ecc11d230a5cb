import { Router, type Request, type Response } from 'express'
import { routeNotFound } from '../../../shared/http-error.ts'
import { ROUTE_NAMES, ROUTES } from '../../../shared/routes.ts'
import { payloadPath } from '../../../shared/urls.ts'
import type { AppContext } from '../../app-context.ts'
import { allowMethods } from '../request-checks.ts'
import type { CommonHeaders } from '../response-headers.ts'
import { limitLookups } from '../forms/enquiry-lookups.ts'
import { createPageHandler } from './page.ts'
import { redirect } from './redirect.ts'
import { requestState } from '../request-state.ts'
import { splitPayloadUrl, splitUrl } from './split-url.ts'

const READ_METHODS = ['GET', 'HEAD']

/** Registers the one table of routes with Express: each page, its payload, and its path with a slash too many. */
export function pages(context: AppContext, commonHeaders: CommonHeaders): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const handle = createPageHandler(context, commonHeaders)
  const lookups = limitLookups()
  // Payloads come first: their file name would pass for a product's slug.
  for (const name of ROUTE_NAMES) {
    router.all(
      payloadPath(ROUTES[name].path),
      answerInJson,
      allowMethods(...READ_METHODS),
      ...(name === 'contact' ? [lookups] : []),
      handle(name, 'payload'),
    )
  }
  router.all(payloadPath('/*path'), answerInJson, (req) => {
    const { pathname, search } = splitPayloadUrl(req.originalUrl)
    throw routeNotFound(pathname + search)
  })
  for (const name of ROUTE_NAMES) {
    const { path } = ROUTES[name]
    // Enquiries are posted to the handler in contact.ts, which comes before.
    if (name === 'contact') router.all(path, allowMethods(...READ_METHODS, 'POST'), lookups, handle(name, 'page'))
    else router.all(path, allowMethods(...READ_METHODS), handle(name, 'page'))
    if (path !== '/') router.all(`${path}/`, redirectWithoutSlash)
  }
  return router
}

function answerInJson(_req: Request, res: Response, next: () => void): void {
  requestState(res).respondsInJson = true
  next()
}

function redirectWithoutSlash(req: Request, res: Response): void {
  const { pathname, search } = splitUrl(req.originalUrl)
  redirect(res, { redirectTo: pathname.slice(0, -1) + search, status: 308 })
}
