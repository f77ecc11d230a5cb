import {
  foldColumnName,
  indexFields,
  matchColumns,
  numberColumns,
  splitColumnLanguages,
  splitTranslatedColumn,
  type ColumnNames,
  warnOfUnknownColumn,
} from '../../files/csv-columns.ts'
import type { CsvFile, CsvRow } from '../../files/csv-file.ts'
import { CsvSheet } from '../../files/csv-sheet.ts'
import { cutText } from '../../cells.ts'
import { LIMITS } from '../../draft-product.ts'
import { findByWord, type Words } from './vitrine-words.ts'
import { ImportError } from '../../import-error.ts'
import { type ImportNotes, noticeOfColumn } from '../../import-report.ts'

/** Exports write the columns in this order and insert option columns before `sku`. */
export const VITRINE_COLUMNS = {
  slug: ['Slug'],
  formerSlugs: ['Former slugs'],
  name: ['Name'],
  brand: ['Brand'],
  shortDescription: ['Short description'],
  description: ['Description'],
  category: ['Category'],
  otherCategories: ['Other categories'],
  tags: ['Tags'],
  featured: ['Featured'],
  visibility: ['Visibility'],
  condition: ['Condition'],
  discontinued: ['Discontinued'],
  replacedBy: ['Replaced by'],
  priceDisplay: ['Price display'],
  taxNote: ['Tax note'],
  sku: ['SKU'],
  gtin: ['GTIN'],
  mpn: ['MPN'],
  equivalents: ['Equivalent to'],
  price: ['Price'],
  compareAtPrice: ['Compare-at price'],
  unitQuantity: ['Unit price quantity'],
  unitBase: ['Unit price base'],
  availability: ['Availability'],
  weight: ['Weight (g)'],
  packSize: ['Pack size'],
  minimumQuantity: ['Minimum quantity'],
  leadTime: ['Lead time'],
  images: ['Images'],
  variantImage: ['Variant image'],
  attributes: ['Attributes'],
  family: ['Family'],
  documents: ['Documents'],
  externalLink: ['External link'],
  externalLinkText: ['External link text'],
  includes: ['Includes'],
  manufacturer: ['Manufacturer'],
  responsiblePerson: ['Responsible person'],
  safetyInformation: ['Safety information'],
  pictograms: ['Pictograms'],
  metaTitle: ['Meta title'],
  metaDescription: ['Meta description'],
  sourceId: ['Source id'],
} as const satisfies ColumnNames<string>

export type VitrineField = keyof typeof VITRINE_COLUMNS

const FIELD_BY_NAME = indexFields<VitrineField>(VITRINE_COLUMNS)

/** @returns undefined if no field has a column of this name */
export function findVitrineField(column: string): VitrineField | undefined {
  return FIELD_BY_NAME.get(foldColumnName(column))
}

/** Numbers of columns such as `Option 1 name`. */
const OPTION_NUMBERS = Array.from({ length: 99 }, (_, index) => index + 1)

/** All columns except those of attributes. */
const SHEET_COLUMNS = {
  ...VITRINE_COLUMNS,
  ...numberColumns(OPTION_NUMBERS.length, {
    optionName: ['Option # name', 'Option 0# name'],
    optionValue: ['Option # value', 'Option 0# value'],
  }),
}

export type OptionField = `${'optionName' | 'optionValue'}${number}`

type SheetField = VitrineField | OptionField | `attribute:${string}`

/** Columns that may also exist for each further language, such as `Name[de]`. Exports write these after all others. */
// prettier-ignore
export const TRANSLATED_FIELDS = [
  'slug', 'formerSlugs', 'name', 'shortDescription', 'description', 'attributes', 'safetyInformation', 'taxNote',
  'metaTitle', 'metaDescription',
] as const satisfies readonly VitrineField[]

export type TranslatedField = (typeof TRANSLATED_FIELDS)[number]

/** Fields of each row. All others are fields of the product, and are read from its first row. */
// prettier-ignore
export const VARIANT_FIELDS: ReadonlySet<string> = new Set<VitrineField>([
  'sku', 'gtin', 'mpn', 'equivalents', 'price', 'compareAtPrice', 'unitQuantity', 'unitBase', 'availability',
  'weight', 'packSize', 'minimumQuantity', 'leadTime', 'variantImage',
])

const OPTION_COLUMN = /^option \d{1,2} (?:name|value)$/
const ATTRIBUTE_COLUMN = /^attribute\s*:\s*(.+)$/i

export function isOptionColumn(name: string): boolean {
  return OPTION_COLUMN.test(foldColumnName(name))
}

export function readAttributeColumn(name: string): string | undefined {
  return ATTRIBUTE_COLUMN.exec(name.trim())?.[1]?.trim()
}

