import type { ColumnTarget, TableMapping } from './mapping-file.ts'
import { foldText } from '../../../shared/slug.ts'
import { escapeListPart, isHttpsAddress, readPlainText, readWeightGrams } from '../cells.ts'
import type { VitrineField } from '../formats/vitrine/vitrine-columns.ts'
import { isDocumentFile } from '../../catalog/rules/document-files.ts'
import { UNSUPPORTED_EXTENSION } from '../pictures/picture-name.ts'

export interface CellContext {
  readonly heading: string
  readonly target: ColumnTarget
  readonly mapping: TableMapping
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

export function translateCell(text: string, field: VitrineField, context: CellContext): string {
  if (text.trim() === '') return ''
  switch (field) {
    case 'price':
    case 'compareAtPrice':
      return normaliseNumber(text, context.mapping.decimalSign)
    case 'unitQuantity':
    case 'unitBase':
      // A fourth decimal prevents the point from being taken for a thousands separator.
      return normaliseNumber(text, context.mapping.decimalSign).replace(/\d\.\d{3}(?!\d)/, '$&0')
    case 'packSize':
    case 'minimumQuantity':
      // Merchandise management systems write whole numbers with decimals.
      return normaliseNumber(text, context.mapping.decimalSign).replace(/^(\s*\d+)[.,]0+(?!\d)/, '$1')
    case 'weight':
      return translateWeight(text, context)
    case 'availability':
      return translateAvailability(text)
    case 'featured':
    case 'visibility':
    case 'discontinued':
      return translateWord(text)
    case 'category':
      return splitList(text, context, />/).join(' > ')
    case 'otherCategories':
      return splitList(text, context, /\|/).join(' | ')
    case 'tags':
      return splitList(text, context, /,/)
        .map((tag) => escapeListPart(tag, ','))
        .join(', ')
    case 'images':
      return splitPictures(text, context).join('\n')
    case 'equivalents':
      return splitList(text, context, /\n/).join('\n')
    case 'documents':
      return splitList(text, context, /\n/)
        .map((entry) =>
          isHttpsAddress(entry) || (isDocumentFile(entry) && !entry.includes(' | '))
            ? `${context.heading} | ${entry}`
            : entry,
        )
        .join('\n')
    default:
      return text
  }
}

export function translateAttribute(text: string, { target, mapping }: CellContext): string {
  const plain = readPlainText(text)
  if (target.unit === undefined || !/^[+-]?\d[\d.,\s'’/]*$/.test(plain)) return text
  return `${normaliseNumber(plain, mapping.decimalSign)} ${target.unit}`
}

export function addCurrency(price: string, currency: string): string {
  return currency === '' || !/\d/.test(price) || /\p{L}|\p{Sc}/u.test(price) ? price : `${price.trim()} ${currency}`
}

function separatorOf({ target, mapping }: CellContext): string | undefined {
  return target.separator ?? mapping.listSeparator
}

function splitList(text: string, context: CellContext, usual: RegExp): readonly string[] {
  return text
    .split(separatorOf(context) ?? usual)
    .map((part) => part.trim())
    .filter(Boolean)
}

const PICTURE = /\.(?:jpe?g|png|webp|avif|gif|svg)(?:[?#].*)?$/i

function isPictureSource(text: string): boolean {
  return PICTURE.test(text) || UNSUPPORTED_EXTENSION.test(text)
}

/** Without a separator in the mapping, divides a cell only if each part is a picture. */
function splitPictures(text: string, context: CellContext): readonly string[] {
  const separator = separatorOf(context)
  if (separator !== undefined) return splitList(text, context, /\n/)
  for (const pattern of [/\r?\n/, /[\s,;|]+(?=https?:\/\/)/i, /[;|]/, /,/]) {
    const parts = text
      .split(pattern)
      .map((part) => part.trim())
      .filter(Boolean)
    if (parts.length > 1 && parts.every(isPictureSource)) return parts
  }
  return [text.trim()]
}

/** Converts a weight to grams. Other texts are unchanged, so that they are reported. */
function translateWeight(text: string, { target, mapping }: CellContext): string {
  const [, number = '', own = ''] =
    /^([\d.,'’\s]+?)\s*(\p{L}*)\.?$/u.exec(normaliseNumber(text.trim(), mapping.decimalSign)) ?? []
  const grams = readWeightGrams(number, (own || target.unit || 'g').toLowerCase())
  if (grams === undefined) return text
  return grams === null ? '' : String(Math.round(grams * 100) / 100)
}

const STOCK = /^[<>≥≤~]?\s*([+-]?)\s*(\d[\d.,'’ ]*)\s*\+?\s*(?:\p{L}{1,8}\.?)?$/u

function translateAvailability(text: string): string {
  const [, sign, number] = STOCK.exec(readPlainText(text)) ?? []
  if (number === undefined) return translateWord(text)
  return sign !== '-' && /[1-9]/.test(number) ? 'in stock' : 'out of stock'
}

/** Words of other systems that the own sheet does not know. */
const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    yes: 'oui si vero sim tak نعم x ✓ ✔ aktiv active activo activa actif actief attivo ativo aktywny online visible',
    no: 'non nao nee nie neen لا - inaktiv inactive inactivo inactiva inactif inactief inattivo inativo nieaktywny offline archived archiviert gesperrt',
  }).flatMap(([meaning, words]) => words.split(' ').map((word) => [word, meaning] as const)),
)

function translateWord(text: string): string {
  return WORDS.get(foldText(text.trim())) ?? text
}
