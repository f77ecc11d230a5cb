import type { TranslatedTerm } from '../../shared/catalog.ts'
import type { DraftTranslation } from './draft-product.ts'

export interface TermPair {
  readonly name: string
  readonly translatedName?: string | undefined
  readonly value?: string | undefined
  readonly translatedValue?: string | undefined
}

/**
 * Collects translations by the name of the option or attribute. A value that is the same in both languages, such as a
 * name, counts as translated, unless it has a number.
 */
export function collectTerms(pairs: readonly TermPair[]): DraftTranslation['terms'] {
  const terms = new Map<string, { name?: string; values: Map<string, string> }>()
  for (const { name, translatedName, value, translatedValue } of pairs) {
    const term = terms.get(name) ?? { values: new Map<string, string>() }
    if (translatedName && translatedName !== name) term.name = translatedName
    const isOwn = translatedValue !== value || !/\d/.test(value ?? '')
    if (value !== undefined && translatedValue && isOwn) term.values.set(value, translatedValue)
    terms.set(name, term)
  }
  if (terms.size === 0) return undefined
  return Object.fromEntries(
    [...terms].map(([key, { name, values }]): [string, TranslatedTerm] => [
      key,
      { ...(name !== undefined && { name }), ...(values.size > 0 && { values: Object.fromEntries(values) }) },
    ]),
  )
}
