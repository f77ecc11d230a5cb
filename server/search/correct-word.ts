import { countOnesOfWord } from './bits.ts'
import type { ListingIndex } from './listing-index.ts'

// Shorter words are similar to too many others.
const ONE_TYPO_FROM_LENGTH = 4
const TWO_TYPOS_FROM_LENGTH = 8

/**
 * Corrects a mistyped word: of the catalogue's most similar words it returns the one that most products have.
 * @returns null if no word is similar enough
 */
export async function correctWord(index: ListingIndex, word: string): Promise<string | null> {
  const maxTypos = word.length >= TWO_TYPOS_FROM_LENGTH ? 2 : word.length >= ONE_TYPO_FROM_LENGTH ? 1 : 0
  if (/^\d+$/.test(word)) return null
  for (let typos = 1; typos <= maxTypos; typos++) {
    let best: Candidate | null = null
    for (let length = word.length - typos; length <= word.length + typos; length++) {
      const list = await index.readWordList(length)
      if (list) best = chooseNearest(list, word, typos, best)
    }
    if (best) return best.word
  }
  return null
}

interface Candidate {
  readonly word: string
  readonly documents: number
}

/** Returns the most frequent similar word of a list, if it is more frequent than the best so far. */
function chooseNearest(
  { length, documents, masks, text }: WordList,
  word: string,
  typos: number,
  bestSoFar: Candidate | null,
): Candidate | null {
  const mask = maskLetters(word)
  let best = bestSoFar
  for (let place = 0; place < documents.length; place++) {
    // A typo changes two letters at most.
    if (documents[place]! <= (best?.documents ?? 0) || countOnesOfWord(masks[place]! ^ mask) > typos * 2) continue
    const candidate = text.slice(place * length, (place + 1) * length)
    if (isWithinTypos(word, candidate, typos)) best = { word: candidate, documents: documents[place]! }
  }
  return best
}

/** Whether two words differ by at most this number of typos: added, missing, wrong or swapped neighbouring letters. */
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

/** All words of one length, for correcting mistyped ones. */
export interface WordList {
  /** Number of letters of each word. */
  readonly length: number
  /** Number of products of each word. */
  readonly documents: Uint32Array
  /** Letters of each word, as `maskLetters` encodes them. */
  readonly masks: Uint32Array
  /** All words, concatenated. */
  readonly text: string
}

/** Encodes the letters of a word as a 32-bit mask; words whose masks differ in many bits are not similar. */
export function maskLetters(word: string): number {
  let mask = 0
  for (let index = 0; index < word.length; index++) mask |= 1 << (word.charCodeAt(index) & 31)
  return mask >>> 0
}

/** Decodes the blob of the words of one length. */
export function readWordList(bytes: Uint8Array, length: number): WordList {
  // Each word takes four bytes in both tables, and two bytes for each of its letters.
  const count = bytes.length / (8 + length * 2)
  const words = new Uint32Array(new Uint8Array(bytes.subarray(0, count * 8)).buffer)
  return {
    length,
    documents: words.subarray(0, count),
    masks: words.subarray(count),
    text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf16le', count * 8),
  }
}
