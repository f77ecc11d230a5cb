import type { EquivalentNumber, Product, ProductAttribute } from '../../../../shared/catalog.ts'
import { QUANTITY_MAX } from '../../../../shared/enquiry-fields.ts'
import { isSlug } from '../../../../shared/slug.ts'
import { cutText, readPlainText, splitListCell } from '../../cells.ts'
import {
  LIMITS,
  type DraftImage,
  type DraftProduct,
  type DraftTranslation,
  type TranslatableTexts,
} from '../../draft-product.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import type { ProductGroup } from '../../stage.ts'
import { pairAttributes, pairOptions, type TermPair } from '../../merge-translations.ts'
import type { LanguageSheet, VitrineField, VitrineSheet } from './vitrine-columns.ts'

export function readLines(sheet: LanguageSheet, row: CsvRow, field: VitrineField): readonly string[] | undefined {
  return sheet
    .readLongText(row, field, LIMITS.list)
    ?.split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter(Boolean)
}

export function splitOnce(text: string, at: number): readonly [string, string?] {
  return at === -1 ? [text] : [text.slice(0, at).trim(), text.slice(at + 3).trim()]
}

/** Each line of the cell is a file or URL, and may end with ` | ` and an alternative text. */
export function readPictures(
  sheet: LanguageSheet,
  row: CsvRow,
  field: 'images' | 'pictograms',
): readonly DraftImage[] | undefined {
  const lines = readLines(sheet, row, field)
  return lines?.map((line) => {
    // The alternative text may be blank.
    const [source, alt] = splitOnce(line, `${line} `.indexOf(' | '))
    const image = sheet.buildImage(row, field, source)
    return { ...image, alt: alt === undefined ? undefined : cutText(alt, LIMITS.alt) || null }
  })
}

/** Each line is a brand and a number, such as `SKF | 6204-2RSH`, or only a number. */
export function readEquivalents(sheet: LanguageSheet, row: CsvRow): readonly EquivalentNumber[] | undefined {
  return readLines(sheet, row, 'equivalents')
    ?.slice(0, LIMITS.equivalents)
    .map((line) => {
      const [one, other] = splitOnce(line, line.lastIndexOf(' | '))
      const maker = other === undefined ? null : cutText(one, LIMITS.brand) || null
      return { maker, number: cutText(other ?? one, LIMITS.code) }
    })
    .filter(({ number }) => number !== '')
}

/** A number of pieces such as '100' or '100 pcs'. A separator is refused, because '1.000' may mean 1 or 1000. */
const PIECES = /^(\d+)\s*(?:\p{L}+\.?)?$/u

export function readPieces(
  sheet: LanguageSheet,
  row: CsvRow,
  field: 'packSize' | 'minimumQuantity',
): number | null | undefined {
  if (!sheet.has(field)) return undefined
  const text = sheet.readPlain(row, field)
  if (text === '') return null
  const pieces = Number(PIECES.exec(text)?.[1])
  if (pieces >= 1 && pieces <= QUANTITY_MAX) return pieces
  const reason = `expected a number of pieces such as 100, from 1 to ${QUANTITY_MAX} and without separators; the value was left unchanged`
  sheet.warn(row, field, reason)
  return undefined
}

/** A line such as `Material: Oak`. A backslash escapes a colon in the name. */
const ATTRIBUTE = /^((?:\\.|[^\\:])*):(.*)$/

/** Returns '' for both if the line has no colon. */
export function splitAttribute(line: string): ProductAttribute {
  const [, written = '', rest = ''] = ATTRIBUTE.exec(line) ?? []
  const [name = ''] = splitListCell(written, ':')
  return {
    name: cutText(readPlainText(name), LIMITS.attributeName),
    value: cutText(readPlainText(rest), LIMITS.attributeValue),
  }
}

/** Reads the hazard pictograms. Screen readers know them only by their alternative texts. */
export function readPictograms(sheet: LanguageSheet, row: CsvRow): readonly DraftImage[] | undefined {
  const pictograms = readPictures(sheet, row, 'pictograms')
  for (const { source, alt } of pictograms ?? []) {
    if (alt) continue
    const name = cutText(source, 60)
    const reason = `"${name}" has no alternative text, which screen readers need; write "${name} | Flammable", for example`
    sheet.warn(row, 'pictograms', reason)
  }
  return pictograms
}

