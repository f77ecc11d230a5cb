import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express'
import { checkEnquiry } from '../../../shared/enquiry.ts'
import {
  CONTACT_PATH,
  type Enquiry,
  type EnquiryItem,
  type EnquiryReceipt,
  ENQUIRY_ITEMS_MAX,
} from '../../../shared/enquiry-fields.ts'
import { writeItem, describeUnloaded } from '../../../shared/enquiry-items.ts'
import { findFittingQuantity } from '../../../shared/order-terms.ts'
import type { ListedItem, ReturnedEnquiry, AnyLoadedPage, Frame, PageDataByRoute } from '../../../shared/page-data.ts'
import type { AppContext, PageContext } from '../app-context.ts'
import { siteOf } from '../language-site.ts'
import { isUnavailable } from '../../platform/database-error.ts'
import { limitConfirmation, buildDeduplication } from '../../enquiries/form-limits.ts'
import { listOpenDays } from '../../../shared/local-date-time.ts'
import { captureSnapshots } from '../../enquiries/product-snapshot.ts'
import { httpError } from '../../platform/http-errors.ts'
import { messagesFor, serverTextsFor } from '../../platform/language.ts'
import { hideBody, isJsonRequest, parseEnquiryBody, readSentEnquiry, type SentEnquiry } from './enquiry-body.ts'
import { limitBody, refuseOtherOrigins } from '../request-checks.ts'
import { PRIVATE } from '../cache-control.ts'
import { readQuery } from '../page-request.ts'
import { clientKey, rateLimited } from '../limits/client-limits.ts'
import { requestState } from '../request-state.ts'
import { logRenderFailure } from '../../platform/log.ts'
import { buildContactHead, formatContact, loadListedItems } from '../pages/contact.ts'
import { loadFrameOrNeutral, loadPage } from '../pages/load-page.ts'
import { renderPage } from '../render.tsx'

/** Limit for each client, which includes attempts with invalid fields. */
const ENQUIRIES_PER_WINDOW = 20
const WINDOW_MS = 10 * 60_000

/**
 * To guess the reference of one of a thousand enquiries, a client would need sixty years, and an IPv6 network of 32
 * bits one year.
 */
const LOOKUPS_PER_MINUTE = 20
const MINUTE_MS = 60_000

/** A reference and an address, percent-encoded. */
const LOOKUP_MAX_BYTES = 4_000

const CONTACT = { name: 'contact', params: {} } as const

/** By then, a long import or a short outage has usually ended. */
const RETRY_AFTER_S = '30'

type EnquiryContext = PageContext & Pick<AppContext, 'catalog' | 'config' | 'outbox'>

type Handlers = readonly (RequestHandler | ErrorRequestHandler)[]

/** Begins a `POST` of the contact page. @param parameter in the address; without it, the next route has the request */
export function receiveForm(outcome: string, parameter?: string): RequestHandler {
  return (req, res, next) => {
    if (parameter !== undefined && !readQuery(req.originalUrl).has(parameter)) return next('route')
    Object.assign(requestState(res), { route: 'contact', outcome, respondsInJson: isJsonRequest(req) })
    res.set('Cache-Control', parameter === undefined ? 'no-store' : PRIVATE)
    next()
  }
}

/** `POST /contact`: receives an enquiry, as a form or, from scripts, as JSON. */
export function contact(context: EnquiryContext): Handlers {
  return [
    receiveForm('enquiry'),
    refuseOtherOrigins(context),
    rateLimited(WINDOW_MS, ENQUIRIES_PER_WINDOW),
    ...parseEnquiryBody(),
    (req: Request, res: Response) => receiveEnquiry(context, req, res),
  ]
}

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
export function enquiryLookup(context: PageContext, limit: RequestHandler): Handlers {
  return [
    receiveForm('page', 'lookup'),
    refuseOtherOrigins(context),
    limit,
    limitBody(LOOKUP_MAX_BYTES),
    express.urlencoded({ limit: LOOKUP_MAX_BYTES, extended: false }),
    hideBody,
    (req: Request, res: Response) => showLookup(context, req, res),
  ]
}

async function showLookup(context: PageContext, req: Request, res: Response): Promise<void> {
  const { reference = '', email = '' } = (req.body ?? {}) as Readonly<Record<string, unknown>>
  const typed = new URLSearchParams({ reference: String(reference), email: String(email) })
  const [frame, loaded] = await Promise.all([
    loadFrameOrNeutral(context, siteOf(res).store),
    loadPage(context, siteOf(res), CONTACT, typed.toString(), requestState(res).id),
  ])
  await sendContactPage(context, req, res, 200, frame, loaded)
}

