import { PARTIAL_RESULTS_MAX } from '../../shared/constants.ts'
import type { FamilyMode } from '../../shared/listing-query.ts'
import { keepUnits } from '../../shared/keep-units.ts'
import { languageOf, type Language } from '../../shared/messages/messages.ts'
import type { ShownFamilies } from '../../shared/shown-catalog.ts'
import { messagesFor } from '../base/language.ts'

/** Texts about families in lists. Pages get them with their data, so that browsers do not load them for other lists. */
interface FamilyTexts {
  readonly family: string
  /** Label of the choice between the modes. */
  readonly rows: string
  readonly modes: Readonly<Record<FamilyMode, string>>
  readonly rowCount: (count: string) => string
  readonly sizeCount: (count: string) => string
  readonly to: string
  readonly inStock: (count: string, all: string) => string
}

const TEXTS: Readonly<Record<Language, FamilyTexts>> = {
  en: {
    family: 'Family',
    rows: 'Rows',
    modes: { rows: 'Families', products: 'Products' },
    rowCount: (count) => (count === '1' ? '1 row' : `${count} rows`),
    sizeCount: (count) => `${count} sizes`,
    to: ' to ',
    inStock: (count, all) => `${count} of ${all} in stock`,
  },
  de: {
    family: 'Familie',
    rows: 'Zeilen',
    modes: { rows: 'Familien', products: 'Produkte' },
    rowCount: (count) => (count === '1' ? '1 Zeile' : `${count} Zeilen`),
    sizeCount: (count) => `${count} Größen`,
    to: ' bis ',
    inStock: (count, all) => `${count} von ${all} auf Lager`,
  },
  es: {
    family: 'Familia',
    rows: 'Filas',
    modes: { rows: 'Familias', products: 'Productos' },
    rowCount: (count) => (count === '1' ? '1 fila' : `${count} filas`),
    sizeCount: (count) => `${count} medidas`,
    to: ' a ',
    inStock: (count, all) => `${count} de ${all} en stock`,
  },
}

export function familyTextsFor(locale: string): FamilyTexts {
  return TEXTS[languageOf(locale)]
}

type Range = readonly [low: string, high: string]

const NUMBER_AND_UNIT = /^([\d.,/ -]*\d)(\s?[^\s\d].*)$/

/**
 * Writes the range between two values: 'M3 to M20', '8 to 200 mm'; one of them if both are equal.
 * @param to what separates the two values
 */
export function writeRange([low, high]: Range, to: string): string {
  if (low === high) return keepUnits(low)
  const [, number, unit] = NUMBER_AND_UNIT.exec(low) ?? []
  const isSameUnit = unit !== undefined && NUMBER_AND_UNIT.exec(high)?.[2] === unit
  // Applied to the whole text, it would take 'to' for a unit.
  return keepUnits(isSameUnit ? number! : low) + to + keepUnits(high)
}

/** Describes the products of a row: '63 sizes, M3 to M20'. Without ranges, they differ in something else. */
export function describeFamily(
  { count, ranges }: { readonly count: number; readonly ranges: readonly Range[] },
  locale: string,
): string {
  const texts = familyTextsFor(locale)
  const { formatCount, productCount } = messagesFor(locale)
  const counted = ranges.length > 0 ? texts.sizeCount(formatCount(count)) : productCount(count)
  return [counted, ...ranges.map((range) => writeRange(range, texts.to))].join(', ')
}

/** Describes how many products of a row are in stock. */
export function describeFamilyStock(
  { count, inStockCount }: { readonly count: number; readonly inStockCount: number },
  locale: string,
): string {
  const { formatCount, availabilities } = messagesFor(locale)
  if (inStockCount === count) return availabilities.InStock
  return familyTextsFor(locale).inStock(formatCount(inStockCount), formatCount(count))
}

/** Adds the texts of the choice between rows of families and rows of products. */
export function nameFamilyModes(
  {
    rows,
    ...families
  }: Pick<ShownFamilies, 'mode' | 'defaultMode'> & {
    readonly rows?: Omit<NonNullable<ShownFamilies['rows']>, 'count'>
  },
  locale: string,
): ShownFamilies {
  const texts = familyTextsFor(locale)
  const { formatCount } = messagesFor(locale)
  const countRows = ({ total, partialTotal }: NonNullable<typeof rows>) =>
    texts.rowCount(formatCount(total + Math.min(partialTotal, PARTIAL_RESULTS_MAX)))
  return {
    ...families,
    label: texts.rows,
    names: texts.modes,
    ...(rows && { rows: { ...rows, count: countRows(rows) } }),
  }
}
