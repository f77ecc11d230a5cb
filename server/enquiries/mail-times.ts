/** Longer than any sending may take, so that a mail is leased again only if its sender has ended. */
export const LEASE_MS = 45_000

/** Longest delay before the next try. */
export const RETRY_MAX_MS = 3_600_000

/** The clocks of machines that share a database differ by less than this. */
const CLOCK_DIFFERENCE_MAX_MS = 10 * 60_000

/** ISO 8601 times that stored ones are compared with. */
interface MailTimes {
  readonly now: string
  /** A lease that ends later was given by a wrong clock and counts as expired. */
  readonly latestLeaseEnd: string
  /** A mail that is due later was put off by a wrong clock and is due now. */
  readonly latestDue: string
}

export function calculateMailTimes(now: Date): MailTimes {
  const latest = (delayMs: number) => new Date(now.getTime() + delayMs + CLOCK_DIFFERENCE_MAX_MS).toISOString()
  return { now: now.toISOString(), latestLeaseEnd: latest(LEASE_MS), latestDue: latest(RETRY_MAX_MS) }
}
