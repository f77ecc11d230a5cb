import type { Request, Response } from 'express'
import { ENQUIRY_ITEMS_MAX, type EnquiryItem } from '../../../shared/enquiry-fields.ts'
import { describeUnloaded } from '../../../shared/enquiry-items.ts'
import type { AnyLoadedPage, Frame, PageDataByRoute } from '../../../shared/page-data.ts'
import { logRenderFailure } from '../../platform/log.ts'
import { buildContactHead, formatContact } from '../pages/contact.ts'
import { loadListedItems } from '../pages/listed-items.ts'
import { loadFrameOrNeutral, loadPage } from '../pages/load-page.ts'
import type { PageContext } from '../app-context.ts'
import { siteOf, type LanguageSite } from '../language-site.ts'
import { renderPage } from '../render.tsx'
import { requestState } from '../request-state.ts'

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
  const site = siteOf(res)
  const frame = await loadFrameOrNeutral(context, site.store)
  const loaded = await loadContactForm(context, site, frame, items, requestState(res).id)
  const content = {
    frame,
    view: { ...loaded, data: { ...loaded.data, ...describe(frame.site) } },
    head: { ...loaded.head, robots: 'noindex' },
    // This address has the list that the form's page had.
    url: req.originalUrl,
  } as const
  await renderPage(context, content, { req, res }, () => res.status(status).type('html'))
}

/** If products cannot be loaded, the page is built without their names, so that the typed text is not lost. */
async function loadContactForm(
  context: PageContext,
  language: LanguageSite,
  { site }: Frame,
  items: readonly EnquiryItem[],
  requestId: string,
): Promise<AnyLoadedPage & { readonly name: 'contact' }> {
  const match = { name: 'contact', params: {} } as const
  const logError = (error: unknown) => logRenderFailure(context.logger, requestId, error)
  // A quantity that is no number cannot be shown again, so it becomes 1.
  const shown = items.slice(0, ENQUIRY_ITEMS_MAX).map((item) => ({ ...item, quantity: item.quantity || 1 }))
  const [loaded, listed] = await Promise.all([
    loadPage(context, language, match, '', requestId).catch(logError),
    loadListedItems(language.store, shown, site).catch((error: unknown) => {
      logError(error)
      return shown.map(describeUnloaded)
    }),
  ])
  const list = { items: listed, isListCut: items.length > shown.length }
  if (loaded?.name === 'contact') return { ...loaded, data: { ...loaded.data, ...list } }
  const data = { ...list, ...formatContact(site), returned: null, sentReference: null, lookup: null, pasted: null }
  return { ...match, data, head: buildContactHead(site) }
}
