import { assignSlugs, SluglessProducts } from '../../assign-slugs.ts'
import { readCode, readHtmlText } from '../../cells.ts'
import { isBlankRow, scanCsvRows, type CsvFile, type CsvRow } from '../../files/csv-file.ts'
import {
  isWooCommerceHeader,
  readWooCommerceColumns,
  WooCommerceSheet,
  type WooCommerceType,
} from './woocommerce-columns.ts'
import { buildWooCommerceDraft } from './woocommerce-product.ts'
import { groupRows, LastRowIndexes } from '../../group-rows.ts'
import type { ImportNotes } from '../../import-report.ts'
import type { DraftContext, ProductFormat, StoredProducts, ScannedProducts } from '../../product-format.ts'
import { scanRows } from '../../../store/sqlite/queries.ts'
import { TemporaryDatabase } from '../../../store/sqlite/temporary-database.ts'

/** WooCommerce's product export, with column names in English, German or Spanish. */
export const WOOCOMMERCE_FORMAT: ProductFormat = {
  id: 'woocommerce',
  name: 'WooCommerce product export',
  expectedColumns: '"Type", "Name" and "SKU" or "Regular price"',
  recognises: isWooCommerceHeader,

  async scan(file: CsvFile, notes: ImportNotes): Promise<ScannedProducts> {
    const sheet = new WooCommerceSheet(file, readWooCommerceColumns(file, notes), notes)
    const scan = await scanProducts(sheet)
    return { rowCount: scan.rowCount, readDrafts: (context) => readDrafts(sheet, scan, context) }
  },
}

async function* readDrafts(sheet: WooCommerceSheet, scan: WooCommerceScan, context: DraftContext) {
  using products = scan.products
  await assignSlugs(products, context)
  const keyOf = (row: CsvRow, index: number) => findProductKey(sheet, scan, row, index)
  for await (const { key, rows } of groupRows(sheet.file.readRows(), scan.ends, keyOf, context.onRows)) {
    const product = getProduct(scan, key)
    const row = rows.find((candidate) => candidate.line === product.details.line)!
    const variations = rows.filter((candidate) => candidate !== row)
    const includes = await readIncludes(sheet, row, { product, scan, stored: context.stored })
    yield buildWooCommerceDraft(sheet, { ...product, type: product.details.type, row, variations, includes }, context)
  }
}

/** Returns the key of the product that a row belongs to; rejects a row that belongs to none. */
function findProductKey(
  sheet: WooCommerceSheet,
  scan: WooCommerceScan,
  row: CsvRow,
  index: number,
): string | undefined {
  if (isBlankRow(row) || !sheet.checkCellCount(row)) return undefined
  if (sheet.readType(row) !== 'variation') {
    const key = readKey(sheet, row, index)
    const { line, index: firstIndex } = scan.products.find(key)!.details
    if (firstIndex === index) return key
    sheet.reject(row, key.startsWith('id:') ? 'id' : 'sku', `line ${line} already has this product`)
    return undefined
  }
  const reference = readParent(sheet, row)
  const key = scan.resolve(reference)
  const parent = key === undefined ? undefined : scan.products.find(key)!.details
  if (parent?.type === 'variable') return key
  const reason =
    reference === ''
      ? 'the variation has no parent; enter the ID or SKU of a variable product'
      : parent
        ? `the variation's parent, on line ${parent.line}, is not a variable product`
        : `the variation's parent "${reference}" is not in this file`
  sheet.reject(row, 'parent', reason)
  return undefined
}

interface IncludesContext {
  readonly product: ScannedProduct
  readonly scan: WooCommerceScan
  readonly stored: StoredProducts
}

/** Returns the distinct slugs of the products of a group, which are in this file or stored by an earlier import. */
async function readIncludes(
  sheet: WooCommerceSheet,
  row: CsvRow,
  { product, scan, stored }: IncludesContext,
): Promise<readonly string[]> {
  if (product.details.type !== 'grouped') return []
  const includes = new Set<string>()
  for (const reference of sheet.readList(row, 'groupedProducts') ?? []) {
    const key = scan.resolve(reference) ?? scan.variationParents.get(reference.toLowerCase())
    const slug = key === undefined ? await findStoredSlug(reference, stored) : getProduct(scan, key).slug
    if (key === product.key) sheet.warn(row, 'groupedProducts', 'the group lists itself; the entry was left out')
    else if (slug === undefined)
      sheet.warn(row, 'groupedProducts', `there is no product "${reference}"; it was left out of the group`)
    else includes.add(slug)
  }
  for (const key of scan.childrenByGroup.get(product.key) ?? [])
    if (key !== product.key) includes.add(getProduct(scan, key).slug)
  return [...includes]
}

