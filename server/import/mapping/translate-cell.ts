import { isDocumentFile } from '../../catalog/rules/document-files.ts'
import { isHttpsAddress, readPlainText, readWeightGrams } from '../cells.ts'
import { splitList, writeStock, writeTags } from '../formats/systems/own-notation.ts'
import { findVitrineField } from '../formats/vitrine/vitrine-columns.ts'
import { UNSUPPORTED_EXTENSION } from '../pictures/picture-name.ts'
import { JOINTS, type ColumnTarget, type TableMapping } from './mapping-file.ts'

/** Returns the function that writes the cells of a column as the own sheet has them. */
export function findTranslation(
  heading: string,
  { to, unit, separator }: ColumnTarget,
  { decimalSign }: TableMapping,
): (text: string) => string {
  const writeNumber = (text: string) => normaliseNumber(text, decimalSign)
  const field = findVitrineField(to)
  switch (field) {
    case 'price':
    case 'compareAtPrice':
      return writeNumber
    case 'unitQuantity':
    case 'unitBase':
      // A fourth decimal prevents the point from being taken for a thousands separator.
      return (text) => writeNumber(text).replace(/\d\.\d{3}(?!\d)/, '$&0')
    case 'packSize':
    case 'minimumQuantity':
      // Merchandise management systems write whole numbers with decimals.
      return (text) => writeNumber(text).replace(/^(\s*\d+)[.,]0+(?!\d)/, '$1')
    case 'weight':
      return (text) => writeGrams(writeNumber(text.trim()), unit) ?? text
    case 'availability':
      return writeStock
    case 'name':
    case 'shortDescription':
    case 'description':
    case 'safetyInformation':
      return (text) => text
    case 'tags':
      return (text) => writeTags(splitList(text, separator ?? ','))
    case 'images':
      return (text) => (separator === undefined ? splitPictures(text) : splitList(text, separator)).join('\n')
    case 'documents':
      return (text) =>
        splitList(text, separator ?? '\n')
          .map((entry) => nameDocument(entry, heading))
          .join('\n')
    case undefined:
      return (text) => addUnit(text, unit, writeNumber)
    default: {
      const joint = JOINTS[field]
      if (joint === undefined) return (text) => text
      return (text) => splitList(text, separator ?? (joint.trim() || joint)).join(joint)
    }
  }
}

const NUMBER = /\d(?:[\d.,'’\u00a0\u202f\u2009 ]*\d)?/

/** A text that contradicts the decimal sign is unchanged. */
function normaliseNumber(text: string, sign: TableMapping['decimalSign']): string {
  if (sign === undefined) return text
  return text.replace(NUMBER, (number) => {
    const plain = number.replace(/['’\u00a0\u202f\u2009 ]/g, '')
    const [group, point] = sign === ',' ? ['.', ','] : [',', '.']
    const [whole = '', fraction, ...rest] = plain.split(point)
    const isGrouped = whole.includes(group)
    const isWhole = isGrouped ? /^\d{1,3}(?:[.,]\d{3})+$/.test(whole) : /^\d+$/.test(whole)
    if (!isWhole || rest.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return number
    return whole.replaceAll(group, '') + (fraction === undefined ? '' : `.${fraction}`)
  })
}

function addUnit(text: string, unit: string | undefined, writeNumber: (text: string) => string): string {
  const plain = readPlainText(text)
  return unit !== undefined && /^[+-]?\d[\d.,\s'’/]*$/.test(plain) ? `${writeNumber(plain)} ${unit}` : text
}

export function addCurrency(price: string, currency: string): string {
  return currency === '' || !/\d/.test(price) || /\p{L}|\p{Sc}/u.test(price) ? price : `${price.trim()} ${currency}`
}

const PICTURE = /\.(?:jpe?g|png|webp|avif|gif|svg)(?:[?#].*)?$/i

function isPicture(text: string): boolean {
  return PICTURE.test(text) || UNSUPPORTED_EXTENSION.test(text)
}

/** Divides a cell only if each part is a picture. */
function splitPictures(text: string): readonly string[] {
  const lists = [/\r?\n/, /[\s,;|]+(?=https?:\/\/)/i, /[;|]/, /,/].map((separator) => splitList(text, separator))
  return lists.find((parts) => parts.length > 1 && parts.every(isPicture)) ?? [text.trim()]
}

function nameDocument(entry: string, heading: string): string {
  const isUnnamed = isHttpsAddress(entry) || (isDocumentFile(entry) && !entry.includes(' | '))
  return isUnnamed ? `${heading} | ${entry}` : entry
}

/** @returns undefined for another text, which is then reported */
function writeGrams(text: string, unit = 'g'): string | undefined {
  const [, number = '', own = ''] = /^([\d.,'’\s]+?)\s*(\p{L}*)\.?$/u.exec(text) ?? []
  const grams = readWeightGrams(number, own || unit)
  if (grams === null) return ''
  return grams === undefined ? undefined : String(Math.round(grams * 100) / 100)
}