/** `Slug` alone, without `Name` or a translation such as `Name[de]`, is not specific enough. */
export function isVitrineHeader(header: readonly string[]): boolean {
  const names = new Set(header.map(foldColumnName))
  const hasTexts = names.has('name') || header.some(isTranslatedColumn)
  return names.has('slug') && hasTexts
}

/** Whether a column such as `Name[de]` has texts in a further language. */
export function isTranslatedColumn(heading: string): boolean {
  const { name } = splitTranslatedColumn(heading) ?? {}
  return name !== undefined && isTranslatable(name)
}

export function isTranslatedField(given: string | undefined): given is TranslatedField {
  return TRANSLATED_FIELDS.some((field) => field === given)
}

function isTranslatable(column: string): boolean {
  const hasField = isTranslatedField(findVitrineField(column))
  return hasField || isOptionColumn(column) || readAttributeColumn(column) !== undefined
}

/** The columns of one language: those without a language in their names, or those such as `Name[de]`. */
export class LanguageSheet extends CsvSheet<SheetField> {
  /** Names of attributes with a column such as `Attribute: Material`. */
  readonly attributes: readonly string[]
  /** Numbers of the options, counted from 1. */
  readonly options: readonly number[]

  /**
   * @param header the columns, without the language in their names
   * @throws ImportError if the table has two columns of the same field or attribute
   */
  constructor(file: CsvFile, header: readonly string[], required: readonly VitrineField[], notes: ImportNotes) {
    const attributes = header.flatMap((column) => readAttributeColumn(column) ?? [])
    const fields = attributes.map((name) => [`attribute:${name}`, [`Attribute: ${name}`]])
    const columns = { ...SHEET_COLUMNS, ...Object.fromEntries(fields) } as ColumnNames<SheetField>
    // `attribute:Oak` is the same column as `Attribute: Oak`.
    const written = header.map((column) => column.replace(ATTRIBUTE_COLUMN, 'Attribute: $1'))
    const { indexes, others } = matchColumns(file, written, columns, required)
    super(file, indexes, notes, ['name', 'slug'])
    for (const { name } of others) warnOfUnknownColumn(file, name, notes)
    this.attributes = attributes
    this.options = OPTION_NUMBERS.filter(
      (number) => this.has(`optionName${number}`) || this.has(`optionValue${number}`),
    )
  }

  /** @returns undefined if the sheet lacks the column */
  readOption(row: CsvRow, field: OptionField): string | undefined {
    return this.has(field) ? cutText(this.readPlain(row, field), LIMITS.optionText) : undefined
  }

  /** Reads the value in a column of an attribute. */
  readAttribute(row: CsvRow, name: string): string {
    return cutText(this.readPlain(row, `attribute:${name}`), LIMITS.attributeValue)
  }
}

export class VitrineSheet extends LanguageSheet {
  /** The columns of further languages, such as `Name[de]`, by the key of the language. */
  readonly translations: ReadonlyMap<string, LanguageSheet>
  /** Whether the sheet has no names, but only translations of stored products. */
  readonly onlyTranslates: boolean

  /** @throws ImportError if the header is invalid */
  constructor(file: CsvFile, notes: ImportNotes, languages?: readonly string[]) {
    // An attribute of another table may be named `Width [mm]`.
    const isTranslated = file.originOf ? () => false : isTranslatable
    const { main, byLanguage } = splitColumnLanguages(file, isTranslated, languages, notes)
    super(file, main, file.header.some(isTranslatedColumn) ? ['slug'] : ['slug', 'name'], notes)
    for (const number of this.options) {
      const missing = this.has(`optionName${number}`) ? 'value' : 'name'
      if (!this.has(`optionName${number}`) || !this.has(`optionValue${number}`))
        throw new ImportError(
          { file: file.name, line: file.headerLine },
          `the column "Option ${number} ${missing}" is missing`,
        )
    }
    this.translations = new Map(
      [...byLanguage].map(([language, header]) => [language, new LanguageSheet(file, header, [], notes)]),
    )
    this.onlyTranslates = !this.has('name')
    const reason = 'without the column "Name", only translations are imported; the column was left out'
    for (const [field, index] of this.onlyTranslates ? this.indexes : [])
      if (!/^(?:slug|sku|option(?:Name|Value)\d+)$/.test(field))
        notes.warn(noticeOfColumn(file, file.header[index]!, reason))
  }

  /** @param unknown the value for an unknown word, which also causes a warning */
  readWord<Value extends string>(
    row: CsvRow,
    field: VitrineField,
    words: Words<Value>,
    unknown: NoInfer<Value>,
  ): Value | null | undefined {
    const text = this.read(row, field)
    if (text === undefined) return undefined
    if (text.trim() === '') return null
    const value = findByWord(words, text)
    if (value !== undefined) return value
    const expected = Object.values(words.written).join(', ')
    this.warn(row, field, `expected one of ${expected}; it was imported as "${words.written[unknown]}"`)
    return unknown
  }
}
