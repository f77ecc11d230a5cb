import { foldText } from '../../shared/slug.ts'

/** Longer ones are no words. */
const WORD_MAX_LENGTH = 40

/** Letters that folding leaves, as those write them who cannot type them. */
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

/** Shortest part number that a search looks for. */
const CODE_MIN_LENGTH = 3

/** The words of a text, as they are looked for: small, without accents. */
export function splitWords(text: string): string[] {
  const folded = foldText(text).replace(/[æœøđðłþı]/g, (letter) => SPELLINGS[letter]!)
  return (folded.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, WORD_MAX_LENGTH))
}

/** The words of sanitised HTML. */
export function splitHtmlWords(html: string): string[] {
  return splitWords(html.replace(/<[^>]*>|&[#\w]+;/g, ' '))
}

/**
 * A part number as it is compared: its letters and digits alone, without the noughts that pad a GTIN.
 * @returns null where it cannot be one: too short, or a word without digits and signs
 */
export function normaliseCode(text: string): string | null {
  const code = foldText(text).replace(/[^\p{L}\p{N}]+/gu, '')
  const plain = /^\d+$/.test(code) ? code.replace(/^0+/, '') : code
  const isWritten = /\d/.test(plain) || /\p{L}[^\p{L}\p{N}\s]+\p{L}/u.test(text)
  return isWritten && plain.length >= CODE_MIN_LENGTH && plain.length <= WORD_MAX_LENGTH ? plain : null
}

/** Two spellings of one value of an attribute: case, accents and spaces aside. */
export function foldValue(value: string): string {
  return foldText(value).replace(/\s+/g, ' ').trim()
}
