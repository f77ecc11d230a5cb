import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AppContext } from '../app-context.ts'
import { measureAge } from './measure-age.ts'
import { negotiateEncoding } from './negotiate-encoding.ts'
import type { RequestState } from './request-state.ts'
import { hasCopy, sendAnswer } from './send-answer.ts'

/**
 * Answers what is kept before anything else is asked: a finished page costs neither the app nor React.
 * @returns whether it did: not the first request of each encoding
 */
export function keptPages(context: AppContext): (req: IncomingMessage, res: ServerResponse, state: RequestState) => boolean {
  const { store, pageCache, metrics } = context
  return (req, res, state) => {
    const { method, url = '' } = req
    if (method !== 'GET' && method !== 'HEAD') return false
    const answer = pageCache.findByUrl(url, store.revision)
    const encoding = answer && negotiateEncoding(req)
    const bytes = encoding && answer.body.find(encoding)
    if (!bytes) return false
    const isKnown = hasCopy(req, answer.etag)
    state.route = answer.route
    state.outcome = isKnown ? 'not-modified' : answer.outcome
    state.age = measureAge(store)
    metrics.countLookup(state.age === undefined ? 'hit' : 'stale')
    sendAnswer(context, req, res, state, answer.headers, isKnown ? null : { encoding, bytes })
    return true
  }
}
