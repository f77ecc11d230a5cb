import { assignSlugs, SluglessProducts } from '../../assign-slugs.ts'
import { copyText, readCode, readHtmlText } from '../../cells.ts'
import { isBlankRow, scanCsvRows, type CsvFile, type CsvRow } from '../../files/csv-file.ts'
import { isWooCommerceHeader, WooCommerceSheet, type WooCommerceType } from './woocommerce-columns.ts'
import { buildWooCommerceDraft } from './woocommerce-product.ts'
import { groupRows, LastRowIndexes } from '../../group-rows.ts'
import { NamedCurrencies } from '../../prices.ts'
import type { SiteBasics } from '../../site-basics.ts'
import type { ImportNotes } from '../../import-report.ts'
import type { DraftContext, ProductFormat, StoredProducts, ScannedProducts } from '../../product-format.ts'
import { scanRows } from '../../../catalog/store/sqlite/queries.ts'
import { TemporaryDatabase } from '../../../catalog/store/sqlite/temporary-database.ts'

export const WOOCOMMERCE_FORMAT: ProductFormat = {
  id: 'woocommerce',
  name: 'WooCommerce product export',
  expectedColumns: '"Type" and a column such as "In stock?" or "Attribute 1 name"',
  recognises: isWooCommerceHeader,

  async scan(file: CsvFile, notes: ImportNotes): Promise<ScannedProducts> {
    const sheet = new WooCommerceSheet(file, notes)
    const scan = await scanProducts(sheet)
    return { rowCount: scan.rowCount, basics: scan.basics, readDrafts: (context) => readDrafts(sheet, scan, context) }
  },
}

async function* readDrafts(sheet: WooCommerceSheet, scan: WooCommerceScan, context: DraftContext) {
  using products = scan.products
  await assignSlugs(products, context)
  const keyOf = (row: CsvRow, index: number) => findProductKey(sheet, scan, row, index)
  for await (const { key, rows } of groupRows(sheet.file.readRows(), scan.ends, keyOf, context.onRows)) {
    const product = products.get(key)
    const { type, line } = product.details
    const row = rows.find((candidate) => candidate.line === line) ?? rows[0]
    const variations = rows.filter((candidate) => candidate !== row)
    const includes = type === 'grouped' ? await readIncludes(sheet, row, { key, scan, stored: context.stored }) : []
    const group = { ...product, type, row, variations, includes }
    yield sheet.buildResult(product.slug, () => buildWooCommerceDraft(sheet, group, context), rows)
  }
}

function findProductKey(
  sheet: WooCommerceSheet,
  scan: WooCommerceScan,
  row: CsvRow,
  index: number,
): string | undefined {
  if (isBlankRow(row) || !sheet.checkCellCount(row)) return undefined
  if (sheet.readType(row) !== 'variation') {
    const key = readKey(sheet, row, index)
    const { line, index: firstIndex } = scan.products.get(key).details
    if (firstIndex === index) return key
    sheet.reject(row, key.startsWith('id:') ? 'id' : 'sku', `line ${line} already has this product`)
    return undefined
  }
  const reference = readParent(sheet, row)
  const parent = scan.resolve(reference)
  if (parent?.details.type === 'variable') return parent.key
  const reason =
    reference === ''
      ? 'the variation has no parent; enter the ID or SKU of a variable product'
      : parent
        ? `the variation's parent, on line ${parent.details.line}, is not a variable product`
        : `the variation's parent "${reference}" is not in this file`
  sheet.reject(row, 'parent', reason)
  return undefined
}

interface IncludesContext {
  readonly key: string
  readonly scan: WooCommerceScan
  readonly stored: StoredProducts
}

/** The products of a group may be in this file or stored by an earlier import. */
async function readIncludes(
  sheet: WooCommerceSheet,
  row: CsvRow,
  { key: groupKey, scan, stored }: IncludesContext,
): Promise<readonly string[]> {
  const includes = new Set<string>()
  for (const reference of sheet.readList(row, 'groupedProducts') ?? []) {
    const key = scan.resolve(reference)?.key ?? scan.variationParents.get(reference.toLowerCase())
    const slug = key === undefined ? await findStoredSlug(reference, stored) : scan.products.get(key).slug
    if (key === groupKey)
      sheet.warn(row, 'groupedProducts', 'the grouped product lists itself as a part; this entry was left out')
    else if (slug === undefined)
      sheet.warn(row, 'groupedProducts', `there is no product "${reference}"; it was left out of the group`)
    else includes.add(slug)
  }
  for (const key of scan.childrenByGroup.get(groupKey) ?? [])
    if (key !== groupKey) includes.add(scan.products.get(key).slug)
  return [...includes]
}

