import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import type { AppContext } from '../app-context.ts'
import { createRequestLog } from '../log.ts'
import { isBotRequest, startRequestState } from './request-state.ts'
import { addServerTiming, wantsTiming } from './server-timing.ts'
import { readTraceParent } from './trace-parent.ts'

/** An id from the proxy is taken over only in this shape, so that it can break no log. */
const REQUEST_ID = /^[\w.-]{1,128}$/

/** Gives each request its id, counts it and writes its one line when the answer has ended, however it ended. */
export function requestLog({ logger, metrics, config }: AppContext): RequestHandler {
  const logRequest = createRequestLog(logger)
  return (req, res, next) => {
    const startedAt = performance.now()
    const bytesBefore = req.socket.bytesWritten
    const id = chooseRequestId(req)
    const state = startRequestState(res, id, req.headers['user-agent'])
    res.setHeader('X-Request-Id', id)
    if (config.isDevelopment || wantsTiming(req)) addServerTiming(res, startedAt)
    res.once('close', () => {
      const durationMs = performance.now() - startedAt
      metrics.countRequest(state.route, res.statusCode, durationMs, !res.writableFinished)
      logRequest({
        requestId: id,
        traceparent: readTraceParent(req),
        method: req.method,
        url: req.originalUrl,
        route: state.route,
        status: res.statusCode,
        durationMs: Math.round(durationMs * 10) / 10,
        bytes: req.socket.bytesWritten - bytesBefore,
        bot: isBotRequest(res),
        outcome: res.writableFinished ? state.outcome : 'aborted',
        age: state.age,
        error: state.error,
      })
    })
    next()
  }
}

/** The proxy's id for a request, or a new one. */
export function chooseRequestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
}
