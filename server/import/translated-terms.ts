import type { ProductTranslation, TranslatedTerm } from '../../shared/catalog.ts'
import { getOwn } from '../../shared/get-own.ts'

export interface TermPair {
  readonly name: string
  /** A missing text keeps the stored one; a blank one removes it. */
  readonly translatedName?: string | undefined
  readonly value?: string | undefined
  readonly translatedValue?: string | undefined
}

/**
 * Collects translations by the name of the option or attribute. A value that is the same in both languages, such as a
 * name, counts as translated, unless it has a number.
 * @param before the stored translations
 */
export function collectTerms(
  pairs: readonly TermPair[],
  before: ProductTranslation['terms'] = {},
): ProductTranslation['terms'] {
  if (pairs.length === 0) return undefined
  return Object.fromEntries(
    [...Map.groupBy(pairs, ({ name }) => name)].map(([key, own]): [string, TranslatedTerm] => {
      const old = getOwn(before, key) ?? {}
      const names = own.flatMap(({ translatedName }) => translatedName ?? [])
      const name = names.length > 0 ? names.findLast((text) => text !== '' && text !== key) : old.name
      const values = own.flatMap(({ value, translatedValue }) => {
        if (value === undefined) return []
        const text = translatedValue ?? getOwn(old.values ?? {}, value)
        return text && (text !== value || !/\d/.test(value)) ? [[value, text] as const] : []
      })
      return [
        key,
        { ...(name !== undefined && { name }), ...(values.length > 0 && { values: Object.fromEntries(values) }) },
      ]
    }),
  )
}
