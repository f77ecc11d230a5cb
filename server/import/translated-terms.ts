import type { TranslatedTerm } from '../../shared/catalog.ts'
import type { DraftTranslation } from './draft-product.ts'

/** A translated name or value of an option or attribute. */
export interface TermPair {
  readonly name: string
  readonly translatedName?: string | undefined
  readonly value?: string | undefined
  readonly translatedValue?: string | undefined
}

/**
 * Collects the texts by the name of the option or attribute, which may have none.
 * @param keepsSame whether a text that is the same in both languages, such as a name, counts as translated
 */
export function collectTerms(pairs: readonly TermPair[], keepsSame = false): DraftTranslation['terms'] {
  const terms = new Map<string, { name?: string; values: Map<string, string> }>()
  for (const { name, translatedName, value, translatedValue } of pairs) {
    const term = terms.get(name) ?? { values: new Map<string, string>() }
    if (translatedName && translatedName !== name) term.name = translatedName
    const isOwn = translatedValue !== value || (keepsSame && !/\d/.test(value ?? ''))
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
