import { formatTable } from '../results.ts'
import { median } from '../statistics.ts'

/** A figure of the table, with one value for each run. */
export interface Figure {
  readonly name: string
  /** For example `ms`; '' for a ratio. */
  readonly unit: string
  readonly target: { readonly atMost: number } | { readonly atLeast: number } | null
  readonly values: readonly number[]
  /** Measured beside it, such as the processor time of other servers. */
  readonly beside?: string
}

/** The median decides whether a target is met. */
export function formatFigures(figures: readonly Figure[]): string {
  return formatTable(
    ['figure', 'target', 'min', 'median', 'max', '', 'beside it'],
    figures.map(({ name, unit, target, values, beside = '' }) => [
      unit === '' ? name : `${name}, ${unit}`,
      target === null ? '' : 'atMost' in target ? `at most ${target.atMost}` : `at least ${target.atLeast}`,
      ...[Math.min(...values), median(values), Math.max(...values)].map(formatNumber),
      target === null ? '' : isMet(target, median(values)) ? 'met' : '**missed**',
      beside,
    ]),
  )
}

function isMet(target: NonNullable<Figure['target']>, value: number): boolean {
  return 'atMost' in target ? value <= target.atMost : value >= target.atLeast
}

function formatNumber(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 3 })
}
