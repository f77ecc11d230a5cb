import type { CatalogSource } from '../../../shared/site.ts'
import { toInstant, todayIn } from '../../../shared/local-date-time.ts'
import type { SourceState } from '../../background-state/source-store.ts'

const DAY_MS = 86_400_000

/** Returns the last time of day that is not after `now`, in milliseconds since 1970. */
export function findLatestTime(times: readonly string[], timeZone: string, now: number): number {
  const today = todayIn(timeZone, now)
  const yesterday = new Date(Date.parse(today) - DAY_MS).toISOString().slice(0, 10)
  const instants = [yesterday, today].flatMap((day) => times.map((time) => toInstant(`${day}T${time}`, timeZone)))
  return Math.max(...instants.filter((instant) => instant <= now))
}

/** Returns whether a source is due. Several missed times of day are made up for once. */
export function isDue(source: CatalogSource, timeZone: string, state: SourceState, now: number): boolean {
  const isRetried = state.retryAt !== undefined && state.retryAt <= now
  return isRetried || findLatestTime(source.times, timeZone, now) > state.doneUntil
}
