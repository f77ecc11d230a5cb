import { countCommonBits, createBits, setBit, type Bits } from './bits.ts'

const WORD_BYTES = 4
/** What the table in front says of each posting: whether it is a set, where it begins, its length in words, and how many products it has. */
const ENTRY_WORDS = 4

/**
 * Writes the products of each value of something: few as a list in ascending order, many as a set, whichever is smaller.
 * @param lists of ordinals, each ascending
 * @param size how many products there are
 */
export function encodePostings(lists: readonly Uint32Array[], size: number): Uint8Array {
  const bodies = lists.map((ordinals) => (ordinals.length * 32 <= size ? ordinals : toBits(ordinals, size)))
  let offset = 1 + lists.length * ENTRY_WORDS
  const words = new Uint32Array(bodies.reduce((sum, body) => sum + body.length, offset))
  words[0] = lists.length
  for (const [index, body] of bodies.entries()) {
    const ordinals = lists[index]!
    words.set([Number(body !== ordinals), offset, body.length, ordinals.length], 1 + index * ENTRY_WORDS)
    words.set(body, offset)
    offset += body.length
  }
  return new Uint8Array(words.buffer)
}

function toBits(ordinals: Uint32Array, size: number): Bits {
  const bits = createBits(size)
  for (const ordinal of ordinals) setBit(bits, ordinal)
  return bits
}

/** Reads what `encodePostings` wrote, where it lies. */
export class Postings {
  readonly #words: Uint32Array

  constructor(bytes: Uint8Array) {
    this.#words = viewWords(bytes)
  }

  /** How many values there are. */
  get length(): number {
    return this.#words[0] ?? 0
  }

  /** How many products have a value. */
  count(place: number): number {
    return this.#words[1 + place * ENTRY_WORDS + 3]!
  }

  /** How many of the products that have a value are in a set. */
  countIn(place: number, bits: Bits): number {
    const { isSet, body } = this.#read(place)
    if (isSet) return countCommonBits(body, bits)
    let count = 0
    for (let index = 0; index < body.length; index++) count += (bits[body[index]! >>> 5]! >>> (body[index]! & 31)) & 1
    return count
  }

  /** Adds the products that have a value to a set. */
  addTo(place: number, bits: Bits): void {
    const { isSet, body } = this.#read(place)
    if (isSet) for (let word = 0; word < bits.length; word++) bits[word]! |= body[word]!
    else for (const ordinal of body) setBit(bits, ordinal)
  }

  #read(place: number): { readonly isSet: boolean; readonly body: Uint32Array } {
    const entry = 1 + place * ENTRY_WORDS
    const offset = this.#words[entry + 1]!
    return { isSet: this.#words[entry] === 1, body: this.#words.subarray(offset, offset + this.#words[entry + 2]!) }
  }
}

/** Bytes as 32-bit words; copied where they do not lie as words have to. */
export function viewWords(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % WORD_BYTES === 0 ? bytes : new Uint8Array(bytes)
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / WORD_BYTES)
}