async function findStoredSlug(reference: string, stored: StoredProducts): Promise<string | undefined> {
  const id = /^id:\s*(\d+)$/i.exec(reference)?.[1]
  const [found] = await (id === undefined
    ? stored.listProductsByIdentifier('sku', reference)
    : stored.listProductsByIdentifier('source', buildSourceId(id)))
  return found?.slug
}

/** Data that the first pass records, because a row may refer to a later one. */
interface Details {
  readonly type?: WooCommerceType | undefined
  readonly index: number
  readonly line: number
}

type FoundProduct = ReturnType<SluglessProducts<Details>['find']>

interface WooCommerceScan {
  readonly rowCount: number
  readonly basics: SiteBasics
  readonly products: SluglessProducts<Details>
  readonly ends: LastRowIndexes
  resolve(reference: string): FoundProduct
  /** Product keys by references of variations in lower case: a group that lists a variation includes the product. */
  readonly variationParents: ReadonlyMap<string, string>
  /** Product keys by group key, because older exports name the group on the products' rows. */
  readonly childrenByGroup: ReadonlyMap<string, readonly string[]>
}

interface ParentReference {
  readonly parent: string
  readonly rowIndex: number
  readonly isVariation: 0 | 1
  readonly key: string
  readonly sku: string
}

/** References can be resolved only after the first pass has found all products. */
const REFERENCE_SCHEMA =
  'CREATE TABLE reference (place INTEGER PRIMARY KEY, parent TEXT, rowIndex INTEGER, isVariation INTEGER, key TEXT, sku TEXT)'

async function scanProducts(sheet: WooCommerceSheet): Promise<WooCommerceScan> {
  const products = new SluglessProducts<Details>()
  using references = new TemporaryDatabase(REFERENCE_SCHEMA)
  const partReferences = new Set<string>()
  const currencies = new NamedCurrencies()
  const rowCount = await scanCsvRows(sheet.file, (row, index) => {
    if (row.cells.length !== sheet.file.header.length || isBlankRow(row)) return
    const type = sheet.readType(row)
    currencies.note(sheet.read(row, 'regularPrice') ?? '')
    const parent = readParent(sheet, row)
    const key = readKey(sheet, row, index)
    const sku = readSku(sheet, row)
    if (parent !== '') {
      const sql = 'INSERT INTO reference (parent, rowIndex, isVariation, key, sku) VALUES (?, ?, ?, ?, ?)'
      references.queries.run(sql, parent, index, Number(type === 'variation'), key, sku)
    }
    if (type === 'grouped')
      for (const part of sheet.readList(row, 'groupedProducts') ?? []) partReferences.add(copyText(part.toLowerCase()))
    if (type === 'variation' || products.has(key)) return
    const name = readHtmlText(sheet.read(row, 'name') ?? '')
    products.put(
      { key, name, preferredSlug: null, sourceId: readSourceId(key), sku: sku || null },
      { type, index, line: row.line },
    )
  })
  return {
    rowCount,
    basics: { currency: currencies.single, locale: sheet.columns.language },
    products,
    resolve: (reference) => resolve(products, reference),
    ...resolveReferences(references, products, partReferences),
  }
}

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
    const { type, index } = parent.details
    if (isVariation && type === 'variable') {
      ends.note(parent.key, Math.max(rowIndex, index))
      for (const name of [key, sku.toLowerCase()]) if (partReferences.has(name)) variationParents.set(name, parent.key)
    }
    if (!isVariation && type === 'grouped')
      childrenByGroup.set(parent.key, [...(childrenByGroup.get(parent.key) ?? []), key])
  }
  return { ends, variationParents, childrenByGroup }
}

function resolve(products: SluglessProducts<Details>, reference: string): FoundProduct {
  if (/^id:\s*\d+$/i.test(reference)) return products.find(reference.toLowerCase().replace(/\s/g, ''))
  return products.findBySku(reference)
}

/** A product is identified by its ID, or else its SKU, or else its row. */
function readKey(sheet: WooCommerceSheet, row: CsvRow, index: number): string {
  const id = readId(sheet, row)
  if (id !== undefined) return `id:${id}`
  const sku = readSku(sheet, row)
  return sku === '' ? `row:${index}` : `sku:${sku.toLowerCase()}`
}

function readParent(sheet: WooCommerceSheet, row: CsvRow): string {
  return readCode(sheet.read(row, 'parent') ?? '')
}

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
