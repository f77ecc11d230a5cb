import type { RequestListener } from 'node:http'
import type { AppContext } from '../app-context.ts'
import { createRequestLog } from '../log.ts'
import { describeBody, hasCopy } from './kept-answer.ts'
import { measureAge } from './measure-age.ts'
import { negotiateEncoding } from './negotiate-encoding.ts'
import { chooseRequestId } from './request-log.ts'
import { isBot } from './request-state.ts'
import { describeTotal, wantsTiming } from './server-timing.ts'
import { readTraceParent } from './trace-parent.ts'

const NO_HEADERS: readonly string[] = []

/**
 * Answers what is kept before anything else is asked: a finished page costs neither the app nor React. The headers are those
 * that the app gave it, and the log line is the app's as well. All else goes to the app, also the first request of each
 * encoding.
 */
export function keptPages(context: AppContext, app: RequestListener): RequestListener {
  const { store, pageCache, logger, metrics, config } = context
  const logRequest = createRequestLog(logger)
  return (req, res) => {
    const { method = '', url = '', headers } = req
    const isRead = (method === 'GET' || method === 'HEAD') && context.phase === 'serving'
    const answer = isRead ? pageCache.findByUrl(url, store.revision) : undefined
    const encoding = answer && negotiateEncoding(String(headers['accept-encoding'] ?? ''))
    const body = encoding && answer.body.find(encoding)
    if (!body) {
      app(req, res)
      return
    }
    const startedAt = performance.now()
    const bytesBefore = req.socket.bytesWritten
    const requestId = chooseRequestId(req)
    const isKnown = hasCopy(req, answer.etag)
    const status = isKnown ? 304 : 200
    const age = measureAge(store)
    metrics.countLookup(age === undefined ? 'hit' : 'stale')
    res.once('close', () => {
      const durationMs = performance.now() - startedAt
      metrics.countRequest(answer.route, status, durationMs, !res.writableFinished)
      logRequest({
        requestId,
        traceparent: readTraceParent(req),
        method,
        url,
        route: answer.route,
        status,
        durationMs: Math.round(durationMs * 10) / 10,
        bytes: req.socket.bytesWritten - bytesBefore,
        bot: isBot(headers['user-agent'] ?? ''),
        outcome: !res.writableFinished ? 'aborted' : isKnown ? 'not-modified' : answer.outcome,
        age,
        error: undefined,
      })
    })
    const timing = config.isDevelopment || wantsTiming(req) ? ['server-timing', describeTotal(startedAt)] : NO_HEADERS
    res.writeHead(status, ['x-request-id', requestId, ...timing, ...answer.headers, ...(age === undefined ? [] : ['age', String(age)]), ...(isKnown ? [] : describeBody(encoding, body))])
    res.end(isKnown || method === 'HEAD' ? undefined : body)
  }
}
