import type { Logger } from '../platform/log.ts'
import type { EnquiryStore } from './enquiry-store.ts'

const INTERVAL_MS = 3_600_000

const DAY_MS = 86_400_000

const SUSPECTED_DAYS = 30

interface RetentionOptions {
  readonly enquiries: Pick<EnquiryStore, 'deleteAnswered' | 'deleteSuspected'>
  /** Null if answered enquiries are kept. */
  readonly answeredDays: number | null
  readonly logger: Logger
}

/**
 * Deletes old suspected enquiries and those answered more than `answeredDays` days ago, now and every hour. Any number of nodes
 * may do so.
 * @returns a function that stops this and waits for a deletion in progress
 */
export function startRetention({ enquiries, answeredDays, logger }: RetentionOptions): () => Promise<void> {
  let running = Promise.resolve()
  const run = () => {
    running = running.then(async () => {
      try {
        const suspected = await enquiries.deleteSuspected(daysAgo(SUSPECTED_DAYS))
        if (suspected > 0) logger.info({ count: suspected }, 'suspected enquiries were deleted after 30 days')
        const answered = answeredDays === null ? 0 : await enquiries.deleteAnswered(daysAgo(answeredDays))
        if (answered > 0)
          logger.info({ count: answered }, 'answered enquiries were deleted, as ENQUIRY_RETENTION_DAYS says')
      } catch (error) {
        logger.error({ err: error }, 'old enquiries could not be deleted; another attempt follows later')
      }
    })
  }
  run()
  const timer = setInterval(run, INTERVAL_MS).unref()
  return () => {
    clearInterval(timer)
    return running
  }
}

function daysAgo(days: number): Date {
  return new Date(Date.now() - days * DAY_MS)
}
