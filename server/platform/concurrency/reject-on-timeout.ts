import { httpError } from '../http-errors.ts'

/**
 * Waits for a promise for a limited time. A timeout does not end the work behind it.
 * @throws the promise's rejection, or HttpError 503 after a timeout
 */
export async function rejectOnTimeout<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(httpError(503)), timeoutMs)
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
