import { getOwn } from '../../../shared/get-own.ts'
import { foldValue } from '../words.ts'

/** If fewer values belong to a scale, all are ordered by name. */
const SCALE_MIN_SHARE = 0.8

/** Compared number by number. A text in it is compared by the locale. */
type Rank = readonly (number | string)[]
type ReadRank = (value: string) => Rank | undefined

/**
 * Orders the values of a filter as people expect it: sizes, numbers, months and weekdays by their rank, all others by name.
 * Values that are not part of the scale come last.
 * @param locale of the values (BCP 47)
 */
export function orderValues(values: readonly string[], locale: string): readonly string[] {
  const readRank = findScale(values, locale)
  const { compare } = new Intl.Collator(locale, { numeric: true })
  return values
    .map((value) => ({ value, rank: readRank?.(value) }))
    .toSorted((one, other) => compareRanks(one.rank, other.rank, compare) || compare(one.value, other.value))
    .map(({ value }) => value)
}

/** Whether values have an order of their own, such as sizes, and are not ordered by name. */
export function isScale(values: readonly string[], locale: string): boolean {
  return findScale(values, locale) !== undefined
}

/** Finds the first scale that most of the values belong to. */
function findScale(values: readonly string[], locale: string): ReadRank | undefined {
  const readNumber = createNumberReader(locale)
  const readers: readonly ReadRank[] = [
    createNameReader(listNames(locale, 'month')),
    createNameReader(listNames(locale, 'weekday')),
    (value) => {
      const size = readSize(value)
      if (size) return [0, ...size]
      const number = readNumber(value)
      return number && [1, ...number]
    },
  ]
  return readers.find(
    (read) =>
      values.filter((value) => read(value) !== undefined).length >= Math.max(2, values.length * SCALE_MIN_SHARE),
  )
}

function compareRanks(one: Rank | undefined, other: Rank | undefined, compare: Intl.Collator['compare']): number {
  if (!one || !other) return Number(!one) - Number(!other)
  for (let place = 0; place < Math.max(one.length, other.length); place++) {
    const [left = -Infinity, right = -Infinity] = [one[place], other[place]]
    if (left === right) continue
    return typeof left === 'number' && typeof right === 'number' ? left - right : compare(`${left}`, `${right}`)
  }
  return 0
}

// prettier-ignore
const SIZE_WORDS: Readonly<Record<string, string>> = {
  extra: 'x', small: 's', medium: 'm', large: 'l',
  klein: 's', mittel: 'm', gross: 'l',
  pequeno: 's', pequena: 's', mediano: 'm', mediana: 'm', grande: 'l',
}

/** Reads a size in letters or words, or a range of them such as 'S/M'. */
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

// Simple units, as multiples of the first of their line.
// prettier-ignore
const UNITS: Readonly<Record<string, readonly [quantity: string, factor: number]>> = {
  ...toUnits('length', { mm: 1, cm: 10, dm: 100, m: 1e3, km: 1e6, in: 25.4, inch: 25.4, zoll: 25.4, '"': 25.4, '″': 25.4, '”': 25.4, ft: 304.8 }),
  ...toUnits('mass', { mg: 1e-3, g: 1, kg: 1e3, t: 1e6, oz: 28.35, lb: 453.6, lbs: 453.6 }),
  ...toUnits('volume', { ml: 1, cl: 10, dl: 100, l: 1e3, liter: 1e3, litre: 1e3, liters: 1e3, litres: 1e3, litros: 1e3 }),
  ...toUnits('data', { kb: 1e-3, mb: 1, gb: 1e3, tb: 1e6 }),
  ...toUnits('power', { mw: 1e-3, w: 1, kw: 1e3 }),
  ...toUnits('frequency', { hz: 1, khz: 1e3, mhz: 1e6, ghz: 1e9 }),
}

