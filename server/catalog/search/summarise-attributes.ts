import { buildSlug } from '../../../shared/slug.ts'
import type { IndexDirectory } from './index-storage.ts'
import type { AttributeSummary } from './listing.ts'

/** Each page of products needs the summary, and directories never change. */
const summaries = new WeakMap<IndexDirectory, AttributeSummary>()

/** Lists the attributes that are colours, numbers, or cannot be filtered. */
export function summariseAttributes(directory: IndexDirectory): AttributeSummary {
  const known = summaries.get(directory)
  if (known) return known
  const { attributes, unfiltered } = directory
  const numeric = attributes.flatMap(({ name, numeric }) => {
    if (!numeric) return []
    const { kind, unit, share } = numeric
    return [{ name, kind, unit, share }]
  })
  const colours = attributes.flatMap(({ key, kind }) => (kind === 'colour' ? key : []))
  const decimals = new Map(
    attributes.flatMap(({ key, name, numeric }) =>
      numeric?.decimal && numeric.kind !== 'number'
        ? [key, buildSlug(name)].map((each) => [each, numeric.decimal!] as const)
        : [],
    ),
  )
  const summary = { colours, numeric, decimals, unfiltered }
  summaries.set(directory, summary)
  return summary
}
