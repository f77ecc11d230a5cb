import { assignSlugs, type SlugContext, type SluglessProduct } from '../assign-slugs.ts'
import { readHtmlText } from '../cells/html-text.ts'
import { readCode } from '../cells/plain-text.ts'
import { isBlankRow, type CsvRow } from '../csv/csv-file.ts'
import { surveyRows } from '../csv/survey-rows.ts'
import { GroupEnds } from '../gather-groups.ts'
import type { WooCommerceSheet, WooCommerceType } from './woocommerce-sheet.ts'

/** What has to be known of a product before any is read, for rows name each other in any order. */
export interface SurveyedProduct {
  readonly key: string
  readonly type: WooCommerceType | undefined
  /** Of its row. */
  readonly index: number
  readonly line: number
  readonly name: string
  readonly sku: string | null
}

export interface WooCommerceSurvey {
  readonly rowCount: number
  readonly products: ReadonlyMap<string, SurveyedProduct>
  readonly ends: GroupEnds
  /** The key of the product that a reference means: `id:123` or an article number. */
  resolve(reference: string): string | undefined
  /** Keys of the products whose variations groups refer to, by those references in small letters. */
  readonly variationParents: ReadonlyMap<string, string>
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
  const parents: { reference: string; index: number; isVariation: boolean; names: readonly string[] }[] = []
  const partReferences = new Set<string>()
  const ends = new GroupEnds()
  const rowCount = await surveyRows(sheet.file, (row, index) => {
    if (row.cells.length !== sheet.file.header.length || isBlankRow(row)) return
    const type = sheet.readType(row)
    const reference = readParent(sheet, row)
    const key = readKey(sheet, row, index)
    const isVariation = type === 'variation'
    if (reference !== '') parents.push({ reference, index, isVariation, names: isVariation ? [key, readSku(sheet, row).toLowerCase()] : [key] })
    if (type === 'grouped') for (const part of sheet.readList(row, 'groupedProducts') ?? []) partReferences.add(part.toLowerCase())
    if (isVariation || products.has(key)) return
    const product = readSurveyedProduct(sheet, row, { key, type, index })
    products.set(key, product)
    if (product.sku !== null && !keysBySku.has(product.sku.toLowerCase())) keysBySku.set(product.sku.toLowerCase(), key)
  })
  const resolve = createResolver(products, keysBySku)
  const childrenByGroup = new Map<string, string[]>()
  const variationParents = new Map<string, string>()
  for (const { reference, index, isVariation, names } of parents) {
    const parent = resolve(reference)
    if (parent === undefined) continue
    const { type, index: parentIndex } = products.get(parent)!
    if (isVariation && type === 'variable') {
      ends.note(parent, Math.max(index, parentIndex))
      for (const name of names) if (partReferences.has(name)) variationParents.set(name, parent)
    }
    const [key] = names
    if (!isVariation && key !== undefined && type === 'grouped') childrenByGroup.set(parent, [...(childrenByGroup.get(parent) ?? []), key])
  }
  return { rowCount, products, ends, resolve, variationParents, childrenByGroup }
}

/** A function of its own, for it lives as long as the import and must not hold all that the survey needed. */
function createResolver(products: ReadonlyMap<string, SurveyedProduct>, keysBySku: ReadonlyMap<string, string>): WooCommerceSurvey['resolve'] {
  return (reference) => {
    const key = /^id:\s*\d+$/i.test(reference) ? reference.toLowerCase().replace(/\s/g, '') : keysBySku.get(reference.toLowerCase())
    return key !== undefined && products.has(key) ? key : undefined
  }
}

/** The slug of each product by its key. */
export async function assignWooCommerceSlugs(survey: WooCommerceSurvey, context: SlugContext): Promise<ReadonlyMap<string, string>> {
  const slugless = function* (): Generator<SluglessProduct> {
    for (const { key, name, sku } of survey.products.values()) yield { name, sku, sourceId: readSourceId(key) }
  }
  const slugs = await assignSlugs(slugless(), context)
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

/** What the source calls the product of a key; null where it has no ID. */
export function readSourceId(key: string): string | null {
  return key.startsWith('id:') ? buildSourceId(key.slice('id:'.length)) : null
}

export function buildSourceId(id: string): string {
  return `woocommerce:${id}`
}

function readSurveyedProduct(sheet: WooCommerceSheet, row: CsvRow, place: Pick<SurveyedProduct, 'key' | 'type' | 'index'>): SurveyedProduct {
  return { ...place, line: row.line, name: readHtmlText(sheet.read(row, 'name') ?? ''), sku: readSku(sheet, row) || null }
}

function readId(sheet: WooCommerceSheet, row: CsvRow): string | undefined {
  return /^0*([1-9]\d*)$/.exec((sheet.read(row, 'id') ?? '').trim())?.[1]
}

function readSku(sheet: WooCommerceSheet, row: CsvRow): string {
  return readCode(sheet.read(row, 'sku') ?? '')
}