function toUnits(quantity: string, factors: Readonly<Record<string, number>>) {
  return Object.fromEntries(Object.entries(factors).map(([unit, factor]) => [unit, [quantity, factor] as const]))
}

/** A value begins with its number, or with a sign or one or two letters: 'Ø 5', 'M8', 'EU 38'. */
const PREFIXED = /^([^\p{L}\d]{0,2}?|\p{L}{1,2}[ .]?)([-−]?\d.*)$/u

/** A fraction is not '30/32', a width and length: its denominator is small. */
const NUMBER = /(?:(\d+)[ -])?(?<![\d.,])([1-9]\d?)\/(2|3|4|8|16|32|64)(?![\d.,/])|[-−]?\d+(?:[.,]\d+)*/g

/** Reads the numbers of a value and the unit after them: '0.5 l', '1/4 in', '38/40', 'M8 x 30', 'EU 38'. */
function createNumberReader(locale: string): ReadRank {
  const decimal = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  return (value) => {
    const [, prefix, rest] = PREFIXED.exec(foldValue(value)) ?? []
    if (prefix === undefined || rest === undefined) return undefined
    const matches = [...rest.matchAll(NUMBER)]
    const numbers: number[] = []
    let end = 0
    for (const match of matches) {
      // Numbers after a word belong to another property.
      if (/\p{L}{2,}/u.test(rest.slice(end, match.index))) break
      const read = readFraction(match) ?? [parseDecimal(match[0], decimal)]
      numbers.push(...read)
      end = match.index + match[0].length
    }
    const unit = /^[\s-]*(["″”]|[^\s\d,;()/]+)?/.exec(rest.slice(end))?.[1] ?? ''
    const [quantity, factor] = getOwn(UNITS, unit) ?? [unit, 1]
    return [prefix.trim(), quantity, ...numbers.map((number) => number * factor)]
  }
}

function readFraction([, whole, numerator, denominator]: RegExpExecArray): readonly number[] | undefined {
  const [above, below] = [Number(numerator), Number(denominator)]
  if (numerator === undefined || above >= below) return undefined
  // A reduced fraction; '2/4' and '30/32' are sizes.
  return below !== 3 && above % 2 === 0 ? undefined : [Number(whole ?? 0) + above / below]
}

function parseDecimal(text: string, decimal: string): number {
  const groups = decimal === ',' ? /^[-−]?[1-9]\d{0,2}(\.\d{3})+(?!\.)/ : /^[-−]?[1-9]\d{0,2}(,\d{3})+(?!,)/
  const plain = groups.test(text) ? text.replaceAll(decimal === ',' ? '.' : ',', '') : text
  return Number.parseFloat(plain.replace(',', '.').replace('−', '-'))
}

/** Lists the long and short names in the locale and in English. */
function listNames(locale: string, part: 'month' | 'weekday'): readonly (readonly string[])[] {
  const formats = [locale, 'en'].flatMap((language) =>
    (['long', 'short'] as const).map((style) => new Intl.DateTimeFormat(language, { [part]: style, timeZone: 'UTC' })),
  )
  // The first of January 2024 was a Monday.
  const dates = part === 'month' ? listDates(12, (place) => [place, 1]) : listDates(7, (place) => [0, 1 + place])
  return dates.map((date) => formats.map((format) => foldName(format.format(date))))
}

function listDates(count: number, place: (index: number) => readonly [month: number, day: number]): readonly Date[] {
  return Array.from({ length: count }, (_, index) => new Date(Date.UTC(2024, ...place(index))))
}

function createNameReader(names: readonly (readonly string[])[]): ReadRank {
  const ranks = new Map(names.flatMap((spellings, rank) => spellings.map((name) => [name, rank] as const)))
  return (value) => {
    const rank = ranks.get(foldName(value))
    return rank === undefined ? undefined : [rank]
  }
}

function foldName(name: string): string {
  return foldValue(name).replace(/\.$/, '')
}
