import {
  foldColumnName,
  matchColumns,
  splitColumnLanguages,
  splitTranslatedColumn,
  type ColumnNames,
  warnOfUnknownColumn,
} from '../../files/csv-columns.ts'
import type { CsvFile, CsvRow } from '../../files/csv-file.ts'
import { CsvSheet } from '../../files/csv-sheet.ts'
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

/** Columns that may also exist for each further language, such as `Name[de]`. Exports write these after all others. */
export const TRANSLATED_COLUMNS = {
  slug: VITRINE_COLUMNS.slug,
  formerSlugs: VITRINE_COLUMNS.formerSlugs,
  name: VITRINE_COLUMNS.name,
  shortDescription: VITRINE_COLUMNS.shortDescription,
  description: VITRINE_COLUMNS.description,
  attributes: VITRINE_COLUMNS.attributes,
  safetyInformation: VITRINE_COLUMNS.safetyInformation,
  taxNote: VITRINE_COLUMNS.taxNote,
  metaTitle: VITRINE_COLUMNS.metaTitle,
  metaDescription: VITRINE_COLUMNS.metaDescription,
} as const satisfies ColumnNames<string>

export type TranslatedField = keyof typeof TRANSLATED_COLUMNS

/** The columns of a further language, such as `Name[de]`. */
export interface TranslatedSheet extends Pick<Columns, 'options' | 'attributes'> {
  readonly language: string
  readonly sheet: CsvSheet<VitrineField>
}

/** Fields of each row. All others are fields of the product, and are read from its first row. */
// prettier-ignore
export const VARIANT_FIELDS: ReadonlySet<string> = new Set<VitrineField>([
  'sku', 'gtin', 'mpn', 'equivalents', 'price', 'compareAtPrice', 'unitQuantity', 'unitBase', 'availability',
  'weight', 'packSize', 'minimumQuantity', 'leadTime', 'variantImage',
])

export interface OptionColumns {
  /** Number of the option, counted from 1. */
  readonly number: number
  readonly nameIndex: number
  readonly valueIndex: number
}

const OPTION_COLUMN = /^option (\d{1,2}) (name|value)$/
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

const TRANSLATED_NAMES = new Set(Object.values(TRANSLATED_COLUMNS).map(([name]) => foldColumnName(name)))

function isTranslatable(name: string): boolean {
  return isOptionColumn(name) || readAttributeColumn(name) !== undefined || TRANSLATED_NAMES.has(foldColumnName(name))
}

interface Columns {
  readonly indexes: ReadonlyMap<VitrineField, number>
  /** Indexes of columns such as `Option 1 value`, by '1 value'. */
  readonly options: Map<string, number>
  /** Columns such as `Attribute: Material`. */
  readonly attributes: { name: string; index: number }[]
}

/**
 * @param header the columns of one language, without it in their names
 * @throws ImportError if the table has two columns of the same option or attribute
 */
function readColumns(
  file: CsvFile,
  header: readonly string[],
  required: readonly VitrineField[],
  notes: ImportNotes,
): Columns {
  const { indexes, others } = matchColumns<VitrineField>(file, header, VITRINE_COLUMNS, required)
  const columns: Columns = { indexes, options: new Map(), attributes: [] }
  const taken = new Set<string>()
  for (const { name, index } of others) {
    const [, number, part] = OPTION_COLUMN.exec(foldColumnName(name)) ?? []
    const attribute = readAttributeColumn(name)
    if (number === undefined && attribute === undefined) {
      warnOfUnknownColumn(file, name, notes)
      continue
    }
    const option = `${Number(number)} ${part}`
    const key = attribute === undefined ? option : `attribute ${foldColumnName(attribute)}`
    if (taken.has(key))
      throw new ImportError(
        { file: file.name, line: file.headerLine, column: file.header[index]! },
        'two columns have the same meaning. Remove one of them',
      )
    taken.add(key)
    if (attribute === undefined) columns.options.set(option, index)
    else columns.attributes.push({ name: attribute, index })
  }
  return columns
}

function pairOptions(file: CsvFile, indexes: ReadonlyMap<string, number>): readonly OptionColumns[] {
  const numbers = new Set([...indexes.keys()].map((key) => Number.parseInt(key, 10)))
  return [...numbers]
    .sort((left, right) => left - right)
    .map((number) => {
      const nameIndex = indexes.get(`${number} name`)
      const valueIndex = indexes.get(`${number} value`)
      if (nameIndex !== undefined && valueIndex !== undefined) return { number, nameIndex, valueIndex }
      const missing = `Option ${number} ${nameIndex === undefined ? 'name' : 'value'}`
      throw new ImportError({ file: file.name, line: file.headerLine }, `the column "${missing}" is missing`)
    })
}

export class VitrineSheet extends CsvSheet<VitrineField> {
  readonly options: readonly OptionColumns[]
  readonly attributes: readonly { readonly name: string; readonly index: number }[]
  readonly translations: readonly TranslatedSheet[]
  /** Whether the sheet has no names, but only translations of stored products. */
  readonly onlyTranslates: boolean

  /** @throws ImportError if the header is invalid */
  constructor(file: CsvFile, notes: ImportNotes, languages?: readonly string[]) {
    // An attribute of another table may be named `Width [mm]`.
    const isTranslated = file.originOf ? () => false : isTranslatable
    const { main, byLanguage } = splitColumnLanguages(file, isTranslated, { languages, notes })
    const required: readonly VitrineField[] = file.header.some(isTranslatedColumn) ? ['slug'] : ['slug', 'name']
    const { indexes, options, attributes } = readColumns(file, main, required, notes)
    super(file, indexes, notes, ['name', 'slug'])
    this.options = pairOptions(file, options)
    this.attributes = attributes
    this.translations = [...byLanguage].map(([language, header]) => {
      const columns = readColumns(file, header, [], notes)
      return { language, sheet: new CsvSheet<VitrineField>(file, columns.indexes, notes, ['name', 'slug']), ...columns }
    })
    this.onlyTranslates = !indexes.has('name')
    if (!this.onlyTranslates) return
    const unused = [...indexes].filter(([field]) => field !== 'slug' && field !== 'sku').map(([, index]) => index)
    const reason = 'without the column "Name", only translations are imported; the column was left out'
    for (const index of [...unused, ...attributes.map((column) => column.index)])
      notes.warn(noticeOfColumn(file, file.header[index]!, reason))
  }

  /** @param unknown the value for an unknown word, which also causes a warning */
  readWord<Value extends string>(
    row: CsvRow,
    field: VitrineField,
    words: Words<Value>,
    { blank, unknown }: { blank: Value; unknown: Value },
  ): Value | undefined {
    if (!this.has(field)) return undefined
    const text = this.read(row, field) ?? ''
    if (text.trim() === '') return blank
    const value = findByWord(words, text)
    if (value !== undefined) return value
    const expected = Object.values(words.written).join(', ')
    this.warn(row, field, `expected one of ${expected}; it was imported as "${words.written[unknown]}"`)
    return unknown
  }
}
