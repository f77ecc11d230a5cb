import { readAddressKey } from '../rules/redirects.ts'

const TEXT_MAX_LENGTH = 100

/** Matches control characters and characters that change the direction of text, which could forge the output of the command. */
const UNPRINTABLE = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** Matches seven digits, such as those of telephone and customer numbers, also if spaces or punctuation separate them. */
const LONG_NUMBER = /\p{Nd}(?:[\s\p{P}+]*\p{Nd}){6}/u

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

/** Returns whether a normalised text may contain an e-mail address, or a telephone or customer number. */
export function isPrivate(text: string): boolean {
  return text.includes('@') || LONG_NUMBER.test(text)
}
