import { Router, type NextFunction, type Request, type Response } from 'express'
import { checkEnquiry } from '../../../shared/enquiry.ts'
import { CONTACT_PATH, type Enquiry, type EnquiryItem, type EnquiryReceipt } from '../../../shared/enquiry-fields.ts'
import { writeItem } from '../../../shared/enquiry-items.ts'
import { findFittingQuantity } from '../../../shared/order-terms.ts'
import type { ListedItem, ReturnedEnquiry } from '../../../shared/page-data.ts'
import type { AppContext, PageContext } from '../app-context.ts'
import { siteOf, type LanguageSite } from '../language-site.ts'
import { isUnavailable } from '../../platform/database-error.ts'
import { limitConfirmation } from '../../enquiries/confirmation-limits.ts'
import { buildDeduplication } from '../../enquiries/deduplication.ts'
import { listOpenDays } from '../../../shared/local-date-time.ts'
import { captureSnapshots } from '../../enquiries/product-snapshot.ts'
import { httpError } from '../../platform/http-errors.ts'
import { messagesFor, serverTextsFor, type SiteLanguage } from '../../platform/language.ts'
import { loadListedItems } from '../pages/listed-items.ts'
import { showContactPage } from './contact-page.ts'
import { isJsonRequest, parseEnquiryBody, readSentEnquiry, type SentEnquiry } from './enquiry-body.ts'
import { refuseOtherOrigins } from '../request-checks.ts'
import { clientKey, rateLimited } from '../limits/client-limits.ts'
import { requestState } from '../request-state.ts'

/** Limit for each client, which includes attempts with invalid fields. */
const ENQUIRIES_PER_WINDOW = 20
const WINDOW_MS = 10 * 60_000

/** By then, a long import or a short outage has usually ended. */
const RETRY_AFTER_S = '30'

type EnquiryContext = PageContext & Pick<AppContext, 'catalog' | 'outbox'>

/** `POST /contact`: receives an enquiry, as a form or, from scripts, as JSON. */
export function contact(context: EnquiryContext): Router {
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
    (req: Request, res: Response) => receiveEnquiry(context, req, res),
  )
  return router
}

async function receiveEnquiry(context: EnquiryContext, req: Request, res: Response): Promise<void> {
  const sent = readSentEnquiry(req)
  try {
    const site = await siteOf(res).store.readSite()
    const checked = checkEnquiry(
      sent.given,
      { timeZone: site.timeZone, openDays: listOpenDays(site.contact) },
      messagesFor(site),
    )
    if ('errors' in checked) {
      await returnForm(context, req, res, { status: 422, ...sent, errors: checked.errors })
      return
    }
    // Scripts tell the visitor about a quantity that does not fit while it is typed; without them, the form is returned
    // once for each such quantity.
    const misfits = requestState(res).respondsInJson ? [] : await findMisfits(siteOf(res), checked.enquiry.items, site)
    if (misfits.some((item) => !sent.told.includes(writeItem(item)))) {
      await returnForm(context, req, res, { status: 422, ...sent, items: checked.enquiry.items, errors: {} })
      return
    }
    sendReceipt(res, await storeEnquiry(context, checked.enquiry, sent, req, res))
  } catch (error) {
    if (!isUnavailable(error)) throw error
    requestState(res).error = error
    res.set('Retry-After', RETRY_AFTER_S)
    await returnForm(context, req, res, { status: 503, ...sent, errors: {} })
  }
}

async function findMisfits(
  { store }: LanguageSite,
  items: readonly EnquiryItem[],
  language: SiteLanguage,
): Promise<readonly ListedItem[]> {
  const listed = await loadListedItems(store, items, language)
  return listed.filter(
    ({ quantity, quantityTerms }) => quantityTerms && findFittingQuantity(quantity, quantityTerms) !== quantity,
  )
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

function sendReceipt(res: Response, reference: string): void {
  if (requestState(res).respondsInJson) res.status(201).json({ reference } satisfies EnquiryReceipt)
  else res.redirect(303, `${siteOf(res).base}${CONTACT_PATH}?sent=${reference}`)
}

interface Refusal extends Pick<SentEnquiry, 'values' | 'items'>, Pick<ReturnedEnquiry, 'errors'> {
  readonly status: 422 | 503
}

async function returnForm(
  context: PageContext,
  req: Request,
  res: Response,
  { status, values, items, errors }: Refusal,
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
