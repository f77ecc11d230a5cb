import type { Bits, BitsArena } from './bits.ts'
import type { DictionaryEntry } from './dictionary.ts'
import type { ListingIndex } from './listing-index.ts'
import { findSimilarCodes } from './similar-codes.ts'
import { normaliseCode, normaliseCodePart } from './words.ts'

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
