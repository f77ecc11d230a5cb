import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AppContext } from '../app-context.ts'
import { createRequestLogger } from '../log.ts'
import { isBot, storeRequestState, type RequestState } from './request-state.ts'
import { wantsTiming } from './server-timing.ts'
import { releaseRequest } from './limits/pending-responses.ts'
import { readTraceParent } from './trace-parent.ts'

/** An id from the proxy is taken over only in this shape, so that it can break no log. */
const REQUEST_ID = /^[\w.-]{1,128}$/

/** Gives each request its id, counts it and writes its one line when the answer has ended, however it ended. */
export function createRequestRecorder({
  logger,
  metrics,
  config,
}: AppContext): (req: IncomingMessage, res: ServerResponse) => RequestState {
  const logRequest = createRequestLogger(logger)
  return (req, res) => {
    const startedAt = performance.now()
    const { method = '', url = '', socket } = req
    const userAgent = req.headers['user-agent']
    const bytesBefore = socket.bytesWritten
    const state: RequestState = {
      id: chooseRequestId(req),
      userAgent,
      startedAt,
      route: null,
      outcome: 'error',
      respondsInJson: false,
      error: undefined,
      age: undefined,
      timings: wantsTiming(req, config) ? [] : null,
    }
    storeRequestState(res, state)
    res.once('close', () => {
      releaseRequest(res)
      const durationMs = performance.now() - startedAt
      metrics.countRequest(state.route, res.statusCode, durationMs, !res.writableFinished)
      logRequest({
        requestId: state.id,
        traceparent: readTraceParent(req),
        method,
        url,
        route: state.route,
        status: res.statusCode,
        durationMs: Math.round(durationMs * 10) / 10,
        bytes: socket.bytesWritten - bytesBefore,
        bot: isBot(userAgent),
        outcome: res.writableFinished ? state.outcome : 'aborted',
        age: state.age,
        error: state.error,
      })
    })
    return state
  }
}

/** The proxy's id for a request, or a new one. */
function chooseRequestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
}
