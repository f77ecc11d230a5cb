import type { MetricFamily, Sample } from './metric-family.ts'
import { METRICS } from './metric-table.ts'

/** Content type of the text format (Prometheus, exposition formats, version 0.0.4). */
export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Families as Prometheus reads them. */
export function writeExposition(families: readonly MetricFamily[]): string {
  return families.map(writeFamily).join('')
}

function writeFamily({ name, samples }: MetricFamily): string {
  const { type, meaning } = METRICS[name]
  const help = meaning.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${samples.map((sample) => writeSample(name, sample)).join('')}`
}

function writeSample(name: string, { suffix, labels, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`)
  return `${name}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
