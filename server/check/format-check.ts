import { formatUnfinished } from '../import/format-report.ts'
import type { CatalogCheck } from './check-catalog.ts'
import type { FaultList } from './faults.ts'

/** A check as the terminal shows it. */
export function formatCheck({ damage, products, faults, unfinished }: CatalogCheck): string {
  if (damage.length > 0)
    return ['The database is damaged; a backup has to take its place:', ...damage.map((line) => `  ${line}`)].join('\n')
  const found = [...faults.filter(({ count }) => count > 0).map(formatFaults), formatUnfinished(unfinished)].filter(
    Boolean,
  )
  return found.length === 0 ? `${products} products: nothing to complain about.` : found.join('\n\n')
}

function formatFaults({ title, count, entries }: FaultList): string {
  const lines = entries.map(({ slug, detail }) => `  ${slug}${detail === null ? '' : `: ${detail}`}`)
  const rest = count - entries.length
  return [`${title}: ${count}`, ...lines, ...(rest > 0 ? [`  ... and ${rest} more`] : [])].join('\n')
}
