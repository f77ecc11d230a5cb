/** Longer than any attempt to send may take, so that a lease expires only if its process has ended. */
export const LEASE_MS = 45_000

export const RETRY_MAX_MS = 3_600_000

/** The clocks of machines that share a database differ by less than this. */
const CLOCK_DIFFERENCE_MAX_MS = 10 * 60_000

interface MailTimes {
  readonly now: string
  /** A lease with a later end was written by a wrong clock and counts as expired. */
  readonly latestLeaseEnd: string
  /** A mail with a later due time was rescheduled by a wrong clock and is due now. */
  readonly latestDue: string
}

export function calculateMailTimes(now: Date): MailTimes {
  const latest = (delayMs: number) => new Date(now.getTime() + delayMs + CLOCK_DIFFERENCE_MAX_MS).toISOString()
  return { now: now.toISOString(), latestLeaseEnd: latest(LEASE_MS), latestDue: latest(RETRY_MAX_MS) }
}
