import { Router, type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import { checkEnquiry } from '../../../shared/enquiry.ts'
import {
  CONTACT_PATH,
  ENQUIRY_ITEMS_MAX,
  type Enquiry,
  type EnquiryItem,
  type EnquiryReceipt,
} from '../../../shared/enquiry-fields.ts'
import { describeUnloaded, writeItem } from '../../../shared/enquiry-items.ts'
import { findFittingQuantity } from '../../../shared/order-terms.ts'
import type { AnyLoadedPage, Frame, ListedItem, ReturnedEnquiry } from '../../../shared/page-data.ts'
import type { AppContext } from '../app-context.ts'
import { isUnavailable } from '../../base/database-error.ts'
import { randomReference } from '../../enquiries/random-reference.ts'
import { limitConfirmation } from '../../enquiries/confirmation-limits.ts'
import { buildDeduplication } from '../../enquiries/deduplication.ts'
import { listOpenDays } from '../../../shared/shop-times.ts'
import { captureSnapshots } from '../../enquiries/product-snapshot.ts'
import { httpError } from '../../base/http-errors.ts'
import { messagesFor, serverTextsFor, type SiteLanguage } from '../../base/language.ts'
import { buildContactHead, formatContact } from '../../loaders/contact.ts'
import { loadListedItems } from '../../loaders/listed-items.ts'
import { loadFrameOrNeutral, loadPage } from '../../loaders/load-page.ts'
import { logRenderFailure } from '../../base/log.ts'
import { isJsonRequest, parseEnquiryBody, readSentEnquiry, type SentEnquiry } from './enquiry-body.ts'
import { refuseOtherOrigins } from '../request-checks.ts'
import { clientKey, rateLimited } from '../limits/client-limits.ts'
import { requestState } from '../request-state.ts'
import { streamPage } from '../pages/render-queued.ts'

/** Limit for each client. Attempts with invalid fields count as well. */
const ENQUIRIES_PER_WINDOW = 20
const WINDOW_MS = 10 * 60_000

/** By then, a long import or a short outage has usually ended. */
const RETRY_AFTER_S = '30'

export function limitEnquiries(): RequestHandler {
  return rateLimited(WINDOW_MS, ENQUIRIES_PER_WINDOW)
}

/** `POST /contact`: receives an enquiry, as a form or, from the client's scripts, as JSON. */
export function contact(context: AppContext, limit: RequestHandler): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.post(
    CONTACT_PATH,
    (req: Request, res: Response, next: NextFunction) => {
      Object.assign(requestState(res), { route: 'contact', outcome: 'enquiry', respondsInJson: isJsonRequest(req) })
      res.set('Cache-Control', 'no-store')
      next()
    },
    refuseOtherOrigins(context),
    limit,
    ...parseEnquiryBody(),
    (req: Request, res: Response) => receiveEnquiry(context, req, res),
  )
  return router
}

async function receiveEnquiry(context: AppContext, req: Request, res: Response): Promise<void> {
  const sent = readSentEnquiry(req)
  if (sent.isRobot) {
    requestState(res).outcome = 'robot'
    // Bots must not notice the rejection, so they get a normal receipt.
    sendReceipt(context, res, randomReference())
    return
  }
  try {
    const site = await context.store.readSite()
    const checked = checkEnquiry(
      sent.given,
      { timeZone: site.timeZone, openDays: listOpenDays(site.contact) },
      messagesFor(site),
    )
    if ('errors' in checked) {
      await returnForm(context, req, res, { status: 422, ...sent, errors: checked.errors })
      return
    }
    // Scripts tell the visitor about a quantity while it is typed; a form is returned once for each.
    const misfits = requestState(res).respondsInJson ? [] : await findMisfits(context, checked.enquiry.items, site)
    if (misfits.some((item) => !sent.told.includes(writeItem(item)))) {
      await returnForm(context, req, res, { status: 422, ...sent, items: checked.enquiry.items, errors: {} })
      return
    }
    sendReceipt(context, res, await storeEnquiry(context, checked.enquiry, sent.key, req, res))
  } catch (error) {
    if (!isUnavailable(error)) throw error
    requestState(res).error = error
    res.set('Retry-After', RETRY_AFTER_S)
    await returnForm(context, req, res, { status: 503, ...sent, errors: {} })
  }
}

