import type { Product, ProductAttribute, ProductTranslation, ProductVariant } from '../../../../shared/catalog.ts'
import { getOwn } from '../../../../shared/get-own.ts'
import { isSlug } from '../../../../shared/slug.ts'
import { cutText, readPlainText } from '../../cells.ts'
import {
  ATTRIBUTE_NAME_MAX_LENGTH,
  ATTRIBUTE_VALUE_MAX_LENGTH,
  type DraftProduct,
  type DraftTexts,
  type DraftTranslation,
  type DraftVariant,
  META_DESCRIPTION_MAX_LENGTH,
  META_TITLE_MAX_LENGTH,
  NAME_MAX_LENGTH,
  OPTION_TEXT_MAX_LENGTH,
  TAX_NOTE_MAX_LENGTH,
} from '../../draft-product.ts'
import { collectTerms, type TermPair } from '../../translated-terms.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import type { ProductGroup } from '../staged-products.ts'
import { readLines, readSafetyInformation, splitAttribute } from './vitrine-cells.ts'
import type { TranslatedSheet, VitrineSheet } from './vitrine-columns.ts'
import type { UsedOption } from './vitrine-product.ts'

const SLUG_MAX_LENGTH = 200

/** What the file says of the product; it pairs the rest with the stored product. */
interface GivenTexts {
  readonly options: readonly UsedOption[]
  readonly variants: readonly DraftVariant[]
  readonly attributes: readonly ProductAttribute[]
}

/** Builds the translations of a stored product from the rows of a sheet without names. */
export function buildVitrineTexts(sheet: VitrineSheet, { slug, rows }: ProductGroup): DraftTexts | null {
  const [first, ...others] = rows
  if (!others.every((row) => sheet.checkCellCount(row))) return null
  return { slug, line: first.line, name: slug, onlyTranslates: true, translations: readTranslations(sheet, rows) }
}

export function readTranslations(
  sheet: VitrineSheet,
  rows: ProductGroup['rows'],
  given?: GivenTexts,
): DraftProduct['translations'] {
  if (sheet.translations.length === 0) return undefined
  return (stored) => {
    const options = listOptions(sheet, rows, given, stored)
    const attributes = given?.attributes ?? []
    const names = new Set(attributes.map(({ name }) => name))
    const kept =
      sheet.has('attributes') && given ? [] : (stored?.attributes ?? []).filter(({ name }) => !names.has(name))
    const texts = { options, attributes: [...attributes, ...kept], givenCount: attributes.length }
    return Object.fromEntries(
      sheet.translations.map((own) => {
        const before = getOwn(stored?.translations ?? {}, own.language)?.terms
        return [own.language, readTranslation(own, rows, texts, before)]
      }),
    )
  }
}

interface OriginalTexts {
  readonly options: readonly OptionRows[]
  readonly attributes: readonly ProductAttribute[]
  readonly givenCount: number
}

function readTranslation(
  own: TranslatedSheet,
  rows: ProductGroup['rows'],
  texts: OriginalTexts,
  before: ProductTranslation['terms'],
): DraftTranslation {
  const { sheet } = own
  const [row] = rows
  return {
    slug: sheet.readText(row, 'slug', SLUG_MAX_LENGTH),
    formerSlugs: readLines(sheet, row, 'formerSlugs')
      ?.flatMap((line) => line.split(','))
      .map((slug) => slug.trim())
      .filter(isSlug),
    name: sheet.readText(row, 'name', NAME_MAX_LENGTH),
    shortDescription: sheet.readHtml(row, 'shortDescription'),
    description: sheet.readHtml(row, 'description'),
    safetyInformation: readSafetyInformation(sheet, row),
    taxNote: sheet.readText(row, 'taxNote', TAX_NOTE_MAX_LENGTH),
    metaTitle: sheet.readText(row, 'metaTitle', META_TITLE_MAX_LENGTH),
    metaDescription: sheet.readText(row, 'metaDescription', META_DESCRIPTION_MAX_LENGTH),
    terms: collectTerms([...readAttributes(own, row, texts), ...readOptions(own, rows, texts.options)], before),
    place: sheet.placeOf(row, 'name'),
  }
}