/** Reads the texts that may be translated, without the name. */
export function readTexts(sheet: LanguageSheet, row: CsvRow): TranslatableTexts {
  const safety = sheet.readLongText(row, 'safetyInformation', LIMITS.safetyInformation)
  return {
    shortDescription: sheet.readHtml(row, 'shortDescription'),
    description: sheet.readHtml(row, 'description'),
    texts: {
      metaTitle: sheet.readText(row, 'metaTitle', LIMITS.metaTitle),
      metaDescription: sheet.readText(row, 'metaDescription', LIMITS.metaDescription),
      taxNote: sheet.readText(row, 'taxNote', LIMITS.taxNote),
      safetyInformation: safety === undefined ? undefined : safety.replaceAll(/\r\n?/g, '\n') || null,
    },
    formerSlugs: readSlugs(sheet, row, 'formerSlugs'),
  }
}

export function readSlugs(
  sheet: LanguageSheet,
  row: CsvRow,
  field: 'includes' | 'formerSlugs',
): readonly string[] | undefined {
  const cell = sheet.readLongText(row, field, LIMITS.list)
  if (cell === undefined) return undefined
  const slugs = cell.split(/[,\n]/).map(readPlainText).filter(Boolean)
  const wrong = slugs.find((slug) => !isSlug(slug))
  if (wrong !== undefined) sheet.warn(row, field, `"${cutText(wrong, 60)}" is not a valid slug; it was left out`)
  return [...new Set(slugs.filter(isSlug))]
}

const SLUG_MAX_LENGTH = 200

/** @param options numbers of the options that the product has, if the sheet has columns for options */
export function readTranslations(
  sheet: VitrineSheet,
  rows: ProductGroup['rows'],
  options: readonly number[],
): DraftProduct['translations'] {
  if (sheet.translations.size === 0) return undefined
  const [row] = rows
  const read = (own: LanguageSheet): DraftTranslation => ({
    ...readTexts(own, row),
    slug: own.readText(row, 'slug', SLUG_MAX_LENGTH),
    name: own.readText(row, 'name', LIMITS.name),
    place: own.placeOf(row, 'name'),
    pairTerms: (product) => [
      ...pairOwnAttributes(own, row, product),
      ...pairOwnOptions(own, rows, sheet, options, product),
    ],
  })
  return Object.fromEntries([...sheet.translations].map(([language, own]) => [language, read(own)]))
}

/** A blank cell removes the translations. */
function pairOwnAttributes(sheet: LanguageSheet, row: CsvRow, product: Product): readonly TermPair[] {
  const lines = readLines(sheet, row, 'attributes')?.map(splitAttribute)
  const texts = lines?.length === 0 ? product.attributes.map(() => ({ name: '', value: '' })) : (lines ?? [])
  return [
    ...pairAttributes(product, texts, (reason) => sheet.warn(row, 'attributes', reason)),
    ...sheet.attributes.map((name): TermPair => {
      const value = product.attributes.find((attribute) => attribute.name === name)?.value
      return { name, value, translatedValue: sheet.readAttribute(row, name) }
    }),
  ]
}

function pairOwnOptions(
  sheet: LanguageSheet,
  rows: ProductGroup['rows'],
  main: VitrineSheet,
  options: readonly number[],
  product: Product,
): readonly TermPair[] {
  // Without columns for options, those of the product have the numbers from 1.
  const numbers = main.options.length > 0 ? options : product.options.map((_, at) => at + 1)
  const texts = rows.map((row) => ({
    sku: main.has('sku') ? main.readPlain(row, 'sku') : undefined,
    originals: options.map((number) => main.readOption(row, `optionValue${number}`)),
    values: numbers.map((number) => sheet.readOption(row, `optionValue${number}`)),
  }))
  const names = numbers.map((number) => sheet.readOption(rows[0], `optionName${number}`))
  return pairOptions(product, names, texts)
}
