import type { CatalogCheck } from './check-catalog.ts'

/** A check as the terminal shows it. */
export function formatCheck({ damage, products, faults }: CatalogCheck): string {
  if (damage.length > 0) return ['The database is damaged; a backup has to take its place:', ...damage.map((line) => `  ${line}`)].join('\n')
  const found = faults.filter(({ count }) => count > 0)
  if (found.length === 0) return `${products} products: nothing to complain about.`
  return found
    .map(({ title, count, entries }) => {
      const lines = entries.map(({ slug, detail }) => `  ${slug}${detail === null ? '' : `: ${detail}`}`)
      const rest = count - entries.length
      return [`${title}: ${count}`, ...lines, ...(rest > 0 ? [`  ... and ${rest} more`] : [])].join('\n')
    })
    .join('\n\n')
}
