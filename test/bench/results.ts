import { ratio, type CaseResult, type MemoryResult } from './case-result.ts'
import type { Measurement } from './measure-case.ts'
import type { Target } from './targets.ts'

export function formatResults(
  results: readonly CaseResult[],
  memory: readonly MemoryResult[],
  targets: readonly Target[],
): string {
  const cases = results.map((result) => {
    const { name, productCount, vitrine, limit } = result
    const against = ratio(result, 'requestsPerSecond')
    return [
      name,
      countOf(productCount),
      ...figuresOf(vitrine),
      vitrine.p99Alone === null ? '' : milliseconds(vitrine.p99Alone),
      ...(limit ? figuresOf(limit) : ['', '', '', '']),
      against === undefined ? '' : against.toFixed(2),
    ]
  })
  return [
    formatTable(
      [
        'case',
        'products',
        'requests/s',
        'p50 ms',
        'p99 ms',
        'CPU ms',
        'p99 alone',
        'limit/s',
        'p50 ms',
        'p99 ms',
        'CPU ms',
        'ratio',
      ],
      cases,
    ),
    formatTable(
      ['server', 'products', 'MiB', 'at most'],
      memory.map(({ name, productCount, now, peak }) => [name, countOf(productCount), now.toFixed(0), peak.toFixed(0)]),
    ),
    formatTable(
      ['figure', 'target', 'measured', ''],
      targets.map(({ figure, bound, measured, isMet }) => [
        figure,
        bound,
        round(measured!),
        isMet ? 'met' : '**missed**',
      ]),
    ),
  ].join('\n\n')
}

/** Markdown; all columns but the first are right-aligned. */
export function formatTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  return [titles, titles.map((_, index) => (index === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

function figuresOf({ requestsPerSecond, p50, p99, processorTime }: Measurement): string[] {
  return [requestsPerSecond.toFixed(0), milliseconds(p50), milliseconds(p99), processorTime.toFixed(3)]
}

function milliseconds(value: number): string {
  return value.toFixed(value < 10 ? 2 : 1)
}

function round(value: number): string {
  return value.toFixed(value < 10 ? 2 : 0)
}

function countOf(productCount: number): string {
  return productCount.toLocaleString('en')
}