async function receiveEnquiry(context: EnquiryContext, req: Request, res: Response): Promise<void> {
  const sent = readSentEnquiry(req)
  try {
    const site = await siteOf(res).store.readSite()
    const dates = { timeZone: site.timeZone, openDays: listOpenDays(site.contact) }
    const checked = checkEnquiry(sent.given, dates, messagesFor(site))
    if ('errors' in checked) return await returnForm(context, req, res, 422, { ...sent, errors: checked.errors })
    const { enquiry } = checked
    const { respondsInJson } = requestState(res)
    // Scripts tell the visitor about a quantity that does not fit while it is typed; without them, the form is returned
    // once for each such quantity.
    const listed = respondsInJson ? [] : await loadListedItems(siteOf(res).store, enquiry.items, site)
    if (listed.some((item) => !isFitting(item) && !sent.told.includes(writeItem(item))))
      return await returnForm(context, req, res, 422, { ...sent, items: enquiry.items, errors: {} })
    const reference = await storeEnquiry(context, enquiry, sent, req, res)
    if (respondsInJson) res.status(201).json({ reference } satisfies EnquiryReceipt)
    else res.redirect(303, `${siteOf(res).base}${CONTACT_PATH}?sent=${reference}`)
  } catch (error) {
    if (!isUnavailable(error)) throw error
    requestState(res).error = error
    res.set('Retry-After', RETRY_AFTER_S)
    await returnForm(context, req, res, 503, { ...sent, errors: {} })
  }
}

function isFitting({ quantity, quantityTerms }: ListedItem): boolean {
  return !quantityTerms || findFittingQuantity(quantity, quantityTerms) === quantity
}

async function storeEnquiry(
  { config, catalog, enquiries, outbox }: EnquiryContext,
  enquiry: Enquiry,
  sent: Pick<SentEnquiry, 'key' | 'isSuspected'>,
  req: Request,
  res: Response,
): Promise<string> {
  const receivedAt = new Date()
  const { base } = siteOf(res)
  const { reference, isNew } = await enquiries.add({
    enquiry: {
      ...enquiry,
      items: await captureSnapshots(catalog, enquiry.items),
      ...(base !== '' && { language: base.slice(1) }),
      ...(sent.isSuspected && { isSuspected: true }),
    },
    receivedAt,
    deduplication: buildDeduplication(enquiry, sent, receivedAt),
    isMailed: outbox !== null && !sent.isSuspected,
    confirmation:
      config.mail?.sendsConfirmations && !sent.isSuspected
        ? limitConfirmation(enquiry.email, clientKey(req.ip), receivedAt)
        : null,
  })
  // The receipt is the same, so that bots do not notice.
  if (sent.isSuspected) requestState(res).outcome = 'suspected'
  else if (isNew) outbox?.wake()
  else requestState(res).outcome = 'enquiry-again'
  return reference
}

async function returnForm(
  context: PageContext,
  req: Request,
  res: Response,
  status: 422 | 503,
  { values, items, errors }: Pick<SentEnquiry, 'values' | 'items'> & Pick<ReturnedEnquiry, 'errors'>,
): Promise<void> {
  const state = requestState(res)
  if (state.respondsInJson) throw httpError(status, { fatal: false, fields: errors })
  state.outcome = 'returned'
  const hasErrors = Object.keys(errors).length > 0
  await showContactPage(context, req, res, status, items, (site) => {
    const returned = hasErrors ? null : serverTextsFor(site).order.returned
    return { returned: { values, errors, message: status === 503 ? messagesFor(site).enquiry.busy : returned } }
  })
}

/**
 * Responds with the contact page, which shows what the visitor has entered.
 * @param describe returns the data that differ from the page without a form
 */
export async function showContactPage(
  context: PageContext,
  req: Request,
  res: Response,
  status: number,
  items: readonly EnquiryItem[],
  describe: (site: Frame['site']) => Partial<PageDataByRoute['contact']>,
): Promise<void> {
  const { store } = siteOf(res)
  const { id } = requestState(res)
  const logError = (error: unknown) => logRenderFailure(context.logger, id, error)
  const frame = await loadFrameOrNeutral(context, store)
  const { site } = frame
  // A quantity that is no number cannot be shown again, so it becomes 1.
  const shown = items.slice(0, ENQUIRY_ITEMS_MAX).map((item) => ({ ...item, quantity: item.quantity || 1 }))
  // If products cannot be loaded, the page is built without their names, so that the typed text is not lost.
  const [loaded, listed] = await Promise.all([
    loadPage(context, siteOf(res), CONTACT, '', id).catch(logError),
    loadListedItems(store, shown, site).catch((error: unknown) => {
      logError(error)
      return shown.map(describeUnloaded)
    }),
  ])
  const list = { items: listed, isListCut: items.length > shown.length, ...describe(site) }
  const empty = { ...formatContact(site), returned: null, sentReference: null, lookup: null, pasted: null }
  const view =
    loaded?.name === 'contact'
      ? { ...loaded, data: { ...loaded.data, ...list } }
      : { ...CONTACT, data: { ...empty, ...list }, head: buildContactHead(site) }
  await sendContactPage(context, req, res, status, frame, view)
}

async function sendContactPage(
  context: PageContext,
  req: Request,
  res: Response,
  status: number,
  frame: Frame,
  view: AnyLoadedPage,
): Promise<void> {
  // This address has the list that the form's page had.
  const content = { frame, view, head: { ...view.head, robots: 'noindex' }, url: req.originalUrl } as const
  await renderPage(context, content, { req, res }, () => res.status(status).type('html'))
}
