import { countOnes } from './bits.ts'
import type { ListingIndex } from './listing-index.ts'

/** Shorter words have too many neighbours. */
const ONE_SLIP_FROM = 4
const TWO_SLIPS_FROM = 8

/**
 * The word that somebody meant who mistyped: of the nearest in the catalogue the one in most products.
 * @returns null where none is near
 */
export async function correctWord(index: ListingIndex, word: string): Promise<string | null> {
  const maxSlips = word.length >= TWO_SLIPS_FROM ? 2 : word.length >= ONE_SLIP_FROM ? 1 : 0
  if (/^\d+$/.test(word)) return null
  for (let slips = 1; slips <= maxSlips; slips++) {
    let best: Candidate | null = null
    for (let length = word.length - slips; length <= word.length + slips; length++) {
      const list = await index.readWordList(length)
      if (list) best = chooseNearest(list, word, slips, best)
    }
    if (best) return best.word
  }
  return null
}

interface Candidate {
  readonly word: string
  readonly documents: number
}

/** The most frequent word of a list that is near enough, if it is more frequent than the best so far. */
function chooseNearest(
  { length, documents, masks, text }: WordList,
  word: string,
  slips: number,
  bestSoFar: Candidate | null,
): Candidate | null {
  const mask = maskLetters(word)
  let best = bestSoFar
  for (let place = 0; place < documents.length; place++) {
    // A slip changes two letters at most.
    if (documents[place]! <= (best?.documents ?? 0) || countOnes(masks[place]! ^ mask) > slips * 2) continue
    const candidate = text.slice(place * length, (place + 1) * length)
    if (isWithin(word, candidate, slips)) best = { word: candidate, documents: documents[place]! }
  }
  return best
}

/** Whether so many letters too many, missing, wrong or swapped with their neighbour lead from one word to the other. */
export function isWithin(one: string, other: string, slips: number): boolean {
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  let [oneEnd, otherEnd] = [one.length, other.length]
  while (oneEnd > start && otherEnd > start && one[oneEnd - 1] === other[otherEnd - 1]) {
    oneEnd--
    otherEnd--
  }
  const [left, right] = [oneEnd - start, otherEnd - start]
  if (left === 0 || right === 0) return left + right <= slips
  if (slips === 0) return false
  const [rest, otherRest] = [one.slice(start, oneEnd), other.slice(start, otherEnd)]
  if (rest[0] === otherRest[1] && rest[1] === otherRest[0] && isWithin(rest.slice(2), otherRest.slice(2), slips - 1))
    return true
  return (
    isWithin(rest.slice(1), otherRest.slice(1), slips - 1) ||
    isWithin(rest.slice(1), otherRest, slips - 1) ||
    isWithin(rest, otherRest.slice(1), slips - 1)
  )
}

/** Words of one length, for whoever mistypes one. */
export interface WordList {
  /** Letters of a word. */
  readonly length: number
  /** Of each word in how many products it is. */
  readonly documents: Uint32Array
  /** Of each word which letters it has, as `maskLetters` has it. */
  readonly masks: Uint32Array
  /** One behind the other. */
  readonly text: string
}

/** A bit for each letter, shared by those that are 32 apart: words with many different bits are far from each other. */
export function maskLetters(word: string): number {
  let mask = 0
  for (let index = 0; index < word.length; index++) mask |= 1 << (word.charCodeAt(index) & 31)
  return mask >>> 0
}

export function readWordList(bytes: Uint8Array, length: number): WordList {
  // Both tables take four bytes a word, its letters two each.
  const count = bytes.length / (8 + length * 2)
  const words = new Uint32Array(new Uint8Array(bytes.subarray(0, count * 8)).buffer)
  return {
    length,
    documents: words.subarray(0, count),
    masks: words.subarray(count),
    text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf16le', count * 8),
  }
}
