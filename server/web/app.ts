import express, { Router, type Express, type Request, type RequestHandler } from 'express'
import { CONTACT_PATH } from '../../shared/enquiry-fields.ts'
import { routeNotFound } from '../../shared/http-error.ts'
import { ROUTE_NAMES, ROUTES } from '../../shared/routes.ts'
import { CLIENT_ERRORS_PATH, payloadPath, SUGGESTIONS_PATH } from '../../shared/urls.ts'
import type { AppContext } from './app-context.ts'
import { compressResponse } from './compression.ts'
import { errorHandler } from './error-response.ts'
import { googleFeed, robots, sitemap } from './files/crawler-files.ts'
import { documents } from './files/documents.ts'
import { images } from './files/renditions.ts'
import { FONT_PATH, ICON_PATH, lookStyle, ownFonts, siteIcons } from './files/site-assets.ts'
import { builds, developmentReload, publicFiles } from './files/static-files.ts'
import { clientErrors } from './forms/client-errors.ts'
import { contact, enquiryLookup, limitLookups } from './forms/contact.ts'
import { partList } from './forms/part-list.ts'
import { suggestions } from './forms/suggestions.ts'
import { health } from './health.ts'
import { chooseLanguage, inFirstLanguage, siteOf } from './language-site.ts'
import { createPageHandler } from './page.ts'
import { sendCachedPages } from './page-cache.ts'
import { splitPayloadUrl, splitUrl } from './page-request.ts'
import { Redirect } from './pages/loader.ts'
import { allowMethods, checkUrl, ignoreLongAccepts } from './request-checks.ts'
import { recordAs, recordRequests } from './request-state.ts'
import { commonHeaders } from './response-headers.ts'

const READ_METHODS = ['GET', 'HEAD']

const respondInJson = recordAs({ respondsInJson: true })

/** Creates the Express app, which handles every request: log, headers, address and language, then the first route that matches. */
export function createApp(context: AppContext): Express {
  const { config } = context
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.enable('case sensitive routing')
  app.enable('strict routing')
  app.set('trust proxy', config.trustProxy)

  app.use(recordRequests(context))
  app.use(commonHeaders(context))
  app.use(ignoreLongAccepts)
  app.use(sendCachedPages(context))
  app.use(chooseLanguage(context))
  app.use(checkUrl)
  // A lookup of an enquiry in a page's address, and one in a form, count together.
  const lookups = limitLookups()
  app.post(CONTACT_PATH, ...enquiryLookup(context, lookups))
  app.post(CONTACT_PATH, ...partList(context))
  app.post(CONTACT_PATH, ...contact(context))
  app.use(pages(context, lookups))
  app.use(inFirstLanguage(files(context)))
  app.use(compressResponse)
  addFile(app, '/feeds/google.xml', 'feed', googleFeed(context))
  app.all(SUGGESTIONS_PATH, respondInJson, allowMethods(...READ_METHODS), suggestions(context))
  app.use(inFirstLanguage(publicFiles(context)))
  app.use((req) => {
    throw routeNotFound(req.originalUrl)
  })
  app.use(errorHandler(context))
  return app
}

/** Registers each page, its payload, and a redirect from its path with a trailing slash. */
function pages(context: AppContext, limitLookups: RequestHandler): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const handle = createPageHandler(context)
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
  // The home page of a further language, see `chooseLanguage`.
  router.all('//', (req, res, next) => (siteOf(res).base === '' ? next() : redirectWithoutSlash(req)))
  return router
}

function redirectWithoutSlash(req: Request): never {
  const { pathname, search } = splitUrl(req.originalUrl)
  throw new Redirect({ redirectTo: pathname.slice(0, -1) + search, status: 308 })
}

/** Files that have no language. */
function files(context: AppContext): Router {
  const router = Router({ caseSensitive: true, strict: true })
  addFile(router, /^\/(?:healthz|readyz)$/, 'health', health(context))
  addFile(router, /^\/builds(?:\/|$)/, 'builds', builds(context))
  addFile(router, /^\/images(?:\/|$)/, 'image', images(context))
  addFile(router, /^\/files(?:\/|$)/, 'document', documents(context))
  addFile(router, /^\/look-[\w-]{8}\.css$/, 'look', lookStyle(context))
  addFile(router, FONT_PATH, 'font', ownFonts(context))
  addFile(router, ICON_PATH, 'icon', siteIcons(context))
  if (context.config.isDevelopment) addFile(router, '/_development/reload', 'health', developmentReload(context))
  router.all(CLIENT_ERRORS_PATH, ...clientErrors(context))
  router.use(compressResponse)
  addFile(router, '/robots.txt', 'robots', robots(context))
  addFile(router, /^\/sitemap(?:-[a-z]+(?:-\d+)?)?\.xml$/, 'sitemap', sitemap(context))
  return router
}

/** @param route its name in the log */
function addFile(router: Router, path: string | RegExp, route: string, handler: RequestHandler): void {
  router.all(path, recordAs({ route }), allowMethods(...READ_METHODS), handler)
}
