import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseBusyError } from '../database-error.ts'
import { describeSqliteError } from './sqlite-error.ts'

/** Of a connection whose statements are tried again: asleep in the database this process answers nobody. */
export const RETRIED_BUSY_TIMEOUT_MS = 20

const RETRY_INTERVAL_MS = 50

/**
 * Tries again and again while somebody else writes, as an import does for minutes; others are answered meanwhile.
 * @param path of the file, for messages
 * @throws DatabaseBusyError at the time limit, HttpError 503 where the file cannot be used, and what the attempt throws
 */
export async function retryWhileBusy<Result>(path: string, limitMs: number, attempt: () => Result): Promise<Result> {
  const until = performance.now() + limitMs
  for (;;) {
    try {
      return attempt()
    } catch (error) {
      const described = describeSqliteError(error, path)
      if (!(described instanceof DatabaseBusyError) || performance.now() >= until) throw described
    }
    await wait(RETRY_INTERVAL_MS)
  }
}
