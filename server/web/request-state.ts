import type { RequestHandler, Response } from 'express'
import { isbot } from 'isbot'
import { memoizeBounded } from '../platform/memoize-bounded.ts'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { AppContext } from './app-context.ts'
import { redactUrl } from '../platform/redact-url.ts'

export interface RequestState {
  readonly id: string
  readonly userAgent: string
  route: string | null
  outcome: string
  respondsInJson: boolean
  /** The search text, if the response is a page of a search without matches. */
  unmatchedSearch: string | null
  /** The path, if it has no page and leads nowhere. */
  missingAddress: string | null
  error: unknown
  /** Age of a stale response in seconds; undefined if the response is fresh. */
  age: number | undefined
}

export function requestState(res: Response): RequestState {
  return res.locals['state'] as RequestState
}

export function recordAs(values: Partial<Pick<RequestState, 'route' | 'outcome' | 'respondsInJson'>>): RequestHandler {
  return (_req, res, next) => {
    Object.assign(requestState(res), values)
    next()
  }
}

/** Whether the client is a search engine or a link preview. */
export function isBotRequest(res: Response): boolean {
  return isBot(requestState(res).userAgent)
}

export const isBot = memoizeBounded((userAgent) => isbot(userAgent))

/** Other characters in a client's request id could forge log lines. */
const REQUEST_ID = /^[\w.-]{1,128}$/

/** Creates the state of each request, which is counted and logged when the response ends. */
export function recordRequests({
  logger,
  metrics,
  unmatchedSearches,
  missingAddresses,
}: Pick<AppContext, 'logger' | 'metrics' | 'missingAddresses' | 'unmatchedSearches'>): RequestHandler {
  // Searching a line for fields to redact would take several times as long as writing it.
  const plain = logger.child({}, { redact: [] })
  return (req, res, next) => {
    const startedAt = performance.now()
    const { method = '', url = '', socket } = req
    const userAgent = req.headers['user-agent'] ?? ''
    const bytesBefore = socket.bytesWritten
    const state: RequestState = {
      id: chooseRequestId(req),
      userAgent,
      route: null,
      outcome: 'error',
      respondsInJson: false,
      unmatchedSearch: null,
      missingAddress: null,
      error: undefined,
      age: undefined,
    }
    res.locals['state'] = state
    res.once('close', () => {
      const durationMs = performance.now() - startedAt
      metrics?.countRequest(state.route, res.statusCode, durationMs, !res.writableFinished)
      if (state.unmatchedSearch !== null && method === 'GET' && res.writableFinished && !isBot(userAgent))
        unmatchedSearches?.count(state.unmatchedSearch)
      // Bots are counted too, because search engines ask for old addresses.
      if (state.missingAddress !== null) missingAddresses?.count(state.missingAddress)
      const line = {
        requestId: state.id,
        method,
        url: redactUrl(url),
        route: state.route,
        status: res.statusCode,
        durationMs: Math.round(durationMs * 10) / 10,
        bytes: socket.bytesWritten - bytesBefore,
        bot: isBot(userAgent),
        outcome: res.writableFinished ? state.outcome : 'aborted',
        age: state.age,
      }
      // A warning, because refusing requests under overload is intended and frequent.
      if (line.outcome === 'busy') plain.warn(line, 'request')
      else if (line.status >= 500) logger.error({ ...line, err: state.error }, 'request')
      else plain[line.route === 'health' ? 'debug' : 'info'](line, 'request')
    })
    next()
  }
}

function chooseRequestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
}
