import express, { type Express } from 'express'
import type { AppContext } from './app-context.ts'
import { accentStyle } from './http/files/accent-style.ts'
import { builds } from './http/files/static-files.ts'
import { checkUrl } from './http/pages/check-url.ts'
import { clientErrors } from './http/forms/client-errors.ts'
import { createCommonHeaders } from './http/response-headers.ts'
import { compressResponse } from './http/cache/compressed.ts'
import { contact } from './http/forms/contact.ts'
import { developmentReload } from './http/development-reload.ts'
import { errorHandler } from './http/error-response.ts'
import { googleFeed } from './http/files/google-feed.ts'
import { health } from './http/health.ts'
import { images } from './http/files/images.ts'
import { notFound } from './http/not-found.ts'
import { pages } from './http/pages/pages.ts'
import { publicFiles } from './http/files/public-files.ts'
import { robots } from './http/files/robots.ts'
import { siteIcons } from './http/files/site-icons.ts'
import { sitemap } from './http/files/sitemap.ts'
import { suggestions } from './http/forms/suggestions.ts'

/** The pipeline of every request that has no cached page, in its order. Pages come first: they are requested most. */
export function createApp(context: AppContext): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', context.config.trustProxy)

  const commonHeaders = createCommonHeaders(context)
  app.use(commonHeaders.middleware)
  app.use(checkUrl)
  app.use(contact(context))
  app.use(pages(context, commonHeaders))
  app.use(health(context))
  app.use(builds(context))
  app.use(images(context))
  app.use(accentStyle)
  app.use(siteIcons(context))
  if (context.config.isDevelopment) app.use(developmentReload(context))
  app.use(clientErrors(context))
  app.use(compressResponse)
  app.use(robots(context))
  app.use(sitemap(context))
  app.use(googleFeed(context))
  app.use(suggestions(context))
  app.use(publicFiles(context))
  app.use(notFound)
  app.use(errorHandler(context))
  return app
}
