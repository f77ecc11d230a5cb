import { foldText } from '../../../shared/slug.ts'

export const WORD_MAX_LENGTH = 40

/** What people type for letters that `foldText` keeps, if their keyboard lacks these. */
// prettier-ignore
const SPELLINGS: Readonly<Record<string, string>> = {
  æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i', '⁄': '/',
}

/** A number and its unit form one word, so that '5 mm' equals '5mm', and '17"' equals '17 inch'. */
// prettier-ignore
const UNIT_SPELLINGS: Readonly<Record<string, string>> = {
  '"': 'in', '′′': 'in', "''": 'in', '”': 'in', inch: 'in', inches: 'in', zoll: 'in', pouces: 'in', pulgadas: 'in', pollici: 'in',
  liter: 'l', litre: 'l', liters: 'l', litres: 'l', ltr: 'l', gram: 'g', grams: 'g', gramm: 'g', lbs: 'lb',
  watt: 'w', watts: 'w', volt: 'v', volts: 'v',
}

const UNITS =
  'in(?! ?\\d)|mm|cm|km|m|ft|ml|cl|dl|l|mg|kg|g|lb|oz|kwh|kw|wh|w|v|mah|ah|a|khz|mhz|ghz|hz|kb|mb|gb|tb|px|dpi|db|lm|nm|bar'

/** A fraction or number (group 1) with an optional unit (group 2), or letters and digits of any script. */
const WORD = new RegExp(
  '(?<![\\p{L}\\p{N}.,/])(\\d{1,2}/\\d{1,2}(?![\\p{L}\\p{N}/])|\\d+(?:[.,]\\d+)*)' +
    `(?:[ -]?(${Object.keys(UNIT_SPELLINGS).join('|')}|${UNITS}))?(?![\\p{L}\\p{N}]|[.,]\\p{N})` +
    '|[\\p{L}\\p{N}]+(?:(?<=\\p{N})[.,](?=\\p{N})[\\p{L}\\p{N}]+)*',
  'gu',
)

/** The 'x' of a size such as '8 x 30'. */
const TIMES = /(?<=\d) ?[x×] ?(?=\d)/g

interface Token {
  readonly word: string
  /** 'din' and '933' of 'din933', '30' of '30mm', which also find the product, at a lower rank. */
  readonly parts: readonly string[]
  /** The text between this word and the next. */
  readonly gap: string
}

const NO_PARTS: readonly string[] = []

/** Splits a text into words in lower case without accents, with each number and unit in one spelling. */
export function splitTokens(text: string): readonly Token[] {
  const folded = foldText(text)
    .replace(/[æœøđðłþı⁄]/g, (letter) => SPELLINGS[letter] ?? letter)
    .replace(TIMES, 'x')
  const tokens: Token[] = []
  WORD.lastIndex = 0
  for (let match = WORD.exec(folded); match;) {
    const end = WORD.lastIndex
    const next = WORD.exec(folded)
    tokens.push(buildToken(match, folded.slice(end, next?.index)))
    match = next
  }
  return tokens
}

function buildToken([text, number, unit]: RegExpExecArray, gap: string): Token {
  if (number === undefined) return { word: cut(text), parts: splitMixed(text), gap }
  const value = normaliseNumber(number)
  return unit === undefined
    ? { word: cut(value), parts: NO_PARTS, gap }
    : { word: cut(value + (UNIT_SPELLINGS[unit] ?? unit)), parts: [cut(value)], gap }
}

/** Splits a text into words, without their parts. */
export function splitWords(text: string): string[] {
  return splitTokens(text).map(({ word }) => word)
}

/** Replaces tags and entities of sanitised HTML with spaces. */
export function stripHtml(html: string): string {
  return html.replace(/<[^>]*>|&[#\w]+;/g, ' ')
}

/** '1,000' becomes '1000', '0,50' becomes '0.5'. */
function normaliseNumber(number: string): string {
  if (/^[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*$/.test(number)) return number.replace(/[.,]/g, '')
  const [whole = '', decimals, ...others] = number.split(/[.,]/)
  if (decimals === undefined || others.length > 0) return number.replaceAll(',', '.')
  const rest = decimals.replace(/0+$/, '')
  return rest === '' ? whole : `${whole}.${rest}`
}

/** Splits words such as 'din933', 'm8x30' and '4x100' into letters and numbers. */
function splitMixed(word: string): readonly string[] {
  if (!/\d/.test(word)) return NO_PARTS
  const size = /^([a-z]*\d+)x(\d+(?:[.,]\d+)?)(?:x(\d+))?([a-z]*)$/.exec(word)
  if (size) return size.slice(1, 4).filter((part) => part !== undefined)
  return (/^([a-z]{2,})(\d+)$/.exec(word) ?? /^(\d{3,})s$/.exec(word))?.slice(1) ?? NO_PARTS
}

function cut(word: string): string {
  return word.slice(0, WORD_MAX_LENGTH)
}

/**
 * Keeps only letters and digits of a part number, and drops the leading zeros of one with digits only.
 * @returns null if the text has none
 */
export function normaliseCode(text: string): string | null {
  const code = foldText(text).replace(/[^\p{L}\p{N}]+/gu, '')
  if (code === '') return null
  return /^\d+$/.test(code) ? code.replace(/^0+(?=\d)/, '') : code
}

const CODE_PART_MIN_LENGTH = 3

/**
 * Normalises a text that may be a part of a part number.
 * @returns null if the text is too short or too long, or a plain word without digits or punctuation
 */
export function normaliseCodePart(text: string): string | null {
  const code = normaliseCode(text)
  if (code === null || code.length < CODE_PART_MIN_LENGTH || code.length > WORD_MAX_LENGTH) return null
  return /\d/.test(code) || /\p{L}[^\p{L}\p{N}\s]+\p{L}/u.test(text) ? code : null
}

/** Makes values that differ in case, accents or spaces equal. */
export function foldValue(value: string): string {
  return foldText(value).replace(/\s+/g, ' ').trim()
}

/** Too many shorter words happen to consist of two short words. */
const SPLIT_MIN_LENGTH = 6

/** Letters between the parts of German, Dutch and Nordic compounds. */
const LINKS = ['', 's', 'es', 'n', 'en', 'er', 'e']

/**
 * Lists how two words may form a word: 'arbeitstisch' gives 'arbeits' + 'tisch', 'arbeit' + 'tisch' and others.
 * @param minLength of a part
 * @param links whether linking letters may be left out
 */
export function* listSplits(word: string, minLength: number, links: boolean): Generator<readonly [string, string]> {
  if (word.length < SPLIT_MIN_LENGTH || !/^\p{L}+$/u.test(word)) return
  for (let place = minLength; place <= word.length - minLength; place++) {
    const [left, right] = [word.slice(0, place), word.slice(place)]
    for (const link of links ? LINKS : ['']) {
      const part = left.slice(0, left.length - link.length)
      if (left.endsWith(link) && part.length >= minLength) yield [part, right]
    }
  }
}
