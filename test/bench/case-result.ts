import type { Measurement } from './measure-case.ts'
import { median } from './statistics.ts'

export interface CaseResult {
  readonly name: string
  readonly productCount: number
  readonly vitrine: Measurement
  readonly limit: Measurement | null
}

/** The resident memory of a server in MiB. */
export interface MemoryResult {
  readonly name: string
  readonly productCount: number
  readonly now: number
  readonly peak: number
}

/**
 * Compares Vitrine with the minimal server (`limit`): divides each round's value by the minimal server's value of the same
 * round, because the machine's speed varies, and returns the median. Undefined if there is no minimal server.
 */
export function ratio({ vitrine, limit }: CaseResult, figure: 'requestsPerSecond' | 'p99'): number | undefined {
  return limit ? median(vitrine.rounds.map((round, index) => round[figure] / limit.rounds[index]![figure])) : undefined
}
