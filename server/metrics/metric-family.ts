import type { MetricName } from './metric-table.ts'

/** One number of a family. */
export interface Sample {
  /** What follows the family's name, such as `_bucket`. */
  readonly suffix: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** All that is told under one name. Made of plain values, so that it can go from one process to another. */
export interface MetricFamily {
  readonly name: MetricName
  readonly samples: readonly Sample[]
}

export function gauge(name: MetricName, value: number, labels: Sample['labels'] = {}): MetricFamily {
  return { name, samples: [{ suffix: '', labels, value }] }
}
