import { Router, type Request, type RequestHandler } from 'express'
import { routeNotFound } from '../../shared/http-error.ts'
import { ROUTE_NAMES, ROUTES } from '../../shared/routes.ts'
import { payloadPath } from '../../shared/urls.ts'
import type { AppContext } from './app-context.ts'
import { allowMethods } from './request-checks.ts'
import { recordAs } from './request-state.ts'
import type { PageRenders } from './page/page-renders.ts'
import { createPageHandler } from './page/page.ts'
import { splitPayloadUrl, splitUrl } from './page/page-url.ts'
import { Redirect } from './pages/loader.ts'

const READ_METHODS = ['GET', 'HEAD']

/** Registers each page, its payload, and a redirect from its path with a trailing slash. */
export function pages(context: AppContext, renders: PageRenders, limitLookups: RequestHandler): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const handle = createPageHandler(context, renders)
  const respondInJson = recordAs({ respondsInJson: true })
  // Payloads come first, because their path would also match a product's.
  for (const name of ROUTE_NAMES) {
    router.all(
      payloadPath(ROUTES[name].path),
      respondInJson,
      allowMethods(...READ_METHODS),
      ...(name === 'contact' ? [limitLookups] : []),
      handle(name, 'payload'),
    )
  }
  router.all(payloadPath('/*path'), respondInJson, (req) => {
    const { pathname, search } = splitPayloadUrl(req.originalUrl)
    throw routeNotFound(pathname + search)
  })
  for (const name of ROUTE_NAMES) {
    const { path } = ROUTES[name]
    // `POST` is only listed for the `Allow` header; contact.ts handles it.
    if (name === 'contact') router.all(path, allowMethods(...READ_METHODS, 'POST'), limitLookups, handle(name, 'page'))
    else router.all(path, allowMethods(...READ_METHODS), handle(name, 'page'))
    if (path !== '/') router.all(`${path}/`, redirectWithoutSlash)
  }
  if (context.base !== '') router.all('//', redirectWithoutSlash)
  return router
}

function redirectWithoutSlash(req: Request): never {
  const { pathname, search } = splitUrl(req.originalUrl)
  throw new Redirect({ redirectTo: pathname.slice(0, -1) + search, status: 308 })
}
