const MINUTE_MS = 60_000

/** Reports something that may happen very often at once and then at most once a minute, with the count since the last time. */
export function countPerMinute(report: (count: number) => void): () => void {
  let count = 0
  let reportedAt = -Infinity
  return () => {
    count += 1
    if (performance.now() - reportedAt < MINUTE_MS) return
    report(count)
    reportedAt = performance.now()
    count = 0
  }
}