/** The lines of `Attributes[de]` are in the order of those of `Attributes`, or else of the stored attributes. */
function readAttributes(
  { sheet, attributes: columns }: TranslatedSheet,
  row: CsvRow,
  { attributes, givenCount }: OriginalTexts,
): readonly TermPair[] {
  const lines = readLines(sheet, row, 'attributes') ?? []
  const fits = lines.length === attributes.length || lines.length === givenCount
  if (lines.length > 0 && !fits)
    sheet.warn(
      row,
      'attributes',
      `expected one line for each of the ${attributes.length} attributes, in the same order, not ${lines.length}; the translation was left out`,
    )
  // A blank cell removes the translations.
  const own = lines.length === 0 && sheet.has('attributes') ? attributes.map(() => '') : fits ? lines : []
  return [
    ...own.map((line, index): TermPair => {
      const { name, value } = attributes[index]!
      const translated = splitAttribute(line)
      return {
        name,
        translatedName: cutText(translated.name, ATTRIBUTE_NAME_MAX_LENGTH),
        value,
        translatedValue: cutText(translated.value, ATTRIBUTE_VALUE_MAX_LENGTH),
      }
    }),
    ...columns.map(({ name, index }): TermPair => {
      const value = attributes.find((attribute) => attribute.name === name)?.value
      const text = cutText(readPlainText(row.cells[index] ?? ''), ATTRIBUTE_VALUE_MAX_LENGTH)
      return { name, value, translatedValue: text }
    }),
  ]
}

/** An option with the rows of its values. */
interface OptionRows {
  readonly number: number
  readonly name: string
  readonly values: ReadonlyMap<string, readonly CsvRow[]>
}

/** If the file does not describe the options, rows are paired with stored variants by value, by SKU, or by order. */
function listOptions(
  sheet: VitrineSheet,
  rows: ProductGroup['rows'],
  given: GivenTexts | undefined,
  stored: Product | undefined,
): readonly OptionRows[] {
  const groupByCell = (index: number) => Map.groupBy(rows, ({ cells }) => readOptionText(cells[index]))
  if (given && sheet.options.length > 0)
    return given.options.map(({ number, name, valueIndex }, place) => {
      const values = given.variants.map(({ optionValues }) => optionValues[place]!)
      // A rejected row is not among the variants, so indexes differ and rows are found by their values.
      return { number, name, values: pickRows(values, groupByCell(valueIndex)) }
    })
  const { options = [], variants = [] } = stored ?? {}
  const bySku = new Map(sheet.has('sku') ? rows.map((row) => [sheet.readPlain(row, 'sku'), row]) : [])
  const isInOrder = !sheet.has('sku') && rows.length === variants.length
  const rowOf = ({ sku }: ProductVariant, index: number) =>
    isInOrder ? rows[index] : sku === null ? undefined : bySku.get(sku)
  return options.map(({ name, values }, place) => {
    const column = sheet.options.find(({ number }) => number === place + 1)
    const found = new Map<string, CsvRow[]>()
    for (const [index, variant] of variants.entries()) {
      const [value, row] = [variant.optionValues[place]!, rowOf(variant, index)]
      if (row) found.set(value, [...(found.get(value) ?? []), row])
    }
    return { number: place + 1, name, values: pickRows(values, column ? groupByCell(column.valueIndex) : found) }
  })
}

function pickRows(values: readonly string[], found: ReadonlyMap<string, readonly CsvRow[]>): OptionRows['values'] {
  return new Map(values.map((value) => [value, found.get(value) ?? []]))
}

function readOptions(
  { sheet, options: columns }: TranslatedSheet,
  rows: ProductGroup['rows'],
  options: readonly OptionRows[],
): readonly TermPair[] {
  const used = new Map<number, Set<CsvRow>>()
  const pairs = options.flatMap(({ number, name, values }) => {
    const [nameIndex, valueIndex] = [columns.get(`${number} name`), columns.get(`${number} value`)]
    if (nameIndex !== undefined) used.set(nameIndex, new Set(rows))
    if (valueIndex !== undefined) used.set(valueIndex, new Set([...values.values()].flat()))
    return [
      { name, translatedName: nameIndex === undefined ? undefined : readOptionText(rows[0].cells[nameIndex]) },
      ...[...values].map(([value, own]): TermPair => {
        const texts = valueIndex === undefined ? [] : own.map(({ cells }) => readOptionText(cells[valueIndex]))
        return { name, value, translatedValue: texts.find(Boolean) ?? texts[0] }
      }),
    ]
  })
  for (const index of columns.values()) {
    const lost = rows.find((row) => readOptionText(row.cells[index]) !== '' && !used.get(index)?.has(row))
    if (lost) sheet.warnAtIndex(lost, index, UNPAIRED)
  }
  return pairs
}

const UNPAIRED =
  'the product has no such option, or no variant with the value or the SKU of this row; the translation was left out'

function readOptionText(cell = ''): string {
  return cutText(readPlainText(cell), OPTION_TEXT_MAX_LENGTH)
}
