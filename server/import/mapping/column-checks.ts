import type { VitrineField } from '../formats/vitrine/vitrine-columns.ts'
import { CONDITION_WORDS, DISCONTINUED_WORDS, findByWord, VISIBILITY_WORDS } from '../formats/vitrine/vitrine-words.ts'
import { isHttpsAddress } from '../cells.ts'
import { readPrice } from '../prices.ts'
import { readMeasure } from '../unit-pricing.ts'
import { findUnit } from '../../quantities/units.ts'
import { isDocumentFile } from '../../catalog/document-files.ts'
import { isCode, isDate, isMarkup, isPrice } from './cell-kinds.ts'
import { averageLength, countDistinct, isIdentifying, isMostly, type ColumnProfile } from './column-profile.ts'
import { isKnownWord } from './translate-cell.ts'

const PRODUCT_TYPES = new Set(
  'simple variable variation configurable grouped bundle virtual physical digital product variant'.split(' '),
)

export function isProductType(value: string): boolean {
  return PRODUCT_TYPES.has(value.toLowerCase())
}

/** Fields whose headings also have other meanings. */
// prettier-ignore
const KNOWN_BY_VALUES: ReadonlySet<VitrineField> = new Set([
  'weight', 'unitQuantity', 'unitBase', 'documents', 'externalLink', 'condition', 'visibility', 'discontinued',
])

export function isPriceOrRequest(value: string): boolean {
  return isPrice(value) || 'minor' in readPrice(value, 'EUR')
}

export function fits(profile: ColumnProfile, field: VitrineField, rank: number): boolean {
  const { values } = profile
  if (values.length === 0) return !KNOWN_BY_VALUES.has(field)
  switch (field) {
    case 'name':
      // "Artikel" may be the name or the number.
      return !(isMostly(profile, isCode) && isIdentifying(profile) && rank > 20) && averageLength(profile) <= 200
    case 'slug':
      return isMostly(profile, (value) => /^[\p{L}\p{N}_-]+$/u.test(value))
    case 'sku':
      return averageLength(profile) <= 40 && !isMostly(profile, (value) => value.split(' ').length > 2)
    case 'brand':
    case 'category':
      return averageLength(profile) <= 200 && !isMostly(profile, (value) => /^\d+$/.test(value) || isProductType(value))
    case 'gtin':
      return isMostly(profile, (value) => /^['\d\s.,E+Xx-]+$/.test(value))
    case 'weight':
      return findUnitOf(profile) !== undefined
    case 'unitQuantity':
    case 'unitBase':
      // Only the units count, because numbers get the decimal sign of the table later.
      return isMostly(profile, (value) => 'measure' in readMeasure(value.replace(/\d[\d.,]*/, '1')))
    case 'packSize':
    case 'minimumQuantity':
      return isMostly(profile, (value) => /^\d{1,6}(?:[.,]0+)?\s*(?:\p{L}+\.?)?$/u.test(value))
    case 'images':
      return (
        !isMostly(profile, (value) => /^\d{1,4}$/.test(value)) &&
        !isMostly(profile, isKnownWord) &&
        averageLength(profile) > 3
      )
    case 'documents':
      return isMostly(profile, (value) => isHttpsAddress(value) || isDocumentFile(value))
    case 'externalLink':
      return isMostly(profile, isHttpsAddress)
    case 'condition':
      return isMostly(profile, (value) => findByWord(CONDITION_WORDS, value) !== undefined)
    case 'visibility':
      return isMostly(profile, (value) => isKnownWord(value) || findByWord(VISIBILITY_WORDS, value) !== undefined)
    case 'discontinued':
      return isMostly(profile, (value) => isKnownWord(value) || findByWord(DISCONTINUED_WORDS, value) !== undefined)
    case 'leadTime':
      return averageLength(profile) <= 60
    default:
      return true
  }
}

/** Excludes short numbers without letters, which may be anything. */
export function isArticleNumber(value: string): boolean {
  return isCode(value) && (/\p{L}/u.test(value) || /^0|^\d{6,}$|\d[-/]\d/.test(value)) && !isDate(value)
}

export function isShortText(profile: ColumnProfile): boolean {
  const length = averageLength(profile)
  return (
    !profile.hasLines &&
    length >= 3 &&
    length <= 120 &&
    isMostly(profile, (value) => /\p{L}{2}/u.test(value) && !isMarkup(value))
  )
}

export function isVaried(profile: ColumnProfile): boolean {
  return profile.values.length >= profile.rowCount * 0.8 && countDistinct(profile) >= profile.values.length * 0.6
}

/** Finds the unit of a weight in heading or values; none is guessed. */
export function findUnitOf(profile: ColumnProfile): string | undefined {
  const [, inBrackets] = /[([]\s*(\p{L}+)\s*[)\]]/u.exec(profile.heading) ?? []
  const [, atEnd] = /(?:\bin|_|\s)\s*(\p{L}+)$/u.exec(profile.heading.trim()) ?? []
  const unit = [inBrackets, atEnd].map((text) => findUnit(text ?? '')).find((found) => found?.kind === 'mass')
  if (unit) return unit.symbol
  return isMostly(profile, (value) => findUnit(/\d\s*(\p{L}+)\.?$/u.exec(value)?.[1] ?? '')?.kind === 'mass')
    ? 'g'
    : undefined
}

/** Finds the separator of category levels, unless it is the own sheet's `>`. */
export function findLevelSeparator({ values }: ColumnProfile): string | undefined {
  if (values.some((value) => value.includes('>'))) return undefined
  return ['»', '|', '\\', ' / ', '/'].find(
    (sign) => values.filter((value) => value.includes(sign)).length > values.length / 2,
  )
}
