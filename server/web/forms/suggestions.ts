import type { RequestHandler } from 'express'
import { SEARCH_MAX_LENGTH } from '../../../shared/constants.ts'
import { LISTING_KEYS } from '../../../shared/listing-query.ts'
import type { Suggestions } from '../../../shared/page-data.ts'
import type { AppContext } from '../app-context.ts'
import { siteOf } from '../language-site.ts'
import { rejectOnTimeout } from '../../platform/concurrency/reject-on-timeout.ts'
import { SHARED_BRIEFLY } from '../cache-control.ts'
import { sendIfNotModified } from '../files/send-file.ts'
import { clientKey } from '../limits/client-limits.ts'
import { readQuery } from '../page-request.ts'
import { requestState } from '../request-state.ts'

/** Suggestions of each kind. The list has to fit above a phone's keyboard. */
export const SUGGESTIONS_MAX = 5

const NOTHING: Suggestions = { products: [], categories: [], brands: [] }

/** `GET /suggestions?q=`: products, categories and brands that match the typed text. */
export function suggestions({
  config,
  etagPrefix,
  renderQueue,
}: Pick<AppContext, 'config' | 'etagPrefix' | 'renderQueue'>): RequestHandler {
  return async (req, res) => {
    Object.assign(requestState(res), { route: 'suggestions', outcome: 'suggestions' })
    const { store } = siteOf(res)
    res.set({ ETag: `W/"${etagPrefix}-${store.revision}"`, 'Cache-Control': SHARED_BRIEFLY, 'X-Robots-Tag': 'noindex' })
    if (sendIfNotModified(req, res)) return
    const typed = readQuery(req.originalUrl).get(LISTING_KEYS.search) ?? ''
    const text = typed.trim().slice(0, SEARCH_MAX_LENGTH)
    const find = () => rejectOnTimeout(store.suggest(text, SUGGESTIONS_MAX), config.renderTimeoutMs)
    res.json(text ? await renderQueue.run(clientKey(req.ip), find) : NOTHING)
  }
}
