import { getOwn } from '../../../../shared/get-own.ts'
import { readNumber, type DecimalSign } from '../../../../shared/number-text.ts'
import { readFraction } from '../../rules/parse-quantity.ts'
import { decimalSignOf } from '../../rules/recognise-attribute.ts'
import { findUnit, toBase } from '../../rules/units.ts'
import { foldValue } from '../words.ts'

/** If a smaller share of the values is on a scale, all are ordered by name. */
const SCALE_MIN_SHARE = 0.8

/** A position on a scale, compared item by item: numbers by value, texts by collation. */
type Rank = readonly (number | string)[]
type ReadRank = (value: string) => Rank | undefined

/**
 * Orders values as people expect: sizes, numbers, months and weekdays by scale, others by name. Values that are not on
 * the scale come last.
 * @param locale language of the values (BCP 47)
 */
export function orderValues(values: readonly string[], locale: string): readonly string[] {
  const readRank = findScale(values, locale)
  const { compare } = prepareLocale(locale)
  return values
    .map((value) => ({ value, rank: readRank?.(value) }))
    .toSorted((one, other) => compareRanks(one.rank, other.rank, compare) || compare(one.value, other.value))
    .map(({ value }) => value)
}

/** Returns whether values have a scale, such as sizes or months. */
export function isScale(values: readonly string[], locale: string): boolean {
  return findScale(values, locale) !== undefined
}

/** Finds the first scale of most of the values. */
function findScale(values: readonly string[], locale: string): ReadRank | undefined {
  return prepareLocale(locale).readers.find(
    (read) =>
      values.filter((value) => read(value) !== undefined).length >= Math.max(2, values.length * SCALE_MIN_SHARE),
  )
}

interface PreparedLocale {
  readonly locale: string
  readonly readers: readonly ReadRank[]
  readonly compare: Intl.Collator['compare']
}

let prepared: PreparedLocale | undefined

/** A catalogue has only one locale, and creating `Intl` formats takes longer than using them. */
function prepareLocale(locale: string): PreparedLocale {
  if (prepared?.locale === locale) return prepared
  const readNumber = createNumberReader(locale)
  prepared = {
    locale,
    readers: [
      createNameReader(listNames(locale, 'month')),
      createNameReader(listNames(locale, 'weekday')),
      (value) => {
        const size = readSize(value)
        if (size) return [0, ...size]
        const number = readNumber(value)
        return number && [1, ...number]
      },
    ],
    compare: new Intl.Collator(locale, { numeric: true }).compare,
  }
  return prepared
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

/** A number, optionally after a sign or one or two letters: 'Ø 5', 'M8', 'EU 38'. */
const PREFIXED = /^([^\p{L}\d]{0,2}?|\p{L}{1,2}[ .]?)([-−]?\d.*)$/u

const NUMBER = /(?:(\d+)[ -])?(?<![\d.,])([1-9]\d?)\/(\d{1,2})(?![\d.,/])|[-−]?\d+(?:[.,]\d+)*/g

/** These letters are more often cup sizes than units (ampere, byte, kelvin). */
const CUP_SIZE = /^[A-K]$/

/** Reads the numbers and the unit of '0.5 l', '1/4 in', '38/40', 'M8 x 30', 'EU 38'. */
function createNumberReader(locale: string): ReadRank {
  const decimal = decimalSignOf(locale)
  return (value) => {
    const [, prefix, rest] = PREFIXED.exec(value.trim()) ?? []
    if (prefix === undefined || rest === undefined) return undefined
    const numbers: number[] = []
    let end = 0
    for (const match of rest.matchAll(NUMBER)) {
      // A number after a word describes another property.
      if (/\p{L}{2,}/u.test(rest.slice(end, match.index))) break
      numbers.push(...readMatch(match, decimal))
      end = match.index + match[0].length
    }
    const unitText = /^[\s-]*(["″”]|[^\s\d,;()/]+)?/.exec(rest.slice(end))?.[1] ?? ''
    const unit = CUP_SIZE.test(unitText) ? undefined : findUnit(unitText)
    return [
      foldValue(prefix),
      unit?.kind ?? foldValue(unitText),
      ...numbers.map((number) => (unit ? toBase(number, unit) : number)),
    ]
  }
}

/** '1/4' is a fraction, but '2/4' and '30/32' are two sizes, because fractions of inches are in lowest terms. */
function readMatch([text, whole, numerator, denominator]: RegExpExecArray, decimal: DecimalSign): readonly number[] {
  const isReduced = Number(numerator) % 2 === 1 || denominator === '3'
  const fraction = isReduced ? readFraction(whole, numerator, denominator) : null
  return fraction === null ? text.split('/').map((part) => readSigned(part, decimal)) : [fraction]
}

function readSigned(text: string, decimal: DecimalSign): number {
  const digits = text.replace(/^[-−]/, '')
  // Of '1.2.3' and '007', only the leading number is read.
  const number = readNumber(digits, decimal) ?? Number.parseFloat(digits.replace(',', '.'))
  return digits === text ? number : -number
}

/** Lists long and short names in the locale and in English. */
function listNames(locale: string, part: 'month' | 'weekday'): readonly (readonly string[])[] {
  const key = `${locale} ${part}`
  const names = knownNames.get(key) ?? formatNames(locale, part)
  knownNames.set(key, names)
  return names
}

/** An index may order thousands of attributes. */
const knownNames = new Map<string, readonly (readonly string[])[]>()

function formatNames(locale: string, part: 'month' | 'weekday'): readonly (readonly string[])[] {
  const formats = [locale, 'en'].flatMap((language) =>
    (['long', 'short'] as const).map((style) => new Intl.DateTimeFormat(language, { [part]: style, timeZone: 'UTC' })),
  )
  // 1 January 2024 was a Monday.
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
