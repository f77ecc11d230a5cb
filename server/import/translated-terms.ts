import type { TranslatedTerm } from '../../shared/catalog.ts'
import type { DraftTranslation } from './draft-product.ts'

/** A translated name or value of an option or attribute. */
export interface TermPair {
  readonly name: string
  readonly translatedName?: string | undefined
  readonly value?: string | undefined
  readonly translatedValue?: string | undefined
}

/** Collects the texts that differ from the original ones by the name of the option or attribute, which may have none. */
export function collectTerms(pairs: readonly TermPair[]): DraftTranslation['terms'] {
  const terms = new Map<string, { name?: string; values: Map<string, string> }>()
  for (const { name, translatedName, value, translatedValue } of pairs) {
    const term = terms.get(name) ?? { values: new Map<string, string>() }
    if (translatedName && translatedName !== name) term.name = translatedName
    if (value !== undefined && translatedValue && translatedValue !== value) term.values.set(value, translatedValue)
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
