import { readGtin } from '../../catalog/gtin.ts'
import { UNSUPPORTED_EXTENSION } from '../pictures/picture-name.ts'

const PICTURE = /\.(?:jpe?g|png|webp|avif|gif|svg)(?:[?#].*)?$/i

export function isPictureSource(text: string): boolean {
  return (PICTURE.test(text) || UNSUPPORTED_EXTENSION.test(text)) && text.length <= 2_000 && !/\.pdf$/i.test(text)
}

export function isPrice(text: string): boolean {
  return /^(?:\p{Sc}|[A-Z]{3})?\s*\d[\d.,'’\s]*(?:[.,]-{1,2})?\s*(?:\p{Sc}|[A-Z]{3}|euros?)?$/iu.test(text)
}

/** A number with two decimals or a currency may be money, whatever the heading says. */
export function isMoney(text: string): boolean {
  return isPrice(text) && (/\p{Sc}|[A-Z]{3}$/u.test(text) || /\d[.,]\d{2}$/.test(text))
}

export function isValidGtin(text: string): boolean {
  return /^\d{8}$|^\d{12,14}$/.test(text) && 'gtin' in readGtin(text)
}

export function isAddress(text: string): boolean {
  return /^(?:https?:)?\/\//i.test(text) || /^www\./i.test(text)
}

export function isDate(text: string): boolean {
  return /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})(?:[T ,]+\d{1,2}:\d{2}.*)?$/.test(text)
}

/** A hash or id of the system that wrote the table. */
export function isInternalId(text: string): boolean {
  return /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$|^[0-9a-f]{16,}$/i.test(text)
}

/** An article number: one word with a digit. */
export function isCode(text: string): boolean {
  return /^(?=.*\d)[\p{L}\p{N}][\p{L}\p{N}._/+#-]{0,39}$/u.test(text)
}

export function isMarkup(text: string): boolean {
  return /<\/?[a-z][^>]*>|^\s*[[{]/i.test(text)
}
