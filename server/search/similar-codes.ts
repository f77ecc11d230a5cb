import { countContainers } from './containers.ts'
import { isWithinTypos } from './correct-word.ts'
import type { DictionaryEntry } from './dictionary.ts'
import type { ListingIndex } from './listing-index.ts'

/** Characters that are easily confused when a part number is read from a label or a screen. */
const LOOK_ALIKES: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1', s: '5', b: '8' }

/** Part numbers are indexed by their grams, which are sequences of this number of characters. */
const GRAM_LENGTH = 3
const START = '^'
const END = '$'
/** Number of grams that include the start or end mark. A longer part number that contains the text does not have these. */
const MARKED_GRAMS = 2
/** Minimum length of a text to search for. A shorter text would occur in too many part numbers. */
const CONTAINED_MIN_LENGTH = 3
/** Minimum length of a text in which a wrong character is corrected. A shorter text would have too little in common. */
const WRONG_MIN_LENGTH = 5
/** One wrong character changes at most this number of grams. */
const GRAMS_OF_ERROR = 3
/** Maximum number of part numbers that are read and compared with the text. */
const COMPARED_MAX = 200
const FOUND_MAX = 10
/** A part number that contains the text and at most this number of other characters is probably the one that was meant. */
const NEARLY_WHOLE_MAX_OTHERS = 2

export interface SimilarCode {
  readonly entry: DictionaryEntry
  /** Whether the part number is the text with at most two more characters. */
  readonly isNearlyWhole: boolean
}

/** GTINs are not indexed by grams, because they are copied instead of typed and any few digits occur in some GTIN. */
const GTIN = /^\d{11,}$/

/**
 * Replaces look-alike characters with digits, so that 'LC-B0' and 'LC-8O' are equal.
 * @param code as `normaliseCode` returns it
 */
function unifyLookAlikes(code: string): string {
  return code.replace(/[oilsb]/g, (letter) => LOOK_ALIKES[letter] ?? letter)
}

/** Lists the grams of a part number, including marks for its start and end; a GTIN has none. */
export function listGrams(code: string): ReadonlySet<string> {
  const grams = new Set<string>()
  if (GTIN.test(code)) return grams
  const text = `${START}${unifyLookAlikes(code)}${END}`
  for (let place = 0; place + GRAM_LENGTH <= text.length; place++) grams.add(text.slice(place, place + GRAM_LENGTH))
  return grams
}

/**
 * Finds the part numbers that contain a text or differ from it by one character. Look-alikes such as O and 0 are treated as
 * equal.
 * @param code as `normaliseCode` returns it
 * @param isPart whether the part numbers must contain the text
 * @returns the most similar first, at most 10
 */
export async function findSimilarCodes(
  index: ListingIndex,
  code: string,
  isPart = false,
): Promise<readonly SimilarCode[]> {
  const grams = listGrams(code)
  if (code.length < CONTAINED_MIN_LENGTH || grams.size === 0) return []
  const counts = new Uint8Array(index.codes.size)
  for (const gram of grams) {
    const entry = await index.grams.find(gram)
    if (entry) countContainers(await index.grams.readPayload(entry), counts)
  }
  const wanted = unifyLookAlikes(code)
  const lost = isPart || wanted.length < WRONG_MIN_LENGTH ? MARKED_GRAMS : GRAMS_OF_ERROR
  const least = Math.max(1, grams.size - lost)
  const found: (SimilarCode & { readonly rank: number })[] = []
  for (const entry of await index.codes.readNumbers(listMostFrequent(counts, least, grams.size))) {
    const candidate = unifyLookAlikes(entry.key)
    const at = candidate.indexOf(wanted)
    const isContained = at >= 0
    if (!isContained && (isPart || wanted.length < WRONG_MIN_LENGTH || !isWithinTypos(wanted, candidate, 1))) continue
    const others = candidate.length - wanted.length
    found.push({
      entry,
      isNearlyWhole: isContained && others <= NEARLY_WHOLE_MAX_OTHERS,
      // Of equally long part numbers, those that begin with the text come first.
      rank: others + (isContained ? Math.min(at, 1) / 2 : 2),
    })
  }
  return found.toSorted((one, other) => one.rank - other.rank).slice(0, FOUND_MAX)
}

/**
 * Lists the indexes of the highest counts, highest first: only counts of at least `least`, and at most `COMPARED_MAX` of them.
 */
function listMostFrequent(counts: Uint8Array, least: number, highest: number): readonly number[] {
  const byCount = Array.from({ length: highest + 1 }, (): number[] => [])
  for (let number = 0; number < counts.length; number++) {
    const count = counts[number]!
    if (count < least) continue
    const numbers = byCount[count]
    if (numbers && numbers.length < COMPARED_MAX) numbers.push(number)
  }
  return byCount.toReversed().flat().slice(0, COMPARED_MAX)
}
