import { countOnesOfWord } from './bits.ts'
import type { ListingIndex } from './listing-index.ts'

/** Minimum length of a word in which this number of typos is corrected. Shorter words are similar to too many others. */
const MIN_LENGTHS = { 1: 4, 2: 8 } as const

/**
 * Factors that make a candidate more likely if it has the same first letter, or the same letters in another order: people
 * rarely mistype the first letter, and often swap two letters.
 */
const SAME_START = 2
const SAME_LETTERS = 3

/**
 * Corrects a mistyped word: of the catalogue's words that differ from it by at most this number of typos, it returns the most
 * likely one.
 * @param least number of products that the corrected word must have
 * @returns null if no word is similar enough
 */
export async function correctWord(
  index: ListingIndex,
  word: string,
  typos: 1 | 2,
  least: number,
): Promise<string | null> {
  if (word.length < MIN_LENGTHS[typos]) return null
  // A word of the minimum length is not corrected to a shorter one, because too little of it would be left: 'asdf' does not
  // become 'adf'.
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
  /** Number of products that have the word, multiplied by how likely the typo is. */
  readonly likelihood: number
}

/** Returns the most likely word of a list, or `bestSoFar` if that is more likely. */
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
    // A typo changes at most two bits of the mask: those of the wrong and of the right letter.
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
 * Returns whether two words differ by at most this number of typos. A typo is an added, missing or wrong letter, or two swapped
 * neighbours.
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

/** The catalogue's words of one length, in arrays: the number of products, the letter mask and the text of each. */
export interface WordList {
  readonly length: number
  readonly documents: Uint32Array
  readonly masks: Uint32Array
  readonly text: string
}

/** Encodes which letters a word has as a 32-bit mask; words whose masks differ in many bits are not similar. */
export function maskLetters(word: string): number {
  let mask = 0
  for (let index = 0; index < word.length; index++) mask |= 1 << (word.charCodeAt(index) & 31)
  return mask >>> 0
}

/** Decodes the blob with the words of one length. */
export function readWordList(bytes: Uint8Array, length: number): WordList {
  // Each word takes four bytes in each of the two number arrays, and two bytes for each letter.
  const count = bytes.length / (8 + length * 2)
  const words = new Uint32Array(new Uint8Array(bytes.subarray(0, count * 8)).buffer)
  return {
    length,
    documents: words.subarray(0, count),
    masks: words.subarray(count),
    text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf16le', count * 8),
  }
}
