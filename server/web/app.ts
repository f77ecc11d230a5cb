import express, { type Express } from 'express'
import { routeNotFound } from '../../shared/http-error.ts'
import type { AppContext } from './app-context.ts'
import { compressResponse } from './page/content-encoding.ts'
import { errorHandler } from './error-response.ts'
import { googleFeed, robots, sitemap } from './files/crawler-files.ts'
import { documents } from './files/documents.ts'
import { images } from './files/images.ts'
import { lookStyle, ownFonts, siteIcons } from './files/site-assets.ts'
import { builds, developmentReload, publicFiles } from './files/static-files.ts'
import { clientErrors } from './forms/client-errors.ts'
import { contact, limitEnquiries } from './forms/contact.ts'
import { enquiryLookup, limitLookups } from './forms/enquiry-lookup.ts'
import { limitLists, partList } from './forms/part-list.ts'
import { suggestions } from './forms/suggestions.ts'
import { health } from './health.ts'
import { pages } from './page-routes.ts'
import type { PageRenders } from './page/page-renders.ts'
import { checkUrl } from './request-checks.ts'
import type { CommonHeaders } from './response-headers.ts'

export type SharedLimits = ReturnType<typeof createSharedLimits>

/** Each limit counts a client's requests in all languages together. */
export function createSharedLimits() {
  return { lookups: limitLookups(), enquiries: limitEnquiries(), lists: limitLists() }
}

/** Creates the Express app of one language. It gets the requests that the page cache cannot answer; only that of the first language serves files. */
export function createApp(
  context: AppContext,
  commonHeaders: CommonHeaders,
  renders: PageRenders,
  { lookups, enquiries, lists }: SharedLimits,
): Express {
  const isMain = context.base === ''
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', context.config.trustProxy)

  app.use(commonHeaders.middleware)
  app.use(checkUrl)
  app.use(enquiryLookup(context, lookups))
  app.use(partList(context, lists))
  app.use(contact(context, enquiries))
  app.use(pages(context, renders, lookups))
  if (isMain) addFiles(app, context)
  app.use(compressResponse)
  if (isMain) app.use(robots(context), sitemap(context))
  app.use(googleFeed(context))
  app.use(suggestions(context))
  if (isMain) app.use(publicFiles(context))
  app.use((req) => {
    throw routeNotFound(req.originalUrl)
  })
  app.use(errorHandler(context))
  return app
}

function addFiles(app: Express, context: AppContext): void {
  app.use(health(context))
  app.use(builds(context))
  app.use(images(context))
  app.use(documents(context))
  app.use(lookStyle(context))
  app.use(ownFonts(context))
  app.use(siteIcons(context))
  if (context.config.isDevelopment) app.use(developmentReload(context))
  app.use(clientErrors(context))
}
