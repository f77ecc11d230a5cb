import { foldText } from '../../shared/slug.ts'

/** Longer words are cut to this length. */
const WORD_MAX_LENGTH = 40

/** Replacements of letters that `foldText` keeps, as people write them on other keyboards. */
const SPELLINGS: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
}

/** Minimum length of a part number in a search. */
const CODE_MIN_LENGTH = 3

/** Splits a text into words for search: lower case, without accents. */
export function splitWords(text: string): string[] {
  const folded = foldText(text).replace(/[æœøđðłþı]/g, (letter) => SPELLINGS[letter]!)
  return (folded.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, WORD_MAX_LENGTH))
}

/** Splits sanitised HTML into words for search. */
export function splitHtmlWords(html: string): string[] {
  return splitWords(html.replace(/<[^>]*>|&[#\w]+;/g, ' '))
}

/**
 * Normalises a part number: only its letters and digits, and without the leading zeros of a GTIN.
 * @returns null if the text cannot be a part number: too short or long, or a word without digits or punctuation
 */
export function normaliseCode(text: string): string | null {
  const code = foldText(text).replace(/[^\p{L}\p{N}]+/gu, '')
  const plain = /^\d+$/.test(code) ? code.replace(/^0+/, '') : code
  const isWritten = /\d/.test(plain) || /\p{L}[^\p{L}\p{N}\s]+\p{L}/u.test(text)
  return isWritten && plain.length >= CODE_MIN_LENGTH && plain.length <= WORD_MAX_LENGTH ? plain : null
}

/** Folds a value of an attribute, so that spellings that differ in case, accents or spaces are equal. */
export function foldValue(value: string): string {
  return foldText(value).replace(/\s+/g, ' ').trim()
}
