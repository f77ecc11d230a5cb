import type { Measurement } from './measure-case.ts'
import { median } from './statistics.ts'

/** A case at one size of the catalogue. */
export interface CaseResult {
  readonly name: string
  readonly productCount: number
  readonly vitrine: Measurement
  readonly limit: Measurement | null
}

/** Resident memory in MiB, after all cases and at its highest. */
export interface MemoryResult {
  readonly name: string
  readonly productCount: number
  readonly now: number
  readonly peak: number
}

/**
 * What Vitrine does against its limit, each round against the one right after it; undefined where there is none. Machines are
 * faster and slower by turns, for seconds, and both rounds are in the same turn.
 */
export function ratio({ vitrine, limit }: CaseResult, figure: 'requestsPerSecond' | 'p99'): number | undefined {
  return limit ? median(vitrine.rounds.map((round, index) => round[figure] / limit.rounds[index]![figure])) : undefined
}
