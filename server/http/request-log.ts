import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AppContext } from '../app-context.ts'
import { createRequestLogger } from '../log.ts'
import { releaseRequest } from './limits/pending-responses.ts'
import { isBot, storeRequestState, type RequestState } from './request-state.ts'
import { wantsTiming } from './server-timing.ts'

/** A proxy's request id is accepted only in this form, so that it cannot forge log lines. */
const REQUEST_ID = /^[\w.-]{1,128}$/

/** Returns a function that gives a request its id and, when the response ends or is aborted, counts it and logs it in one line. */
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

/** Returns the proxy's id for a request, or a new one. */
function chooseRequestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
}

/** Version, trace id, parent id and flags (W3C Trace Context, 3.2). A later version may append fields after a dash. */
const TRACE_PARENT =
  /^(?:00-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}|(?!00|ff)[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}(?:-[\x21-\x7e]*)?)$/

/** Trace and parent ids of zeros are invalid. */
const ZERO_ID = /^..-0{32}-|-0{16}-..(?:-|$)/

const TRACE_PARENT_MAX_LENGTH = 200

/** Reads the `traceparent` header for the log. @returns undefined if it is missing or invalid */
function readTraceParent({ headers }: IncomingMessage): string | undefined {
  const given = headers['traceparent']
  if (given === undefined) return undefined
  const isValid =
    typeof given === 'string' &&
    given.length <= TRACE_PARENT_MAX_LENGTH &&
    TRACE_PARENT.test(given) &&
    !ZERO_ID.test(given)
  return isValid ? given : undefined
}
