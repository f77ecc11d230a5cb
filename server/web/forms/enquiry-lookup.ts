import express, { Router, type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import { CONTACT_PATH } from '../../../shared/enquiry-fields.ts'
import { loadFrameOrNeutral, loadPage } from '../pages/load-page.ts'
import type { PageContext } from '../app-context.ts'
import { siteOf } from '../language-site.ts'
import { rateLimited } from '../limits/client-limits.ts'
import { PRIVATE } from '../cache-control.ts'
import { readQuery } from '../page-request.ts'
import { renderPage } from '../render.tsx'
import { limitBody, refuseOtherOrigins } from '../request-checks.ts'
import { requestState } from '../request-state.ts'
import { hideBody } from './enquiry-body.ts'

/**
 * To guess the reference of one of a thousand enquiries, a client would need sixty years, and an IPv6 network of 32
 * bits one year.
 */
const LOOKUPS_PER_MINUTE = 20
const MINUTE_MS = 60_000

/** A reference and an address, percent-encoded. */
const BODY_MAX_BYTES = 4_000

/** Prevents guessing of references and addresses. */
export function limitLookups(): RequestHandler {
  const limit = rateLimited(MINUTE_MS, LOOKUPS_PER_MINUTE)
  return (req, res, next) => {
    // Express reads some malformed URLs differently. Route and limit have to agree, so that no lookup evades the limit.
    const query = readQuery(req.originalUrl)
    if (!query.has('reference') && !query.has('lookup')) return next()
    requestState(res).route = 'contact'
    return limit(req, res, next)
  }
}

/** `POST /contact?lookup` shows an enquiry with its message to a visitor who knows its reference and e-mail address. */
export function enquiryLookup(context: PageContext, limit: RequestHandler): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.post(
    CONTACT_PATH,
    (req: Request, res: Response, next: NextFunction) => {
      if (!readQuery(req.originalUrl).has('lookup')) return next('router')
      requestState(res).route = 'contact'
      res.set('Cache-Control', PRIVATE)
      next()
    },
    refuseOtherOrigins(context),
    limit,
    limitBody(BODY_MAX_BYTES),
    express.urlencoded({ limit: BODY_MAX_BYTES, extended: false }),
    hideBody,
    (req: Request, res: Response) => showLookup(context, req, res),
  )
  return router
}

async function showLookup(context: PageContext, req: Request, res: Response): Promise<void> {
  const state = requestState(res)
  const site = siteOf(res)
  const { reference = '', email = '' } = (req.body ?? {}) as Readonly<Record<string, unknown>>
  const typed = new URLSearchParams({ reference: String(reference), email: String(email) })
  const [frame, loaded] = await Promise.all([
    loadFrameOrNeutral(context, site.store),
    loadPage(context, site, { name: 'contact', params: {} }, typed.toString(), state.id),
  ])
  const content = {
    frame,
    view: loaded,
    head: loaded.head,
    url: `${site.base}${CONTACT_PATH}?lookup`,
  }
  const onStart = () => {
    state.outcome = 'page'
    res.type('html')
  }
  await renderPage(context, content, { req, res }, onStart)
}
