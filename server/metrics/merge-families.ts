import { gauge, type MetricFamily, type Sample } from './metric-family.ts'
import type { MetricName } from './metric-table.ts'

/** What one worker told. */
export interface WorkerFamilies {
  readonly worker: number
  readonly families: readonly MetricFamily[]
}

/**
 * Puts together what workers told, each family once; a label says which worker a number is of. It stays the same for one that
 * takes another's place, whose counters begin anew as Prometheus expects of a process that was started again.
 */
export function mergeFamilies(answers: readonly WorkerFamilies[]): readonly MetricFamily[] {
  const samplesByName = new Map<MetricName, Sample[]>()
  for (const { worker, families } of answers) {
    for (const { name, samples } of families) {
      const merged = samplesByName.get(name) ?? []
      samplesByName.set(name, merged)
      for (const sample of samples) merged.push({ ...sample, labels: { worker: String(worker), ...sample.labels } })
    }
  }
  return [gauge('vitrine_workers', answers.length), ...[...samplesByName].map(([name, samples]) => ({ name, samples }))]
}
