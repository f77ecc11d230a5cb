/** Duration of a lease. An attempt to send takes less time, so a lease expires only if its process was killed. */
export const LEASE_MS = 45_000

export const RETRY_MAX_MS = 3_600_000

/** Maximum difference between the clocks of two nodes. */
const CLOCK_DIFFERENCE_MAX_MS = 10 * 60_000

interface MailTimes {
  readonly now: string
  /** A lease that ends later was made with a wrong clock, and counts as expired. */
  readonly latestLeaseEnd: string
  /** A mail that is due later was scheduled with a wrong clock, and is due now. */
  readonly latestDue: string
}

export function calculateMailTimes(now: Date): MailTimes {
  const latest = (delayMs: number) => new Date(now.getTime() + delayMs + CLOCK_DIFFERENCE_MAX_MS).toISOString()
  return { now: now.toISOString(), latestLeaseEnd: latest(LEASE_MS), latestDue: latest(RETRY_MAX_MS) }
}
