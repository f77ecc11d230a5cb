import { Router, type NextFunction, type Request, type Response } from 'express'
import { checkEnquiry } from '../../../shared/enquiry.ts'
import { CONTACT_PATH, type Enquiry, type EnquiryReceipt, type EnquiryValues } from '../../../shared/enquiry-fields.ts'
import { HttpError } from '../../../shared/http-error.ts'
import type { AnyLoadedPage, Frame, ReturnedEnquiry } from '../../../shared/page-data.ts'
import type { AppContext } from '../../app-context.ts'
import { isUnavailable } from '../../store/database-error.ts'
import { randomReference } from '../../enquiries/random-reference.ts'
import { buildDeduplication } from '../../enquiries/deduplication.ts'
import { captureProductSnapshot } from '../../enquiries/product-snapshot.ts'
import { messagesFor } from '../../language.ts'
import { buildContactHead } from '../../loaders/contact.ts'
import { formatContact } from '../../loaders/contact-in-words.ts'
import { loadFrameOrNeutral } from '../../loaders/load-frame-anyway.ts'
import { loadPage } from '../../loaders/load-page.ts'
import { logRenderFailure } from '../../log.ts'
import { isJsonRequest, parseEnquiryBody, readSentEnquiry, type SentEnquiry } from './enquiry-body.ts'
import { refuseOtherOrigins } from './own-origin.ts'
import { rateLimited } from '../limits/rate-limited.ts'
import { redirect } from '../pages/redirect.ts'
import { requestState } from '../request-state.ts'
import { streamPage } from '../pages/render-queued.ts'

/** Each try counts, so that there is room for putting mistakes right. */
const ENQUIRIES_PER_WINDOW = 20
const WINDOW_MS = 10 * 60_000

/** Seconds in which an import that is under way should be done, or a database be back. */
const RETRY_AFTER_S = '30'

/** `POST /contact`: an enquiry, as a plain form or from the client as JSON. */
export function contact(context: AppContext): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.post(
    CONTACT_PATH,
    (req: Request, res: Response, next: NextFunction) => {
      Object.assign(requestState(res), { route: 'contact', outcome: 'enquiry', respondsInJson: isJsonRequest(req) })
      res.set('Cache-Control', 'no-store')
      next()
    },
    refuseOtherOrigins(context),
    rateLimited(WINDOW_MS, ENQUIRIES_PER_WINDOW),
    ...parseEnquiryBody(),
    (req: Request, res: Response) => takeEnquiry(context, req, res),
  )
  return router
}

async function takeEnquiry(context: AppContext, req: Request, res: Response): Promise<void> {
  const sent = readSentEnquiry(req)
  if (sent.isRobot) {
    requestState(res).outcome = 'robot'
    // The answer of a taken enquiry, so that a robot learns nothing from it.
    sendReceipt(res, randomReference())
    return
  }
  try {
    const { timeZone, locale } = await context.store.readSite()
    const checked = checkEnquiry(sent.given, timeZone, messagesFor(locale))
    if ('errors' in checked) {
      await sendBack(context, req, res, {
        status: 422,
        statusMessage: 'Unprocessable Content',
        values: sent.values,
        errors: checked.errors,
      })
      return
    }
    sendReceipt(res, await storeEnquiry(context, checked.enquiry, sent.key, res))
  } catch (error) {
    if (!isUnavailable(error)) throw error
    requestState(res).error = error
    res.set('Retry-After', RETRY_AFTER_S)
    await sendBack(context, req, res, {
      status: 503,
      statusMessage: 'Service Unavailable',
      values: sent.values,
      errors: {},
    })
  }
}

/** @returns the reference, once the enquiry is on the disk */
async function storeEnquiry(
  { store, enquiries, outbox }: AppContext,
  enquiry: Enquiry,
  key: SentEnquiry['key'],
  res: Response,
): Promise<string> {
  const receivedAt = new Date()
  const { reference, isNew } = await enquiries.add({
    enquiry,
    snapshot: await captureProductSnapshot(store, enquiry),
    receivedAt,
    deduplication: buildDeduplication(enquiry, key, receivedAt),
    isMailed: outbox !== null,
  })
  if (isNew) outbox?.wake()
  else requestState(res).outcome = 'enquiry-again'
  return reference
}

function sendReceipt(res: Response, reference: string): void {
  const state = requestState(res)
  if (state.respondsInJson) {
    res.status(201).json({ reference } satisfies EnquiryReceipt)
    return
  }
  const { outcome } = state
  redirect(res, { redirectTo: `${CONTACT_PATH}?sent=${reference}`, status: 303 })
  state.outcome = outcome
}

interface Refusal extends Omit<ReturnedEnquiry, 'message'> {
  readonly status: 422 | 503
  readonly statusMessage: string
}

/** Responds with the form, the values that were sent, and what is wrong with them. */
async function sendBack(
  context: AppContext,
  req: Request,
  res: Response,
  { status, statusMessage, values, errors }: Refusal,
): Promise<void> {
  const state = requestState(res)
  if (state.respondsInJson) throw new HttpError(status, statusMessage, { fatal: false, fields: errors })
  state.outcome = 'returned'
  const frame = await loadFrameOrNeutral(context)
  const loaded = await loadForm(context, frame, values, state.id)
  const message = status === 503 ? messagesFor(frame.site.locale).enquiry.busy : null
  const content = {
    frame,
    view: { ...loaded, data: { ...loaded.data, returned: { values, errors, message } } },
    head: { ...loaded.head, robots: 'noindex' },
    url: CONTACT_PATH,
    signal: AbortSignal.timeout(context.config.renderTimeoutMs),
  } as const
  await streamPage(context, content, { req, res, onStart: () => res.status(status).type('html') })
}

/** The page with the form; without what it says of the product if that cannot be loaded, so that nothing typed is lost. */
async function loadForm(
  { store, enquiries, logger }: AppContext,
  { site }: Frame,
  { product, variant }: EnquiryValues,
  requestId: string,
): Promise<AnyLoadedPage & { readonly name: 'contact' }> {
  const match = { name: 'contact', params: {} } as const
  const query = new URLSearchParams({ product, variant })
  const logError = (error: unknown) => logRenderFailure(logger, requestId, error)
  const loaded = await loadPage(match, { store, enquiries, query, onDeferredError: logError }).catch(logError)
  if (loaded && !('movedTo' in loaded) && loaded.name === 'contact') return loaded
  const data = { product: null, ...formatContact(site), returned: null, sentReference: null, lookup: null }
  return { ...match, data, head: buildContactHead(site) }
}
