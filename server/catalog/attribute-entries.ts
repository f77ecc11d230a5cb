import { buildSlug } from '../../shared/slug.ts'
import type { AttributeRule } from '../quantities/recognise-attribute.ts'

/** A row of `attributes.csv`. */
export interface AttributeEntry extends AttributeRule {
  readonly name: string
}

export const ATTRIBUTE_ENTRIES_MAX = 2_000

/** Maps the key of each attribute to its rule. */
export function listAttributeRules(entries: readonly AttributeEntry[]): ReadonlyMap<string, AttributeRule> {
  return new Map(entries.map(({ name, type, unit }) => [buildSlug(name), { type, unit }]))
}
