import type { IndexDirectory } from './index-storage.ts'
import type { AttributeSummary } from './listing.ts'

/**
 * Lists the attributes that are colours, those that can be filtered by a range of numbers, and those that cannot be filtered.
 */
export function summariseAttributes({ attributes, unfiltered }: IndexDirectory): AttributeSummary {
  const numeric = attributes.flatMap(({ name, numeric }) => {
    if (!numeric) return []
    const { kind, unit, share } = numeric
    return [{ name, kind, unit, share }]
  })
  const colours = attributes.flatMap(({ key, kind }) => (kind === 'colour' ? key : []))
  return { colours, numeric, unfiltered }
}
