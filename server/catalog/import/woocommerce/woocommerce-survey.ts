import { buildSlug } from '../../../../shared/slug.ts'
import { assignSlugs, type SluglessProduct } from '../assign-slugs.ts'
import { readHtmlText } from '../cells/html-text.ts'
import { readCode } from '../cells/plain-text.ts'
import { isBlankRow, type CsvRow } from '../csv/csv-file.ts'
import { surveyRows } from '../csv/survey-rows.ts'
import { GroupEnds } from '../gather-groups.ts'
import type { StoredProducts } from '../product-format.ts'
import type { WooCommerceSheet, WooCommerceType } from './woocommerce-sheet.ts'

/** What has to be known of a product before any is read, for rows name each other in any order. */
export interface SurveyedProduct extends SluglessProduct {
  readonly key: string
  readonly type: WooCommerceType | undefined
  /** Of its row. */
  readonly index: number
  readonly line: number
}

export interface WooCommerceSurvey {
  readonly rowCount: number
  readonly products: ReadonlyMap<string, SurveyedProduct>
  readonly ends: GroupEnds
  /** The key of the product that a reference means: `id:123` or an article number. */
  resolve(reference: string): string | undefined
  /** Keys of the products that name a group as their parent, which older exports do, by the group's key. */
  readonly childrenByGroup: ReadonlyMap<string, readonly string[]>
}

/**
 * Reads the file through once.
 * @throws ImportError where its structure is broken
 */
export async function surveyWooCommerceRows(sheet: WooCommerceSheet): Promise<WooCommerceSurvey> {
  const products = new Map<string, SurveyedProduct>()
  const keysBySku = new Map<string, string>()
  const parents: { reference: string; index: number; key: string | undefined }[] = []
  const ends = new GroupEnds()
  const rowCount = await surveyRows(sheet.file, (row, index) => {
    if (row.cells.length !== sheet.file.header.length || isBlankRow(row)) return
    const type = sheet.readType(row)
    const reference = readParent(sheet, row)
    const key = type === 'variation' ? undefined : readKey(sheet, row, index)
    if (reference !== '') parents.push({ reference, index, key })
    if (key === undefined || products.has(key)) return
    const product = readSurveyedProduct(sheet, row, { key, type, index })
    products.set(key, product)
    if (product.sku !== null && !keysBySku.has(product.sku.toLowerCase())) keysBySku.set(product.sku.toLowerCase(), key)
  })

  const resolve = (reference: string) => {
    const key = /^id:\s*\d+$/i.test(reference) ? reference.toLowerCase().replace(/\s/g, '') : keysBySku.get(reference.toLowerCase())
    return key !== undefined && products.has(key) ? key : undefined
  }
  const childrenByGroup = new Map<string, string[]>()
  for (const { reference, index, key } of parents) {
    const parent = resolve(reference)
    if (parent === undefined) continue
    const { type } = products.get(parent)!
    if (key === undefined && type === 'variable') ends.note(parent, index)
    if (key !== undefined && type === 'grouped') childrenByGroup.set(parent, [...(childrenByGroup.get(parent) ?? []), key])
  }
  for (const { key, index } of products.values()) ends.note(key, index)
  return { rowCount, products, ends, resolve, childrenByGroup }
}

/** The slug of each product by its key. */
export async function assignWooCommerceSlugs(survey: WooCommerceSurvey, stored: StoredProducts): Promise<ReadonlyMap<string, string>> {
  const slugs = await assignSlugs(survey.products.values(), stored)
  return new Map([...survey.products.keys()].map((key, position) => [key, slugs[position]!]))
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

export function buildSourceId(id: string): string {
  return `woocommerce:${id}`
}

function readSurveyedProduct(sheet: WooCommerceSheet, row: CsvRow, place: Pick<SurveyedProduct, 'key' | 'type' | 'index'>): SurveyedProduct {
  const id = readId(sheet, row)
  const name = readHtmlText(sheet.read(row, 'name') ?? '')
  return {
    ...place,
    line: row.line,
    name,
    wishedSlug: buildSlug(name),
    sourceId: id === undefined ? null : buildSourceId(id),
    sku: readSku(sheet, row) || null,
  }
}

function readId(sheet: WooCommerceSheet, row: CsvRow): string | undefined {
  return /^0*([1-9]\d*)$/.exec((sheet.read(row, 'id') ?? '').trim())?.[1]
}

function readSku(sheet: WooCommerceSheet, row: CsvRow): string {
  return readCode(sheet.read(row, 'sku') ?? '')
}
