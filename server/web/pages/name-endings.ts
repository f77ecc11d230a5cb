import { ENDING_MAX_LENGTH, findEnding } from '../../../shared/name-ending.ts'
import { foldText } from '../../../shared/slug.ts'

/** How many characters of a cut name's beginning are visible at least. */
export const BEGINNING_LENGTHS = { column: 10, card: 30 }

/** Matches the first words of a text, or the beginning of a too long one. */
const FIRST_WORDS = new RegExp(`^(?:.{1,${ENDING_MAX_LENGTH}}(?=\\s|$)|.{${ENDING_MAX_LENGTH}})`, 'u')

/**
 * Chooses what is shown of long names that are cut: their ends or, if names have the same beginning and end, the words
 * from their first difference. Names that differ in two places, such as standard and size, may then still look the
 * same, so they also show the words from the second difference.
 * @returns the texts that are not the ends of the names, by name
 */
export function chooseEndings(names: Iterable<string>, beginningLength: number): ReadonlyMap<string, string> {
  const endings = new Map<string, string>()
  const unique = [...new Set(names)]
  for (let differences = 1; differences <= 2; differences++) {
    const groups = Map.groupBy(unique, (name) => describeLook(name, beginningLength, endings.get(name)))
    for (const group of groups.values()) {
      // Names that differ only in capitals or accents show their ends, like equal ones.
      if (new Set(group.map(foldText)).size === 1) continue
      const position = findDifference(group)
      for (const name of group) {
        endings.set(name, [endings.get(name), showDifference(name, position)].filter(Boolean).join(' '))
      }
    }
  }
  return endings
}

export function describeLook(name: string, beginningLength: number, ending = findEnding(name)): string {
  return foldText(ending === undefined ? name : `${name.slice(0, beginningLength)} … ${ending}`)
}

/** Each of the names has a character that differs. */
function findDifference(names: readonly string[]): number {
  const last = Math.min(...names.map(({ length }) => length)) - 1
  let position = 0
  while (position < last && names.every((name) => name[position] === names[0]![position])) position++
  // Of the two units of an emoji, only the second may differ.
  return /[\uDC00-\uDFFF]/.test(names[0]![position]!) ? position - 1 : position
}

/** Selects the words of a name from the difference on; a very long word is cut before it. */
function showDifference(name: string, position: number): string {
  const { length } = /\S*$/u.exec(name.slice(0, position))![0]
  const rest = name.slice(length < ENDING_MAX_LENGTH / 2 ? position - length : position)
  const [words] = FIRST_WORDS.exec(rest)!
  return words === rest ? words : `${words} …`
}
