import { cutText, readBoolean, readHtmlText } from '../../cells.ts'
import type { DraftImage } from '../../draft-product.ts'
import { foldColumnName, matchColumns, warnOfUnknownColumn } from '../../files/csv-columns.ts'
import type { CsvFile, CsvRow } from '../../files/csv-file.ts'
import { CsvSheet } from '../../files/csv-sheet.ts'
import type { ImportNotes } from '../../import-report.ts'
import { isCostHeading } from '../../mapping/price-headings.ts'
import { pictureAddressKey } from '../../pictures/picture-name.ts'
import {
  COLUMN_NAMES,
  IGNORED_COLUMNS,
  PRIVATE_COLUMN,
  readNumberedColumn,
  type NumberedPart,
  type WooCommerceField,
} from './woocommerce-names.ts'

const MEASURES: ReadonlySet<WooCommerceField> = new Set(['weight', 'length', 'width', 'height'])

/** Languages by a column name that all exports have. English column names do not tell the language of the texts. */
const LANGUAGES: Readonly<Record<string, string>> = {
  veröffentlicht: 'de',
  publicado: 'es',
  publié: 'fr',
  pubblicato: 'it',
  gepubliceerd: 'nl',
}

interface WooCommerceColumns {
  /** BCP 47 tag; undefined if the column names do not tell the language. */
  readonly language: string | undefined
  readonly indexes: ReadonlyMap<WooCommerceField, number>
  /** Units that column names contain, such as `kg` in `Weight (kg)`. */
  readonly units: ReadonlyMap<WooCommerceField, string>
  readonly attributes: readonly NumberedColumn[]
  readonly downloads: readonly NumberedColumn[]
}

/** Columns whose names WooCommerce alone has, in each language. */
const OWN_COLUMNS = (
  [
    'featured',
    'visibility',
    'inStock',
    'backorders',
    'saleStarts',
    'saleEnds',
    'groupedProducts',
    'buttonText',
    'gtin',
  ] as const
).flatMap((field) => COLUMN_NAMES[field])

export function isWooCommerceHeader(header: readonly string[]): boolean {
  const names = new Set(header.map(foldColumnName))
  const has = (field: WooCommerceField) => COLUMN_NAMES[field].some((name) => names.has(foldColumnName(name)))
  const isOwn =
    OWN_COLUMNS.some((name) => names.has(foldColumnName(name))) ||
    header.some((name) => readNumberedColumn(name) !== undefined || PRIVATE_COLUMN.test(foldColumnName(name)))
  return has('type') && (isOwn || (has('regularPrice') && (has('id') || has('published'))))
}

function readWooCommerceColumns(file: CsvFile, notes: ImportNotes): WooCommerceColumns {
  const measures = file.header.map((name) => /^(.+) \((\p{L}+)\)$/u.exec(name))
  const header = file.header.map((name, index) => measures[index]?.[1] ?? name)
  const { indexes, others } = matchColumns<WooCommerceField>(file, header, COLUMN_NAMES, ['type', 'name'])
  const units = new Map<WooCommerceField, string>()
  for (const [field, index] of indexes) {
    const unit = measures[index]?.[2]
    if (unit !== undefined && MEASURES.has(field)) units.set(field, unit.toLowerCase())
  }
  const attributes: NumberedColumn[] = []
  const downloads: NumberedColumn[] = []
  for (const { index } of others) {
    const name = file.header[index] ?? ''
    const numbered = readNumberedColumn(name)
    if (numbered) addPart(numbered.kind === 'attribute' ? attributes : downloads, numbered, index)
    else if (!IGNORED_COLUMNS.has(foldColumnName(name)) && !PRIVATE_COLUMN.test(foldColumnName(name)))
      warnOfUnknownColumn(file, name, notes)
  }
  const language = file.header.map((name) => LANGUAGES[foldColumnName(name)]).find(Boolean)
  return { language, indexes, units, attributes: sortByNumber(attributes), downloads: sortByNumber(downloads) }
}

function addPart(columns: NumberedColumn[], { number, part }: NumberedPart, index: number): void {
  const column = columns.find((other) => other.number === number)
  if (column) column.indexes[part] = index
  else columns.push({ number, indexes: { [part]: index } })
}

function sortByNumber(columns: readonly NumberedColumn[]): readonly NumberedColumn[] {
  return columns.toSorted((left, right) => left.number - right.number)
}

/** Columns with one number, such as `Attribute 1 name` and `Attribute 1 value(s)`. */
interface NumberedColumn {
  readonly number: number
  readonly indexes: { [Part in NumberedPart['part']]?: number }
}

export type WooCommerceType = 'simple' | 'variable' | 'variation' | 'grouped' | 'external'

const TYPES: ReadonlySet<string> = new Set<WooCommerceType>(['simple', 'variable', 'variation', 'grouped', 'external'])
const FLAGS: ReadonlySet<string> = new Set(['downloadable', 'virtual'])

export interface AttributeCells {
  readonly name: string
  readonly values: readonly string[]
  readonly isVisible: boolean
}

export class WooCommerceSheet extends CsvSheet<WooCommerceField> {
  readonly columns: WooCommerceColumns

  /** @throws ImportError if a required column is missing or two columns have the same meaning */
  constructor(file: CsvFile, notes: ImportNotes) {
    const columns = readWooCommerceColumns(file, notes)
    super(file, columns.indexes, notes, ['name', 'sku', 'id'])
    this.columns = columns
  }

  /** Returns undefined for types that plugins add. */
  readType(row: CsvRow): WooCommerceType | undefined {
    const words = this.readLower(row, 'type').split(/\s*,\s*/)
    const types = words.filter((word) => word !== '' && !FLAGS.has(word))
    const [type = 'simple'] = types
    return types.length <= 1 && TYPES.has(type) ? (type as WooCommerceType) : undefined
  }

  readList(row: CsvRow, field: WooCommerceField): readonly string[] | undefined {
    const cell = this.read(row, field)
    return cell === undefined ? undefined : splitList(cell)
  }

  /** Reads the pictures, the main one first; undefined if the file has no picture column. */
  readImages(row: CsvRow): readonly DraftImage[] | undefined {
    const sources = this.readList(row, 'images')
    if (sources === undefined) return undefined
    const image = this.buildImage(row, 'images', '')
    const images = new Map<string, DraftImage>()
    for (const source of sources) {
      const key = pictureAddressKey(source)
      if (!images.has(key)) images.set(key, { ...image, source })
    }
    return [...images.values()]
  }

  /** Returns the attributes without unnamed and repeated ones. */
  readAttributes(row: CsvRow): readonly AttributeCells[] {
    const attributes = new Map<string, AttributeCells>()
    for (const { indexes } of this.columns.attributes) {
      const cell = (index: number | undefined) => (index === undefined ? '' : (row.cells[index] ?? ''))
      const name = splitList(cell(indexes.name)).join(', ')
      if (name === '' || attributes.has(foldName(name)) || isCostHeading(name)) continue
      const isVisible = readBoolean(cell(indexes.visible)) !== false
      attributes.set(foldName(name), { name, values: splitList(cell(indexes.values)), isVisible })
    }
    return [...attributes.values()]
  }
}

export function foldName(name: string): string {
  return name.toLowerCase()
}

const LIST_MAX_LENGTH = 200_000

/** Splits a comma-separated list; `A, B\, C` has two entries. */
export function splitList(cell: string): readonly string[] {
  return cutText(cell, LIST_MAX_LENGTH)
    .split(/(?<!\\),/)
    .map((entry) => readHtmlText(entry.replaceAll('\\,', ',')))
    .filter((entry) => entry !== '')
}
