import { readAddressKey } from '../rules/redirects.ts'

const TEXT_MAX_LENGTH = 100

/** Matches control characters and characters that change the direction of text, which could forge the output of the command. */
const UNPRINTABLE = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** Matches words with seven or more digits, such as telephone numbers, also if spaces or punctuation separate the digits. */
const LONG_NUMBER = /\S*\p{Nd}(?:[\s\p{P}+]*\p{Nd}){6,}\S*/gu

/** Returns a text in the form in which it is counted: in lower case, with single spaces, and at most 100 characters long. */
export function normaliseSearch(text: string): string {
  const plain = text.normalize('NFKC').toWellFormed().replace(UNPRINTABLE, ' ').replace(/\s+/gu, ' ').trim()
  return Array.from(plain.toLowerCase()).slice(0, TEXT_MAX_LENGTH).join('').trim()
}

const ADDRESS_MAX_LENGTH = 200

/**
 * Returns the path of an address in the form in which it is counted: without its query, which may say something about the visitor.
 * @returns '' for addresses that no shop has, such as `/.env`
 */
export function normaliseAddress(address: string): string {
  const { path } = readAddressKey(address) ?? { path: '' }
  return path.includes('/.') || path.length > ADDRESS_MAX_LENGTH ? '' : path.replace(UNPRINTABLE, ' ')
}

export function hasAddress(text: string): boolean {
  return text.includes('@')
}

/** Returns the parts of a normalised text that contain seven or more digits, such as telephone and customer numbers. */
export function findLongNumbers(text: string): readonly string[] {
  return text.match(LONG_NUMBER) ?? []
}
