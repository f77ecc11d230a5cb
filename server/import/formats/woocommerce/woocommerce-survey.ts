import { scanRows } from '../../../store/sqlite/queries.ts'
import { TemporaryDatabase } from '../../../store/sqlite/temporary-database.ts'
import { readCode, readHtmlText } from '../../cells.ts'
import { type CsvRow, isBlankRow, scanCsvRows } from '../../files/csv-file.ts'
import { LastRowIndexes } from '../../group-rows.ts'
import { SluglessProducts } from '../../assign-slugs.ts'
import type { WooCommerceSheet, WooCommerceType } from './woocommerce-sheet.ts'

/** What has to be known of a product before any is read, for rows name each other in any order. */
interface Details {
  /** Undefined where it is none that WooCommerce itself brings. */
  readonly type?: WooCommerceType | undefined
  /** Of its row. */
  readonly index: number
  readonly line: number
}

/** A product as the survey knows it. */
export type SurveyedProduct = NonNullable<ReturnType<WooCommerceSurvey['products']['find']>>

export interface WooCommerceSurvey {
  readonly rowCount: number
  readonly products: SluglessProducts<Details>
  readonly ends: LastRowIndexes
  /** The key of the product that a reference means: `id:123` or an article number. */
  resolve(reference: string): string | undefined
  /** Keys of the products whose variations groups refer to, by those references in small letters. */
  readonly variationParents: ReadonlyMap<string, string>
  /** Keys of the products that name a group as their parent, which older exports do, by the group's key. */
  readonly childrenByGroup: ReadonlyMap<string, readonly string[]>
}

/** What a row says of its parent. */
interface ParentReference {
  readonly parent: string
  /** Of the row, and so the rest. */
  readonly rowIndex: number
  readonly isVariation: 0 | 1
  readonly key: string
  readonly sku: string
}

/** They are kept until all products are known. */
const REFERENCES =
  'CREATE TABLE reference (place INTEGER PRIMARY KEY, parent TEXT, rowIndex INTEGER, isVariation INTEGER, key TEXT, sku TEXT)'

/**
 * Reads the file through once.
 * @throws ImportError where its structure is broken
 */
export async function surveyWooCommerceRows(sheet: WooCommerceSheet): Promise<WooCommerceSurvey> {
  const products = new SluglessProducts<Details>()
  using references = new TemporaryDatabase(REFERENCES)
  const partReferences = new Set<string>()
  const rowCount = await scanCsvRows(sheet.file, (row, index) => {
    if (row.cells.length !== sheet.file.header.length || isBlankRow(row)) return
    const type = sheet.readType(row)
    const parent = readParent(sheet, row)
    const key = readKey(sheet, row, index)
    const sku = readSku(sheet, row)
    if (parent !== '') {
      const sql = 'INSERT INTO reference (parent, rowIndex, isVariation, key, sku) VALUES (?, ?, ?, ?, ?)'
      references.queries.run(sql, parent, index, Number(type === 'variation'), key, sku)
    }
    if (type === 'grouped')
      for (const part of sheet.readList(row, 'groupedProducts') ?? []) partReferences.add(part.toLowerCase())
    if (type === 'variation' || products.has(key)) return
    const name = readHtmlText(sheet.read(row, 'name') ?? '')
    products.put(
      { key, name, preferredSlug: null, sourceId: readSourceId(key), sku: sku || null },
      { type, index, line: row.line },
    )
  })
  return {
    rowCount,
    products,
    resolve: (reference) => resolve(products, reference),
    ...settleReferences(references, products, partReferences),
  }
}

/** @param partReferences what groups are made of, in small letters */
function settleReferences(
  { queries }: TemporaryDatabase,
  products: SluglessProducts<Details>,
  partReferences: ReadonlySet<string>,
): Pick<WooCommerceSurvey, 'ends' | 'variationParents' | 'childrenByGroup'> {
  const ends = new LastRowIndexes()
  const variationParents = new Map<string, string>()
  const childrenByGroup = new Map<string, string[]>()
  for (const row of scanRows(queries, 'SELECT * FROM reference WHERE place > ? ORDER BY place LIMIT ?', 0)) {
    const { parent: reference, rowIndex, isVariation, key, sku } = row as unknown as ParentReference
    const parent = resolve(products, reference)
    if (parent === undefined) continue
    const { type, index } = products.find(parent)!.details
    if (isVariation && type === 'variable') {
      ends.note(parent, Math.max(rowIndex, index))
      for (const name of [key, sku.toLowerCase()]) if (partReferences.has(name)) variationParents.set(name, parent)
    }
    if (!isVariation && type === 'grouped') childrenByGroup.set(parent, [...(childrenByGroup.get(parent) ?? []), key])
  }
  return { ends, variationParents, childrenByGroup }
}

function resolve(products: SluglessProducts<Details>, reference: string): string | undefined {
  if (!/^id:\s*\d+$/i.test(reference)) return products.findKeyBySku(reference)
  const key = reference.toLowerCase().replace(/\s/g, '')
  return products.has(key) ? key : undefined
}

/** What tells a product from the others of its file: its ID, or else its article number, or else its row. */
export function readKey(sheet: WooCommerceSheet, row: CsvRow, index: number): string {
  const id = readId(sheet, row)
  if (id !== undefined) return `id:${id}`
  const sku = readSku(sheet, row)
  return sku === '' ? `row:${index}` : `sku:${sku.toLowerCase()}`
}

/** '' where the row names none. */
export function readParent(sheet: WooCommerceSheet, row: CsvRow): string {
  return readCode(sheet.read(row, 'parent') ?? '')
}

/** What the source calls the product of a key; null where it has no ID. */
function readSourceId(key: string): string | null {
  return key.startsWith('id:') ? buildSourceId(key.slice('id:'.length)) : null
}

export function buildSourceId(id: string): string {
  return `woocommerce:${id}`
}

function readId(sheet: WooCommerceSheet, row: CsvRow): string | undefined {
  return /^0*([1-9]\d*)$/.exec((sheet.read(row, 'id') ?? '').trim())?.[1]
}

function readSku(sheet: WooCommerceSheet, row: CsvRow): string {
  return readCode(sheet.read(row, 'sku') ?? '')
}
