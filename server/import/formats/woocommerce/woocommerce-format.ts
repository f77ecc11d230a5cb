import { readCode, readHtmlText } from '../../cells.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import type { ProductFormat, StoredProducts } from '../../product-format.ts'
import type { Stage } from '../../stage.ts'
import { stageProducts, type Placement, type ProductGroup } from '../staged-products.ts'
import { isWooCommerceHeader, WooCommerceSheet } from './woocommerce-columns.ts'
import { buildWooCommerceDraft } from './woocommerce-product.ts'

/** Keys of products by the code of their group, because older exports name the group on the products' rows. */
type GroupParts = Map<string, string[]>

export const WOOCOMMERCE_FORMAT: ProductFormat = {
  id: 'woocommerce',
  name: 'WooCommerce product export',
  expectedColumns: '"Type" and a column such as "In stock?" or "Attribute 1 name"',
  recognises: isWooCommerceHeader,

  async scan(file, notes) {
    const sheet = new WooCommerceSheet(file, notes)
    const parts: GroupParts = new Map()
    const products = await stageProducts(file, {
      reader: sheet,
      readPrices: (row) => sheet.read(row, 'regularPrice') ?? '',
      place: (row, index, stage) => placeRow(sheet, row, index, { stage, parts }),
      reject: (row, stage) => rejectRow(sheet, row, stage),
      async build(group, context, stage) {
        const type = sheet.readType(group.rows[0])
        const includes = type === 'grouped' ? await readIncludes(sheet, group, { ...context, stage, parts }) : []
        return buildWooCommerceDraft(sheet, { ...group, type, includes }, context)
      },
    })
    return { ...products, basics: { ...products.basics, locale: sheet.columns.language } }
  },
}

interface FoundRows {
  readonly stage: Stage
  readonly parts: GroupParts
}

/** Products claim the code of their ID and that of their SKU. Variations claim theirs for the code of their parent. */
function placeRow(sheet: WooCommerceSheet, row: CsvRow, index: number, { stage, parts }: FoundRows): Placement {
  if (row.cells.length !== sheet.file.header.length) return { key: null }
  const [type, parent, sku] = [sheet.readType(row), readParent(sheet, row), readSku(sheet, row)]
  const key = readKey(sheet, row, index)
  const codes = [key, ...(sku === '' ? [] : [skuCode(sku)])]
  if (type === 'variation') {
    if (parent === '') return { key: null }
    for (const code of codes) stage.claim(`variation ${code}`, referenceCode(parent), row.line)
    return { key: null, reference: `variable ${referenceCode(parent)}` }
  }
  if (!stage.claim(key, key, row.line)) return { key: null }
  for (const code of codes) {
    stage.claim(code, key, row.line)
    if (type === 'variable' && stage.findClaim(code)?.key === key) stage.claim(`variable ${code}`, key, row.line)
  }
  if (parent !== '') parts.set(referenceCode(parent), [...(parts.get(referenceCode(parent)) ?? []), key])
  const name = readHtmlText(sheet.read(row, 'name') ?? '')
  return { key, product: { key, name, givenSlug: null, sourceId: readSourceId(key), sku: sku || null } }
}

function rejectRow(sheet: WooCommerceSheet, row: CsvRow, stage: Stage): void {
  if (!sheet.checkCellCount(row)) return
  const reference = readParent(sheet, row)
  if (sheet.readType(row) !== 'variation') {
    const key = readKey(sheet, row, -1)
    const field = key.startsWith('id:') ? 'id' : 'sku'
    sheet.reject(row, field, `line ${stage.findClaim(key)?.line} already has this product`)
  } else if (reference === '')
    sheet.reject(row, 'parent', 'the variation has no parent; enter the ID or SKU of a variable product')
  else {
    const parent = stage.findClaim(referenceCode(reference))
    const reason = parent
      ? `the variation's parent, on line ${parent.line}, is not a variable product`
      : `the variation's parent "${reference}" is not in this file`
    sheet.reject(row, 'parent', reason)
  }
}

/** The products of a group may be in this file or stored by an earlier import. */
async function readIncludes(
  sheet: WooCommerceSheet,
  { key: groupKey, sku, rows: [row] }: ProductGroup,
  { stage, parts, stored }: FoundRows & { readonly stored: StoredProducts },
): Promise<readonly string[]> {
  const includes = new Set<string>()
  for (const reference of sheet.readList(row, 'groupedProducts') ?? []) {
    const key = findKey(referenceCode(reference), stage)
    const slug = key === undefined ? await findStoredSlug(reference, stored) : stage.find(key)?.slug
    if (key === groupKey)
      sheet.warn(row, 'groupedProducts', 'the grouped product lists itself as a part; this entry was left out')
    else if (!slug)
      sheet.warn(row, 'groupedProducts', `there is no product "${reference}"; it was left out of the group`)
    else includes.add(slug)
  }
  const codes = [groupKey, ...(sku === null ? [] : [skuCode(sku)])]
  for (const code of codes.filter((each) => stage.findClaim(each)?.key === groupKey))
    for (const key of parts.get(code) ?? []) {
      const slug = key === groupKey ? undefined : stage.find(key)?.slug
      if (slug) includes.add(slug)
    }
  return [...includes]
}

/** A group that lists a variation includes its product. */
function findKey(code: string, stage: Stage): string | undefined {
  const parent = stage.findClaim(`variation ${code}`)?.key
  return stage.findClaim(code)?.key ?? (parent && stage.findClaim(`variable ${parent}`)?.key)
}

async function findStoredSlug(reference: string, stored: StoredProducts): Promise<string | undefined> {
  const id = /^id:\s*(\d+)$/i.exec(reference)?.[1]
  const [found] = await (id === undefined
    ? stored.listProductsByIdentifier('sku', reference)
    : stored.listProductsByIdentifier('source', buildSourceId(id)))
  return found?.slug
}

/** A product is identified by its ID, or else its SKU, or else its row. */
function readKey(sheet: WooCommerceSheet, row: CsvRow, index: number): string {
  const id = /^0*([1-9]\d*)$/.exec((sheet.read(row, 'id') ?? '').trim())?.[1]
  if (id !== undefined) return `id:${id}`
  const sku = readSku(sheet, row)
  return sku === '' ? `row:${index}` : `only ${skuCode(sku)}`
}

/** Builds the code of the product to which a cell refers by ID or SKU. */
function referenceCode(reference: string): string {
  return /^id:\s*\d+$/i.test(reference) ? reference.toLowerCase().replace(/\s/g, '') : skuCode(reference)
}

function skuCode(sku: string): string {
  return `sku:${sku.toLowerCase()}`
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

function readSku(sheet: WooCommerceSheet, row: CsvRow): string {
  return readCode(sheet.read(row, 'sku') ?? '')
}
