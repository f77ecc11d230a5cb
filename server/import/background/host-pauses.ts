import { readRetryAfter } from '../files/request-address.ts'
import { DownloadError } from '../pictures/download-picture.ts'

/**
 * Failures in a row after which requests to a host pause. Failures of a single picture do not count, but timeouts do.
 */
const FAILURES_MAX = 5

const PAUSE_MS = 10 * 60_000
const PAUSE_MAX_MS = 3_600_000

/** Statuses with which a host asks for fewer requests. */
const BUSY_STATUSES: readonly unknown[] = [429, 503]

/** Hosts that asked for a pause or do not respond. */
export class HostPauses {
  readonly #pausedUntil = new Map<string, number>()
  readonly #failures = new Map<string, number>()

  /** Returns milliseconds since 1970, or 0 if there was no pause. */
  pausedUntil(host: string): number {
    return this.#pausedUntil.get(host) ?? 0
  }

  countSuccess(host: string): void {
    this.#failures.delete(host)
  }

  /** @returns whether the host asked for a pause, and the picture itself has not failed */
  countFailure(host: string, error: unknown, now: number): boolean {
    const { status, retryAfter } = error instanceof DownloadError ? error : { status: 0, retryAfter: undefined }
    if (BUSY_STATUSES.includes(status)) {
      this.#pausedUntil.set(host, now + choosePause(readRetryAfter(retryAfter, now)))
      return true
    }
    if (status >= 400 && status < 500) return false
    const failures = (this.#failures.get(host) ?? 0) + 1
    this.#failures.set(host, failures)
    if (failures === FAILURES_MAX) {
      this.#failures.delete(host)
      this.#pausedUntil.set(host, now + PAUSE_MS)
    }
    return false
  }
}

function choosePause(requestedMs: number | null): number {
  return requestedMs === null ? PAUSE_MS : Math.min(PAUSE_MAX_MS, Math.max(1_000, requestedMs))
}
