import { getOwn } from '../../../../shared/get-own.ts'
import { foldValue } from '../words.ts'

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
