import { setTimeout as wait } from 'node:timers/promises'
import { isBusy } from './sqlite-error.ts'

/** Of a connection whose statements are tried again: asleep in the database this process answers nobody. */
export const RETRIED_BUSY_TIMEOUT_MS = 20

const RETRY_INTERVAL_MS = 50

/**
 * Tries again and again while somebody else writes, as an import does for minutes; others are answered meanwhile.
 * @throws what the attempt throws, and at the time limit SQLite's own word that it is busy
 */
export async function retryWhileBusy<Result>(attempt: () => Result, limitMs: number): Promise<Result> {
  const until = performance.now() + limitMs
  for (;;) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw error
    }
    await wait(RETRY_INTERVAL_MS)
  }
}
