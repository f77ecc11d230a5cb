import type { Measurement } from './measure-case.ts'
import { median } from './statistics.ts'

export interface CaseResult {
  readonly name: string
  readonly productCount: number
  readonly vitrine: Measurement
  readonly limit: Measurement | null
}

/** Resident memory in MiB. */
export interface MemoryResult {
  readonly name: string
  readonly productCount: number
  readonly now: number
  readonly peak: number
}

/** Returns the median ratio of Vitrine and the minimal server (`limit`), round by round, because the machine's speed varies. */
export function ratio({ vitrine, limit }: CaseResult, figure: 'requestsPerSecond' | 'p99'): number | undefined {
  return limit ? median(vitrine.rounds.map((round, index) => round[figure] / limit.rounds[index]![figure])) : undefined
}
