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
  if (maxSlips === 0 || /^\d+$/.test(word)) return null
  for (let slips = 1; slips <= maxSlips; slips++) {
    const near: string[] = []
    for (let length = word.length - slips; length <= word.length + slips; length++) {
      for (const term of await index.readTerms(length)) if (isWithin(word, term, slips)) near.push(term)
    }
    if (near.length > 0) return chooseMostFrequent(index, near)
  }
  return null
}

async function chooseMostFrequent(index: ListingIndex, terms: readonly string[]): Promise<string> {
  let [best, most] = [terms[0]!, -1]
  for (const term of terms) {
    const documents = (await index.source.readTerm(term)).reduce((sum, row) => sum + row.documents, 0)
    if (documents > most) [best, most] = [term, documents]
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
  if (rest[0] === otherRest[1] && rest[1] === otherRest[0] && isWithin(rest.slice(2), otherRest.slice(2), slips - 1)) return true
  return (
    isWithin(rest.slice(1), otherRest.slice(1), slips - 1) || isWithin(rest.slice(1), otherRest, slips - 1) || isWithin(rest, otherRest.slice(1), slips - 1)
  )
}
