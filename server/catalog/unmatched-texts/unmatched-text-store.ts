/** How often a text was searched for, or an address was requested, on one day. */
export interface CountedText {
  readonly text: string
  /** A day in UTC, such as `2026-03-10`. */
  readonly day: string
  readonly count: number
}

export interface UnmatchedText {
  readonly text: string
  readonly days: number
  readonly count: number
  readonly lastDay: string
}

interface ListOptions {
  /** The first day to include. */
  readonly since: string
  readonly limit: number
}

/**
 * Stores searches that no product matches, or addresses that have no page. A text becomes readable when it has been counted on three
 * days; until then only a keyed hash of it is stored. All methods throw HttpError 503 if the database is unavailable, and
 * DatabaseBusyError if another writer takes too long.
 */
export interface UnmatchedTextStore {
  /** Adds counts in one transaction, and deletes old texts and those beyond the limits. */
  add(texts: readonly CountedText[], today: string): Promise<void>
  /** Lists the readable texts, the most frequent ones first. */
  list(options: ListOptions): Promise<readonly UnmatchedText[]>
  /** Deletes all texts, hashes and the key. */
  clear(): Promise<void>
  close(): Promise<void>
}

export interface UnmatchedTextLimits {
  readonly maxTexts: number
  /** Maximum number of hashes. A text has one for each day on which it was searched for. */
  readonly maxHashes: number
}

export const DEFAULT_LIMITS: UnmatchedTextLimits = { maxTexts: 10_000, maxHashes: 30_000 }

/** Texts older than this are deleted. */
export const KEPT_DAYS = 90

/** Returns a day in UTC, such as `2026-03-10`. */
export function formatDay(time: number): string {
  return new Date(time).toISOString().slice(0, 'yyyy-mm-dd'.length)
}

const DAY_MS = 86_400_000

/** Returns the first of a number of days that end with the given day. */
export function firstOfDays(lastDay: string, days: number): string {
  return formatDay(Date.parse(lastDay) - (days - 1) * DAY_MS)
}
