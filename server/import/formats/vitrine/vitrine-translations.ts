import type { ProductAttribute } from '../../../../shared/catalog.ts'
import { isSlug } from '../../../../shared/slug.ts'
import { cutText, readPlainText } from '../../cells.ts'
import {
  ATTRIBUTE_NAME_MAX_LENGTH,
  ATTRIBUTE_VALUE_MAX_LENGTH,
  type DraftProduct,
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
import type { SlugGroup } from '../slug-rows.ts'
import { readLines, splitAttribute } from './vitrine-cells.ts'
import { readSafetyInformation } from './vitrine-safety.ts'
import type { TranslatedSheet, VitrineSheet } from './vitrine-columns.ts'
import type { UsedOption } from './vitrine-product.ts'

const SLUG_MAX_LENGTH = 200

interface OriginalTexts {
  readonly options: readonly UsedOption[]
  readonly variants: readonly DraftVariant[]
  readonly attributes: readonly ProductAttribute[]
}

export function readTranslations(
  { translations }: VitrineSheet,
  rows: SlugGroup['rows'],
  texts: OriginalTexts,
): DraftProduct['translations'] {
  if (translations.length === 0) return undefined
  return Object.fromEntries(translations.map((own) => [own.language, readTranslation(own, rows, texts)]))
}

function readTranslation(own: TranslatedSheet, rows: SlugGroup['rows'], texts: OriginalTexts): DraftTranslation {
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
    terms: collectTerms([...readAttributes(own, row, texts.attributes), ...readOptions(own, rows, texts)]),
    place: sheet.placeOf(row, 'name'),
  }
}

/** The lines of `Attributes[de]` are in the order of those of `Attributes`. */
function readAttributes(
  { sheet, attributes: columns }: TranslatedSheet,
  row: CsvRow,
  attributes: readonly ProductAttribute[],
): readonly TermPair[] {
  const lines = readLines(sheet, row, 'attributes') ?? []
  if (lines.length > 0 && lines.length !== attributes.length)
    sheet.warn(
      row,
      'attributes',
      `expected one line for each of the ${attributes.length} attributes, in the same order, not ${lines.length}; the translation was left out`,
    )
  const own = lines.length === attributes.length ? lines : []
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

function readOptions(
  { options: columns }: TranslatedSheet,
  rows: SlugGroup['rows'],
  { options, variants }: OriginalTexts,
): readonly TermPair[] {
  const read = (row: CsvRow | undefined, column: string) => {
    const index = columns.get(column)
    return row && index !== undefined
      ? cutText(readPlainText(row.cells[index] ?? ''), OPTION_TEXT_MAX_LENGTH)
      : undefined
  }
  return options.flatMap(({ number, name, valueIndex }, place) => {
    // A rejected row is not among the variants, so indexes differ and rows are found by their values.
    const values = variants.map(({ optionValues }) => optionValues[place])
    return [
      { name, translatedName: read(rows[0], `${number} name`) },
      ...values.map((value): TermPair => {
        const row = rows.find(({ cells }) => readPlainText(cells[valueIndex] ?? '') === value)
        return { name, value, translatedValue: read(row, `${number} value`) }
      }),
    ]
  })
}
