/** Time of a lease. An attempt to send takes less, so a lease expires only if its process was killed. */
export const LEASE_MS = 45_000

export const RETRY_MAX_MS = 3_600_000

/** Maximum difference between the clocks of two nodes. */
const CLOCK_DIFFERENCE_MAX_MS = 10 * 60_000

interface MailTimes {
  readonly now: string
  /** Leases that end later come from a wrong clock and count as expired. */
  readonly latestLeaseEnd: string
  /** Mails that are due later come from a wrong clock and are due now. */
  readonly latestDue: string
}

export function calculateMailTimes(now: Date): MailTimes {
  const latest = (delayMs: number) => new Date(now.getTime() + delayMs + CLOCK_DIFFERENCE_MAX_MS).toISOString()
  return { now: now.toISOString(), latestLeaseEnd: latest(LEASE_MS), latestDue: latest(RETRY_MAX_MS) }
}