/** Returns a product of the file with the slug that `assignSlugs` gave it. */
function getProduct({ products }: WooCommerceScan, key: string): ScannedProduct {
  const product = products.find(key)
  if (!product || product.slug === null) throw new Error(`the product ${key} has no slug`)
  return { ...product, slug: product.slug }
}

async function findStoredSlug(reference: string, stored: StoredProducts): Promise<string | undefined> {
  const id = /^id:\s*(\d+)$/i.exec(reference)?.[1]
  const [found] = await (id === undefined
    ? stored.listProductsByIdentifier('sku', reference)
    : stored.listProductsByIdentifier('source', buildSourceId(id)))
  return found?.slug
}

/** What the first pass records about a product, because rows refer to each other in any order. */
interface Details {
  /** Undefined for product types of plugins. */
  readonly type?: WooCommerceType | undefined
  /** Index of the product's row. */
  readonly index: number
  readonly line: number
}

/** A product found by the first pass. */
type FoundProduct = NonNullable<ReturnType<WooCommerceScan['products']['find']>>

/** A product found by the first pass, with the slug that it received. */
type ScannedProduct = FoundProduct & { readonly slug: string }

/** Result of the first pass over a file. */
interface WooCommerceScan {
  readonly rowCount: number
  readonly products: SluglessProducts<Details>
  readonly ends: LastRowIndexes
  /** Finds the key of the product that a reference (`id:123` or a SKU) names. */
  resolve(reference: string): string | undefined
  /** Keys of the parents of variations that groups refer to, by the reference in lowercase. */
  readonly variationParents: ReadonlyMap<string, string>
  /** Keys of products that name a group as their parent, as older exports do, by the group's key. */
  readonly childrenByGroup: ReadonlyMap<string, readonly string[]>
}

/** A row's reference to its parent. */
interface ParentReference {
  readonly parent: string
  readonly rowIndex: number
  readonly isVariation: 0 | 1
  readonly key: string
  readonly sku: string
}

/** References are stored until the first pass has found all products. */
const REFERENCE_SCHEMA =
  'CREATE TABLE reference (place INTEGER PRIMARY KEY, parent TEXT, rowIndex INTEGER, isVariation INTEGER, key TEXT, sku TEXT)'

/**
 * Reads the file once to find its products and how their rows refer to each other.
 * @throws ImportError if the file's structure is invalid
 */
async function scanProducts(sheet: WooCommerceSheet): Promise<WooCommerceScan> {
  const products = new SluglessProducts<Details>()
  using references = new TemporaryDatabase(REFERENCE_SCHEMA)
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
    ...resolveReferences(references, products, partReferences),
  }
}

/** @param partReferences references to products of groups, in lowercase */
function resolveReferences(
  { queries }: TemporaryDatabase,
  products: SluglessProducts<Details>,
  partReferences: ReadonlySet<string>,
): Pick<WooCommerceScan, 'ends' | 'variationParents' | 'childrenByGroup'> {
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

/** Returns what identifies a product within its file: its ID, or else its SKU, or else its row. */
function readKey(sheet: WooCommerceSheet, row: CsvRow, index: number): string {
  const id = readId(sheet, row)
  if (id !== undefined) return `id:${id}`
  const sku = readSku(sheet, row)
  return sku === '' ? `row:${index}` : `sku:${sku.toLowerCase()}`
}

/** Returns the reference to a row's parent, or '' if it has none. */
function readParent(sheet: WooCommerceSheet, row: CsvRow): string {
  return readCode(sheet.read(row, 'parent') ?? '')
}

/** Returns the source id of a product's key; null if the product has no ID. */
function readSourceId(key: string): string | null {
  return key.startsWith('id:') ? buildSourceId(key.slice('id:'.length)) : null
}

function buildSourceId(id: string): string {
  return `woocommerce:${id}`
}

function readId(sheet: WooCommerceSheet, row: CsvRow): string | undefined {
  return /^0*([1-9]\d*)$/.exec((sheet.read(row, 'id') ?? '').trim())?.[1]
}

function readSku(sheet: WooCommerceSheet, row: CsvRow): string {
  return readCode(sheet.read(row, 'sku') ?? '')
}
