import { countOnesOfWord } from './bits.ts'
import type { ListingIndex } from './listing-index.ts'

/** Minimum length of a word by its number of typos. Shorter words are similar to too many others. */
const MIN_LENGTHS = { 1: 4, 2: 8 } as const

/** Factors for candidates with the same first letter, which is rarely mistyped, and with the same letters in another order. */
const SAME_START = 2
const SAME_LETTERS = 3

/**
 * Corrects a mistyped word: returns the most likely word of the catalogue within this number of typos, or null.
 * @param least number of products that the corrected word must have
 */
export async function correctWord(
  index: ListingIndex,
  word: string,
  typos: 1 | 2,
  least: number,
): Promise<string | null> {
  if (word.length < MIN_LENGTHS[typos]) return null
  // A word of the minimum length is not shortened, because too little would be left: 'asdf' does not become 'adf'.
  const shortest = word.length === MIN_LENGTHS[typos] ? word.length : word.length - typos
  let best: Candidate | null = null
  for (let length = shortest; length <= word.length + typos; length++) {
    const list = await index.readWordList(length)
    if (list) best = chooseNearest(list, word, typos, least, best)
  }
  return best?.word ?? null
}

interface Candidate {
  readonly word: string
  /** Number of products with the word, times how likely the typo is. */
  readonly likelihood: number
}

/** Returns the most likely word of a list, or `bestSoFar`. */
function chooseNearest(
  { length, documents, masks, text }: WordList,
  word: string,
  typos: number,
  least: number,
  bestSoFar: Candidate | null,
): Candidate | null {
  const mask = maskLetters(word)
  let best = bestSoFar
  for (let place = 0; place < documents.length; place++) {
    const count = documents[place] ?? 0
    if (count < least || count * SAME_START * SAME_LETTERS <= (best?.likelihood ?? 0)) continue
    // A typo changes at most two bits: those of the wrong and the right letter.
    const changed = countOnesOfWord((masks[place] ?? 0) ^ mask)
    if (changed > typos * 2) continue
    const candidate = text.slice(place * length, (place + 1) * length)
    const hasSameStart = candidate.startsWith(word.slice(0, 1))
    const hasSameLetters = changed === 0 && length === word.length
    const likelihood = count * (hasSameStart ? SAME_START : 1) * (hasSameLetters ? SAME_LETTERS : 1)
    if (likelihood > (best?.likelihood ?? 0) && isWithinTypos(word, candidate, typos))
      best = { word: candidate, likelihood }
  }
  return best
}

/**
 * Returns whether two words differ by at most this number of typos: added, missing or wrong letters, or two swapped neighbours.
 */
export function isWithinTypos(one: string, other: string, typos: number): boolean {
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  let [oneEnd, otherEnd] = [one.length, other.length]
  while (oneEnd > start && otherEnd > start && one[oneEnd - 1] === other[otherEnd - 1]) {
    oneEnd--
    otherEnd--
  }
  const [left, right] = [oneEnd - start, otherEnd - start]
  if (left === 0 || right === 0) return left + right <= typos
  if (typos === 0) return false
  const [rest, otherRest] = [one.slice(start, oneEnd), other.slice(start, otherEnd)]
  if (
    rest[0] === otherRest[1] &&
    rest[1] === otherRest[0] &&
    isWithinTypos(rest.slice(2), otherRest.slice(2), typos - 1)
  )
    return true
  return (
    isWithinTypos(rest.slice(1), otherRest.slice(1), typos - 1) ||
    isWithinTypos(rest.slice(1), otherRest, typos - 1) ||
    isWithinTypos(rest, otherRest.slice(1), typos - 1)
  )
}

/** The words of one length, with the number of products and the letter mask of each. */
export interface WordList {
  readonly length: number
  readonly documents: Uint32Array
  readonly masks: Uint32Array
  readonly text: string
}

/** Encodes which letters a word has; words whose masks differ in many bits are not similar. */
export function maskLetters(word: string): number {
  let mask = 0
  for (let index = 0; index < word.length; index++) mask |= 1 << (word.charCodeAt(index) & 31)
  return mask >>> 0
}

export function readWordList(bytes: Uint8Array, length: number): WordList {
  // Each word has four bytes in both number arrays, and two for each letter.
  const count = bytes.length / (8 + length * 2)
  const words = new Uint32Array(new Uint8Array(bytes.subarray(0, count * 8)).buffer)
  return {
    length,
    documents: words.subarray(0, count),
    masks: words.subarray(count),
    text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf16le', count * 8),
  }
}
