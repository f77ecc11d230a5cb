import { foldText } from '../../../shared/slug.ts'
import { foldColumnName } from '../files/csv-columns.ts'

/** Returns unique keys: the heading, `Heading (2)` for its second column, and `Column 5` without a heading. */
export function listColumnKeys(header: readonly string[]): readonly string[] {
  const keys = new Set<string>()
  const counts = new Map<string, number>()
  return header.map((name, index) => {
    const base = name === '' ? `Column ${index + 1}` : name
    let number = counts.get(foldColumnName(base)) ?? 1
    let key = number === 1 ? base : `${base} (${number})`
    while (keys.has(foldColumnName(key))) key = `${base} (${++number})`
    counts.set(foldColumnName(base), number + 1)
    keys.add(foldColumnName(key))
    return key
  })
}

/**
 * Folds a heading so that spellings of one name are equal. Case, accents, spaces, underscores and hints in brackets
 * make no difference, `ae` is `ä`, and `imageUrl` is `image url`. In Arabic, neither do the article and the form of a final `ة`.
 */
export function foldHeading(heading: string): string {
  return splitHeading(heading).join('')
}

export function splitHeading(heading: string): readonly string[] {
  const text = heading.replace(/[([{][^)\]}]*[)\]}]/g, ' ')
  return foldText((/[\p{L}\p{N}]/u.test(text) ? text : heading).replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
    .replace(/([aou])e/g, '$1')
    .replace(/ة/g, 'ه')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map((part) => part.replace(/^ال(?=\p{L}{2})/u, ''))
    .filter(Boolean)
}
