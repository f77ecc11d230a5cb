import type { IncomingMessage, ServerResponse } from 'node:http'
import { httpError } from '../http-errors.ts'

/**
 * Waits for work until a signal aborts; the work itself goes on.
 * @throws what the work throws, or the signal's reason
 */
export async function rejectOnAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason as Error)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Returns a signal that aborts with HttpError 499 when the client disconnects before its response is complete. */
export function disconnectSignal(req: IncomingMessage, res: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const disconnect = () => {
    if (!res.writableFinished) controller.abort(httpError(499))
  }
  if (req.socket.destroyed) disconnect()
  else res.once('close', disconnect)
  return controller.signal
}

/** Requests that begin within this time share a timer, because a timer for each would cost more than many of the requests do. */
const SHARED_TIMEOUT_MS = 50

let shared: { readonly milliseconds: number; readonly createdAt: number; readonly signal: AbortSignal } | undefined

/** Returns a signal that aborts with HttpError 503 after a time, or up to 50 ms later. */
export function timeoutSignal(milliseconds: number): AbortSignal {
  const now = performance.now()
  if (shared?.milliseconds !== milliseconds || now - shared.createdAt > SHARED_TIMEOUT_MS) {
    const controller = new AbortController()
    setTimeout(() => controller.abort(httpError(503)), milliseconds + SHARED_TIMEOUT_MS).unref()
    shared = { milliseconds, createdAt: now, signal: controller.signal }
  }
  return shared.signal
}
