import { getOwn } from '../../../../shared/get-own.ts'
import { foldValue } from '../words.ts'
import { NO_PRICE } from '../index-storage.ts'

/** If a smaller share of the values is on a scale, all are ordered by name. */
const SCALE_MIN_SHARE = 0.8

/** A size, or several; numbers follow all sizes. */
type Rank = readonly number[]

/** A number, optionally after a sign or one or two letters: 'Ø 5', 'M8', 'EU 38'. */
const NUMBERED = /^([^\p{L}\d]{0,2}?|\p{L}{1,2}[ .]?)[-−]?(\d+(?:[.,]\d+)?)/u

/**
 * Orders values as people expect: clothing sizes by scale, others by name and number ('M8' before 'M10'). Values that are not on
 * the scale come last.
 * @param locale language of the values (BCP 47)
 */
export function orderValues(values: readonly string[], locale: string): readonly string[] {
  const ranks = readScale(values)
  const { compare } = new Intl.Collator(locale, { numeric: true })
  return values
    .map((value, index) => ({ value, rank: ranks?.[index] }))
    .toSorted((one, other) => compareRanks(one.rank, other.rank) || compare(one.value, other.value))
    .map(({ value }) => value)
}

/** Returns whether values have a scale, such as sizes or numbers. */
export function isScale(values: readonly string[]): boolean {
  return readScale(values) !== undefined
}

/** @returns the rank of each value; undefined if too few values have one */
function readScale(values: readonly string[]): readonly (Rank | undefined)[] | undefined {
  const ranks = values.map((value) => readSize(value) ?? readNumber(value))
  const count = ranks.filter((rank) => rank !== undefined).length
  return count >= Math.max(2, values.length * SCALE_MIN_SHARE) ? ranks : undefined
}

function readNumber(value: string): Rank | undefined {
  const [, prefix = '', number] = NUMBERED.exec(value.trim()) ?? []
  if (number === undefined) return undefined
  return /\p{L}/u.test(prefix) ? [Infinity] : [Infinity, Number(number.replace(',', '.'))]
}

function compareRanks(one: Rank | undefined, other: Rank | undefined): number {
  if (!one || !other) return Number(!one) - Number(!other)
  for (let place = 0; place < Math.max(one.length, other.length); place++) {
    const [left = -Infinity, right = -Infinity] = [one[place], other[place]]
    if (left !== right) return left - right
  }
  return 0
}

// prettier-ignore
const SIZE_WORDS: Readonly<Record<string, string>> = {
  extra: 'x', small: 's', medium: 'm', large: 'l',
  klein: 's', mittel: 'm', gross: 'l',
  pequeno: 's', pequena: 's', mediano: 'm', mediana: 'm', grande: 'l',
}

/** Reads 'XL', 'extra large', or several sizes such as 'S/M'. */
function readSize(value: string): Rank | undefined {
  const parts = foldValue(value)
    .split(/\s*[/–]\s*|\s+-\s+/)
    .map((part) =>
      readLetters(part.replace(/[a-z]{3,}/g, (word) => getOwn(SIZE_WORDS, word) ?? word).replace(/[\s-]/g, '')),
    )
  return parts.every((part) => part !== undefined) ? parts : undefined
}

/** 'XS' is -2, 'S' -1, 'M' 0, 'L' 1; 'XXL' and '2XL' are 3. */
function readLetters(text: string): number | undefined {
  const [, digit, crosses = '', letter] = /^(?:(\d{1,2})(?=x))?(x*)([sml])$/.exec(text) ?? []
  if (letter === undefined) return undefined
  if (letter === 'm') return crosses === '' ? 0 : undefined
  const distance = 1 + (digit === undefined ? crosses.length : Number(digit))
  return letter === 's' ? -distance : distance
}

/** Returns the positions of texts in ascending order; equal texts keep theirs. */
export function sortTexts(texts: readonly string[]): Uint32Array {
  return new Uint32Array(texts.keys()).sort((one, other) => {
    const [left, right] = [texts[one]!, texts[other]!]
    return left < right ? -1 : left > right ? 1 : one - other
  })
}

/** Inserts before each number its count of digits, so that 'A-2' is sorted before 'A-10'. */
export function padNumbers(text: string): string {
  return text.replace(/0*(\d+)/g, (_number, digits: string) => String.fromCharCode(48 + digits.length) + digits)
}

/** Returns the ordinals by ascending number; equal numbers keep their order. */
export function sortByNumber(numbers: Uint32Array): Uint32Array {
  const pairs = new Uint32Array(numbers.length * 2)
  numbers.forEach((number, ordinal) => pairs.set([ordinal, number], ordinal * 2))
  // As a little-endian 64-bit integer, a pair has its number in the upper half.
  new BigUint64Array(pairs.buffer).sort()
  return pairs.filter((_, index) => index % 2 === 0)
}

/** Inverts prices, to sort the highest first and missing ones last. */
export function reversePrices(prices: Uint32Array): Uint32Array {
  return prices.map((price) => (price === NO_PRICE ? NO_PRICE : NO_PRICE - 1 - price))
}
