import { ratio, type CaseResult, type MemoryResult } from './case-result.ts'

export interface Target {
  readonly figure: string
  readonly bound: string
  /** The measured value; null if it was not measured. */
  readonly measured: number | null
  readonly isMet: boolean
}

const MEMORY_MIB = 300
const LISTING_MS = 50

/** Compares the results with the targets. */
export function judge(results: readonly CaseResult[], memory: readonly MemoryResult[]): readonly Target[] {
  const find = (name: string, productCount: number) =>
    results.find((result) => result.name === name && result.productCount === productCount)
  const counts = [...new Set(results.map(({ productCount }) => productCount))]
  const [fewest = 0, most = 0] = [Math.min(...counts), Math.max(...counts)]
  const hot = find('hot page', fewest)
  const cold = find('cold product', fewest)
  const coldOfMany = counts.length > 1 ? find('cold product', most) : undefined
  return [
    atLeast('hot page, requests per second / fixed response', 0.6, hot && ratio(hot, 'requestsPerSecond')),
    atMost('hot page, 99th percentile / fixed response', 2, ' times', hot && ratio(hot, 'p99')),
    atMost('hot page, processor time', 0.15, ' ms', hot?.vitrine.processorTime),
    atLeast('cold product, requests per second / bare render', 0.9, cold && ratio(cold, 'requestsPerSecond')),
    atLeast(
      'cold product, requests per second, largest / smallest catalogue',
      0.85,
      cold && coldOfMany && coldOfMany.vitrine.requestsPerSecond / cold.vitrine.requestsPerSecond,
    ),
    ...['cold listing', 'search', 'suggestions'].map((name) =>
      atMost(
        `${name}, 99th percentile with one client`,
        LISTING_MS,
        ' ms',
        find(name, most)?.vitrine.p99Alone ?? undefined,
      ),
    ),
    atMost('peak memory', MEMORY_MIB, ' MiB', Math.max(...memory.map(({ peak }) => peak))),
  ].filter(({ measured }) => measured !== null)
}

function atLeast(figure: string, bound: number, measured: number | undefined): Target {
  return {
    figure,
    bound: `at least ${bound}`,
    measured: measured ?? null,
    isMet: measured !== undefined && measured >= bound,
  }
}

function atMost(figure: string, bound: number, unit: string, measured: number | undefined): Target {
  return {
    figure,
    bound: `at most ${bound}${unit}`,
    measured: measured ?? null,
    isMet: measured !== undefined && measured <= bound,
  }
}
