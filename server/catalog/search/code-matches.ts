import type { Bits, BitsArena } from './bits.ts'
import type { DictionaryEntry } from './dictionary.ts'
import type { ListingIndex } from './listing-index.ts'
import { normaliseCode, normaliseCodePart, WORD_MAX_LENGTH } from './words.ts'
import { countContainers, listOrdinals } from './containers.ts'
import { isWithinTypos } from './correct-word.ts'

/** A scan by prefix stops at this number of products. */
const CODE_MATCHES_ENOUGH = 200

/** Part numbers that contain the search are found if its words find at most this number of products. */
const FEW_PRODUCTS = 10

/** Numbers and texts with spaces, such as '4 GB', occur in many part numbers by chance. */
const PART_NUMBER = /^(?=.*\D)\S+$/

/** Finds products by part number, for one search. */
export class CodeMatches {
  readonly #index: ListingIndex
  readonly #arena: BitsArena
  readonly #longer = new Map<string, Bits | null>()

  constructor(index: ListingIndex, arena: BitsArena) {
    this.#index = index
    this.#arena = arena
  }

  /**
   * Finds the products whose part number begins with a text; null if there are none.
   * @param code as `normaliseCodePart` returns it
   */
  async findLonger(code: string | null): Promise<Bits | null> {
    if (code === null) return null
    let found = this.#longer.get(code)
    if (found === undefined) this.#longer.set(code, (found = await this.#findPrefix(code)))
    return found
  }

  /** Finds the products whose part number equals the whole search, ignoring spaces; null if there are none. */
  async findExact(search: string): Promise<Bits | null> {
    const code = normaliseCode(search)
    const entry = code === null ? undefined : await this.#index.codes.find(code)
    return entry ? this.#readProducts(entry) : null
  }

  /**
   * Finds the products whose part number begins with the whole search, ignoring spaces, or is similar, the most similar
   * first; only the former if `exact` are those whose part number equals it.
   * @param found number of products that the words of the search find. If there are many, similar part numbers, which
   * take several milliseconds, are looked up only if the search can hardly be anything else
   */
  async findSimilar(
    search: string,
    exact: Bits | null,
    found: number,
    isSuggesting: boolean,
  ): Promise<readonly Bits[]> {
    const code = normaliseCodePart(search)
    const longer = await this.findLonger(code)
    if (code === null || exact) return longer ? [longer] : []
    const isRare = found <= FEW_PRODUCTS
    const isLookedUp = isRare || (!isSuggesting && PART_NUMBER.test(search.trim()))
    const near = isLookedUp ? await findSimilarCodes(this.#index, code, !isRare || longer !== null) : []
    const nearlyWhole: Bits[] = []
    const others: Bits[] = []
    for (const { entry: similar, isNearlyWhole } of near) {
      const bits = await this.#readProducts(similar)
      if (isNearlyWhole) nearlyWhole.push(bits)
      else if (isRare) others.push(bits)
    }
    return [...nearlyWhole, ...(longer ? [longer] : []), ...others]
  }

  async #readProducts(entry: DictionaryEntry): Promise<Bits> {
    const bits = this.#arena.empty()
    await this.#index.codes.addProducts(entry, bits)
    return bits
  }

  async #findPrefix(code: string): Promise<Bits | null> {
    const bits = this.#arena.empty()
    let count = 0
    for await (const entry of this.#index.codes.list(code)) {
      await this.#index.codes.addProducts(entry, bits)
      count += entry.documents
      if (count >= CODE_MATCHES_ENOUGH) break
    }
    return count === 0 ? null : bits
  }
}

/** Characters that are easily confused on a label or a screen. */
const LOOK_ALIKES: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1', s: '5', b: '8' }

/** Part numbers are indexed by grams of this number of characters. */
const GRAM_LENGTH = 3
const START = '^'
const END = '$'
/** Grams with the start or end mark, which a longer part number that contains the text lacks. */
const MARKED_GRAMS = 2
/** A shorter text occurs in too many part numbers. */
const CONTAINED_MIN_LENGTH = 3
/** In a shorter text, a wrong character leaves too little in common. */
const WRONG_MIN_LENGTH = 5
/** A wrong character changes at most this number of grams. */
const GRAMS_OF_ERROR = 3
/** Maximum number of part numbers that are compared with the text. */
const COMPARED_MAX = 200
const FOUND_MAX = 10
/** With at most this number of other characters, a part number is probably the one that was meant. */
const NEARLY_WHOLE_MAX_OTHERS = 2

interface SimilarCode {
  readonly entry: DictionaryEntry
  /** Whether the text lacks at most two characters of the part number. */
  readonly isNearlyWhole: boolean
}

/** GTINs are not indexed by parts (n-grams), because they are copied instead of typed, and any few digits occur in some GTIN. */
const GTIN = /^\d{11,}$/

/** Replaces look-alikes with digits: 'LC-B0' and 'LC-8O' become equal. @param code as `normaliseCode` returns it */
function unifyLookAlikes(code: string): string {
  return code.replace(/[oilsb]/g, (letter) => LOOK_ALIKES[letter] ?? letter)
}

/** Lists the grams of a part number, with marks for its start and end; a GTIN has none, nor one that no part finds. */
export function listGrams(code: string): ReadonlySet<string> {
  const grams = new Set<string>()
  if (GTIN.test(code) || code.length < CONTAINED_MIN_LENGTH || code.length > WORD_MAX_LENGTH) return grams
  const text = `${START}${unifyLookAlikes(code)}${END}`
  for (let place = 0; place + GRAM_LENGTH <= text.length; place++) grams.add(text.slice(place, place + GRAM_LENGTH))
  return grams
}

/**
 * Finds part numbers that contain a text or differ by one character, apart from look-alikes such as O and 0.
 * @param code as `normaliseCodePart` returns it
 * @param isPart whether they must contain the text
 * @returns the most similar first, at most 10
 */
export async function findSimilarCodes(
  index: ListingIndex,
  code: string,
  isPart = false,
): Promise<readonly SimilarCode[]> {
  const grams = listGrams(code)
  if (grams.size === 0) return []
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
      // Of equally long ones, those that begin with the text come first.
      rank: others + (isContained ? Math.min(at, 1) / 2 : 2),
    })
  }
  return found.toSorted((one, other) => one.rank - other.rank).slice(0, FOUND_MAX)
}

/** Lists the indexes of at most `COMPARED_MAX` counts from `least` on, highest first. */
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

/** Returns whether a text is a product's number, ignoring case, spaces and punctuation. */
export async function hasCode(index: ListingIndex, text: string): Promise<boolean> {
  const code = normaliseCode(text)
  return code !== null && (await index.codes.find(code)) !== undefined
}

/**
 * Finds the products with each part number (article number, maker's number, GTIN, that of another maker), and those
 * that replace one, ignoring case, spaces and punctuation.
 * @param limit maximum number of products of each part number
 * @returns the products' ids by the given number; unknown numbers are left out
 * @throws StaleIndexError if the index was replaced meanwhile
 */
export async function findByNumbers(
  index: ListingIndex,
  numbers: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const found = new Map<string, readonly number[]>()
  for (const number of numbers) {
    const code = normaliseCode(number)
    const entry = code === null ? undefined : await index.codes.find(code)
    if (entry) found.set(number, await index.readIds(listOrdinals(await index.codes.readPayload(entry), limit)))
  }
  return found
}
