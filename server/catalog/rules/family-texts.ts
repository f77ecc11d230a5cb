import { PARTIAL_RESULTS_MAX } from '../../../shared/constants.ts'
import { keepUnits } from '../../../shared/keep-units.ts'
import type { ShownFamilies } from '../../../shared/shown-catalog.ts'
import { messagesFor, serverTextsFor, type SiteLanguage } from '../../platform/language.ts'

type Range = readonly [low: string, high: string]

const NUMBER_AND_UNIT = /^([\d.,/ -]*\d)(\s?[^\s\d].*)$/

/** Writes 'M3 to M20', '8 to 200 mm', or one of two equal values. @param to text between the values */
export function writeRange([low, high]: Range, to: string): string {
  if (low === high) return keepUnits(low)
  const [, number, unit] = NUMBER_AND_UNIT.exec(low) ?? []
  const isSameUnit = unit !== undefined && NUMBER_AND_UNIT.exec(high)?.[2] === unit
  // In the whole text, 'to' would be taken for a unit.
  return keepUnits(isSameUnit ? number! : low) + to + keepUnits(high)
}

/** Describes a row: '63 sizes, M3 to M20', or only the number of products without ranges. */
export function describeFamily(
  { count, ranges }: { readonly count: number; readonly ranges: readonly Range[] },
  language: SiteLanguage,
): string {
  const texts = serverTextsFor(language).family
  const { formatCount, productCount } = messagesFor(language)
  const counted = ranges.length > 0 ? texts.sizeCount(count, formatCount(count)) : productCount(count)
  return [counted, ...ranges.map((range) => writeRange(range, ` ${texts.to} `))].join(', ')
}

/** Describes how many products of a row are in stock. */
export function describeFamilyStock(
  { count, inStockCount }: { readonly count: number; readonly inStockCount: number },
  language: SiteLanguage,
): string {
  const { formatCount, availabilities } = messagesFor(language)
  if (inStockCount === count) return availabilities.InStock
  return serverTextsFor(language).family.inStock(formatCount(inStockCount), formatCount(count))
}

/** Adds the texts of the choice between families and products. @returns also the number of rows as a text, if any */
export function nameFamilyModes(
  families: Pick<ShownFamilies, 'mode' | 'defaultMode' | 'rows'>,
  language: SiteLanguage,
): { readonly families: ShownFamilies; readonly count: string | undefined } {
  const texts = serverTextsFor(language).family
  const { rows } = families
  const count = rows && rows.total + Math.min(rows.partialTotal, PARTIAL_RESULTS_MAX)
  return {
    families: { ...families, label: texts.rows, names: texts.modes },
    count: count === undefined ? undefined : texts.rowCount(count, messagesFor(language).formatCount(count)),
  }
}
