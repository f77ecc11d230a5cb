import type { Request, Response } from 'express'
import { HttpError } from '../../shared/http-error.ts'

/** @throws the signal's reason, where it is over first */
export async function rejectOnAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted()
  let stop: (() => void) | undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason as Error)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop!)
  }
}

/** @returns a signal that aborts with HttpError 499 when the client disconnects before its response is complete */
export function disconnectSignal(req: Request, res: Response): AbortSignal {
  const controller = new AbortController()
  const disconnect = () => {
    if (!res.writableFinished) controller.abort(new HttpError(499, 'Client Closed Request'))
  }
  if (req.socket.destroyed) disconnect()
  else res.once('close', disconnect)
  return controller.signal
}

/** Pages that begin within this time share one end: a timer for each would cost more than many of them do. */
const SHARED_LIMIT_MS = 50

let limit: { readonly milliseconds: number; readonly begunAt: number; readonly signal: AbortSignal } | undefined

/** Ends when the time for a page is over, or a moment later. */
export function timeoutSignal(milliseconds: number): AbortSignal {
  const now = performance.now()
  if (limit?.milliseconds !== milliseconds || now - limit.begunAt > SHARED_LIMIT_MS) {
    const controller = new AbortController()
    setTimeout(
      () => controller.abort(new HttpError(503, 'Service Unavailable')),
      milliseconds + SHARED_LIMIT_MS,
    ).unref()
    limit = { milliseconds, begunAt: now, signal: controller.signal }
  }
  return limit.signal
}
