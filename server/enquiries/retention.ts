import { logEvent, type Logger } from '../base/log.ts'
import type { EnquiryStore } from './enquiry-store.ts'

const INTERVAL_MS = 3_600_000

const DAY_MS = 86_400_000

interface RetentionOptions {
  readonly enquiries: Pick<EnquiryStore, 'deleteAnswered'>
  readonly days: number
  readonly logger: Logger
  readonly intervalMs?: number
}

/**
 * Deletes enquiries answered more than `days` days ago, now and every hour. Any number of nodes may do so.
 * @returns a function that stops this and waits for a deletion in progress
 */
export function startRetention({
  enquiries,
  days,
  logger,
  intervalMs = INTERVAL_MS,
}: RetentionOptions): () => Promise<void> {
  let running = Promise.resolve()
  const run = () => {
    running = running.then(async () => {
      try {
        const count = await enquiries.deleteAnswered(new Date(Date.now() - days * DAY_MS))
        if (count > 0) logEvent(logger, 'enquiriesDeleted', { count })
      } catch (error) {
        logEvent(logger, 'retentionFailed', { err: error })
      }
    })
  }
  run()
  const timer = setInterval(run, intervalMs).unref()
  return () => {
    clearInterval(timer)
    return running
  }
}
