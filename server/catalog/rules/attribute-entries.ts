import { getOwn } from '../../../shared/get-own.ts'
import { buildSlug } from './build-slug.ts'
import type { AttributeRule } from './recognise-attribute.ts'

/** A row of `attributes.csv`. */
export interface AttributeEntry extends Omit<AttributeRule, 'type'> {
  readonly name: string
  /** Null if the row only translates the name. */
  readonly type: AttributeRule['type'] | null
  /** The names in further languages, by the key of the language. */
  readonly names?: Readonly<Record<string, string>>
}

export const ATTRIBUTE_ENTRIES_MAX = 2_000

export function listAttributeRules(entries: readonly AttributeEntry[]): ReadonlyMap<string, AttributeRule> {
  return new Map(
    entries.flatMap(({ name, type, unit }) => (type === null ? [] : [[buildSlug(name), { type, unit }] as const])),
  )
}

export function listAttributeNames(
  entries: readonly AttributeEntry[],
  language: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    entries.flatMap(({ name, names = {} }) => {
      const translated = getOwn(names, language)
      return translated === undefined ? [] : [[name, translated] as const]
    }),
  )
}
