import { foldColumnName, matchColumns, warnOfUnknownColumn, type ColumnNames } from '../../files/csv-columns.ts'
import type { CsvFile } from '../../files/csv-file.ts'
import { ImportError } from '../../import-error.ts'
import type { ImportNotes } from '../../import-report.ts'

export type VitrineField =
  | 'slug'
  | 'formerSlugs'
  | 'name'
  | 'brand'
  | 'shortDescription'
  | 'description'
  | 'category'
  | 'tags'
  | 'featured'
  | 'visibility'
  | 'condition'
  | 'sku'
  | 'gtin'
  | 'mpn'
  | 'price'
  | 'compareAtPrice'
  | 'availability'
  | 'weight'
  | 'images'
  | 'variantImage'
  | 'attributes'
  | 'documents'
  | 'externalLink'
  | 'externalLinkText'
  | 'includes'
  | 'metaTitle'
  | 'metaDescription'
  | 'sourceId'

/** In the order in which they are written; the columns of options stand in front of `sku`. */
export const VITRINE_COLUMNS: ColumnNames<VitrineField> = {
  slug: ['Slug'],
  formerSlugs: ['Former slugs'],
  name: ['Name'],
  brand: ['Brand'],
  shortDescription: ['Short description'],
  description: ['Description'],
  category: ['Category'],
  tags: ['Tags'],
  featured: ['Featured'],
  visibility: ['Visibility'],
  condition: ['Condition'],
  sku: ['SKU'],
  gtin: ['GTIN'],
  mpn: ['MPN'],
  price: ['Price'],
  compareAtPrice: ['Compare-at price'],
  availability: ['Availability'],
  weight: ['Weight (g)'],
  images: ['Images'],
  variantImage: ['Variant image'],
  attributes: ['Attributes'],
  documents: ['Documents'],
  externalLink: ['External link'],
  externalLinkText: ['External link text'],
  includes: ['Includes'],
  metaTitle: ['Meta title'],
  metaDescription: ['Meta description'],
  sourceId: ['Source id'],
}

export interface OptionColumns {
  readonly nameIndex: number
  readonly valueIndex: number
}

export interface VitrineColumns {
  readonly indexes: ReadonlyMap<VitrineField, number>
  /** In the order of their numbers. */
  readonly options: readonly OptionColumns[]
  /** `Attribute: Material` */
  readonly attributes: readonly { readonly name: string; readonly index: number }[]
}

const OPTION_COLUMN = /^option (\d{1,2}) (name|value)$/
const ATTRIBUTE_COLUMN = /^attribute\s*:\s*(.+)$/i

/** A header of Vitrine's own; `Slug` alone could be anybody's. */
export function isVitrineHeader(header: readonly string[]): boolean {
  const names = new Set(header.map(foldColumnName))
  return names.has('slug') && names.has('name') && !names.has('handle') && !names.has('url handle')
}

/** @throws ImportError where two columns mean the same or one that is required is missing */
export function readVitrineColumns(file: CsvFile, notes: ImportNotes): VitrineColumns {
  const { indexes, others } = matchColumns(file.name, file.header, VITRINE_COLUMNS, ['slug', 'name'])
  const optionIndexes = new Map<string, number>()
  const attributes: { name: string; index: number }[] = []
  for (const { name, index } of others) {
    const option = OPTION_COLUMN.exec(foldColumnName(name))
    const attribute = ATTRIBUTE_COLUMN.exec(name.trim())?.[1]?.trim()
    if (option) {
      const key = `${Number(option[1])} ${option[2]}`
      if (optionIndexes.has(key))
        throw new ImportError(
          { file: file.name, line: 1, column: name },
          'two columns mean the same. Remove one of them',
        )
      optionIndexes.set(key, index)
    } else if (attribute !== undefined) {
      if (attributes.some((other) => foldColumnName(other.name) === foldColumnName(attribute))) {
        throw new ImportError(
          { file: file.name, line: 1, column: name },
          'two columns mean the same. Remove one of them',
        )
      }
      attributes.push({ name: attribute, index })
    } else warnOfUnknownColumn(file.name, name, notes)
  }
  return { indexes, options: pairOptions(file, optionIndexes), attributes }
}

function pairOptions(file: CsvFile, indexes: ReadonlyMap<string, number>): readonly OptionColumns[] {
  const numbers = new Set([...indexes.keys()].map((key) => Number.parseInt(key, 10)))
  return [...numbers]
    .sort((left, right) => left - right)
    .map((number) => {
      const nameIndex = indexes.get(`${number} name`)
      const valueIndex = indexes.get(`${number} value`)
      if (nameIndex !== undefined && valueIndex !== undefined) return { nameIndex, valueIndex }
      const missing = `Option ${number} ${nameIndex === undefined ? 'name' : 'value'}`
      throw new ImportError({ file: file.name, line: 1 }, `the column "${missing}" is missing`)
    })
}
