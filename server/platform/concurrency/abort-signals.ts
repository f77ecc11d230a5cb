import type { IncomingMessage, ServerResponse } from 'node:http'
import { httpError } from '../http-errors.ts'

/**
 * Waits for a promise until a signal aborts, which does not end the work behind the promise.
 * @throws the promise's rejection, or the signal's reason
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

/** Returns a signal that aborts with HttpError 499 when the client disconnects early. */
export function disconnectSignal(req: IncomingMessage, res: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const disconnect = () => {
    if (!res.writableFinished) controller.abort(httpError(499))
  }
  if (req.socket.destroyed) disconnect()
  else res.once('close', disconnect)
  return controller.signal
}

/**
 * Waits for a promise for a limited time. A timeout does not end the work behind it.
 * @throws the promise's rejection, or HttpError 503 after a timeout
 */
export async function rejectOnTimeout<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(httpError(503)), timeoutMs)
  try {
    return await rejectOnAbort(work, controller.signal)
  } finally {
    clearTimeout(timer)
  }
}