/** Finds the items whose quantities do not fit the packs or the minimum quantity. */
async function findMisfits(
  { store }: AppContext,
  items: readonly EnquiryItem[],
  language: SiteLanguage,
): Promise<readonly ListedItem[]> {
  const listed = await loadListedItems(store, items, language)
  return listed.filter(
    ({ quantity, quantityTerms }) => quantityTerms && findFittingQuantity(quantity, quantityTerms) !== quantity,
  )
}

async function storeEnquiry(
  { config, catalog, base, enquiries, outbox }: AppContext,
  enquiry: Enquiry,
  key: SentEnquiry['key'],
  req: Request,
  res: Response,
): Promise<string> {
  const receivedAt = new Date()
  const { reference, isNew } = await enquiries.add({
    enquiry: {
      ...enquiry,
      items: await captureSnapshots(catalog, enquiry.items),
      ...(base !== '' && { language: base.slice(1) }),
    },
    receivedAt,
    deduplication: buildDeduplication(enquiry, key, receivedAt),
    isMailed: outbox !== null,
    confirmation: config.mail?.sendsConfirmations
      ? limitConfirmation(enquiry.email, clientKey(req.ip), receivedAt)
      : null,
  })
  if (isNew) outbox?.wake()
  else requestState(res).outcome = 'enquiry-again'
  return reference
}

function sendReceipt({ base }: AppContext, res: Response, reference: string): void {
  if (requestState(res).respondsInJson) res.status(201).json({ reference } satisfies EnquiryReceipt)
  else res.redirect(303, `${base}${CONTACT_PATH}?sent=${reference}`)
}

interface Refusal extends Pick<SentEnquiry, 'values' | 'items'>, Pick<ReturnedEnquiry, 'errors'> {
  readonly status: 422 | 503
}

async function returnForm(
  context: AppContext,
  req: Request,
  res: Response,
  { status, values, items, errors }: Refusal,
): Promise<void> {
  const state = requestState(res)
  if (state.respondsInJson) throw httpError(status, { fatal: false, fields: errors })
  state.outcome = 'returned'
  const frame = await loadFrameOrNeutral(context)
  const loaded = await loadContactForm(context, frame, items, state.id)
  const hasErrors = Object.keys(errors).length > 0
  const message =
    status === 503 ? messagesFor(frame.site).enquiry.busy : hasErrors ? null : serverTextsFor(frame.site).order.returned
  const content = {
    frame,
    view: { ...loaded, data: { ...loaded.data, returned: { values, errors, message } } },
    head: { ...loaded.head, robots: 'noindex' },
    // The address of the response has the list that the page of the form had.
    url: req.originalUrl,
    signal: AbortSignal.timeout(context.config.renderTimeoutMs),
  } as const
  await streamPage(context, content, { req, res }, () => res.status(status).type('html'))
}

/** Loads the contact page with the items of a form. If the products cannot be loaded, the page is built without their names, so that the typed text is not lost. */
export async function loadContactForm(
  { store, enquiries, logger }: AppContext,
  { site, siteUrl }: Frame,
  items: readonly EnquiryItem[],
  requestId: string,
): Promise<AnyLoadedPage & { readonly name: 'contact' }> {
  const match = { name: 'contact', params: {} } as const
  const logError = (error: unknown) => logRenderFailure(logger, requestId, error)
  // A quantity that is not a number cannot be shown again, so it becomes 1.
  const shown = items.slice(0, ENQUIRY_ITEMS_MAX).map((item) => ({ ...item, quantity: item.quantity || 1 }))
  const [loaded, listed] = await Promise.all([
    loadPage(match, '', { store, enquiries, siteUrl, onDeferredError: logError }).catch(logError),
    loadListedItems(store, shown, site).catch((error: unknown) => {
      logError(error)
      return shown.map(describeUnloaded)
    }),
  ])
  const list = { items: listed, isListCut: items.length > shown.length }
  if (loaded && !('movedTo' in loaded) && loaded.name === 'contact')
    return { ...loaded, data: { ...loaded.data, ...list } }
  const data = { ...list, ...formatContact(site), returned: null, sentReference: null, lookup: null, pasted: null }
  return { ...match, data, head: buildContactHead(site) }
}
