import { parseCategoryPath } from '../../category-tree-writer.ts'
import {
  cutText,
  isLinkTarget,
  limitTags,
  readBoolean,
  readLongText,
  readPlainText,
  splitListCell,
} from '../../cells.ts'
import {
  ALT_MAX_LENGTH,
  ATTRIBUTE_VALUE_MAX_LENGTH,
  BRAND_MAX_LENGTH,
  LINK_NAME_MAX_LENGTH,
  META_DESCRIPTION_MAX_LENGTH,
  META_TITLE_MAX_LENGTH,
  type DraftAttribute,
  type DraftImage,
  type DraftProduct,
  type DraftVariant,
} from '../../draft-product.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import type { ProductGroup } from '../staged-products.ts'
import { stageSlugRows } from '../slug-rows.ts'
import type { ProductFormat } from '../../product-format.ts'
import { isShopifyHeader, ShopifySheet } from './shopify-columns.ts'
import { isDocumentFile } from '../../../catalog/rules/document-files.ts'
import { isDefaultOption, readOptionNames, VariantReader } from './shopify-variants.ts'
import { pictureAddressKey } from '../../pictures/picture-name.ts'
import type { ProductDocument, Visibility } from '../../../../shared/catalog.ts'

export const SHOPIFY_FORMAT: ProductFormat = {
  id: 'shopify',
  name: 'Shopify product export',
  expectedColumns: '"URL handle", or "Handle" and "Variant Price"',
  recognises: isShopifyHeader,

  async scan(file, notes) {
    const sheet = new ShopifySheet(file, notes)
    return stageSlugRows(sheet, {
      slugField: 'handle',
      nameField: 'title',
      priceField: 'price',
      // Shopify's handles are in lower case, but some tools capitalise them.
      foldSlug: (handle) => handle.normalize('NFC').toLowerCase(),
      slugRule: 'letters, digits, dashes and underscores, at most 200 characters',
      build: (group, currency) => buildShopifyDraft(sheet, group, currency),
    })
  },
}

/**
 * Rejects invalid rows one by one. An invalid first row, which alone has the product's fields, rejects the product.
 * @param currency ISO 4217 code for prices without a currency
 */
function buildShopifyDraft(
  sheet: ShopifySheet,
  { slug, name, rows }: ProductGroup,
  currency: string,
): DraftProduct | null {
  const [first] = rows
  if (readBoolean(sheet.read(first, 'giftCard') ?? '') === true) {
    sheet.warn(first, 'giftCard', `"${slug}" is a gift card, which this site does not show; it was left out`)
    return null
  }

  const optionNames = readOptionNames(sheet, first)
  if (optionNames === 'rejected') return null
  const foreignRows = findForeignRows(sheet, rows)
  const variantReader = new VariantReader(sheet, optionNames, currency)
  const firstVariant = variantReader.read(first, true)
  if (firstVariant === undefined || firstVariant === 'rejected') return null
  const variants: [DraftVariant, ...DraftVariant[]] = [firstVariant]
  const usedRows = [first]
  for (const row of rows.slice(1)) {
    if (foreignRows.has(row) || !sheet.checkCellCount(row)) continue
    const variant = variantReader.read(row, false)
    if (variant === 'rejected') continue
    usedRows.push(row)
    if (variant) variants.push(variant)
  }
  const tags = readTags(sheet, first)
  return {
    slug,
    name,
    line: first.line,
    brand: sheet.readText(first, 'vendor', BRAND_MAX_LENGTH),
    description: sheet.readHtml(first, 'description'),
    metaTitle: sheet.readText(first, 'seoTitle', META_TITLE_MAX_LENGTH),
    metaDescription: sheet.readText(first, 'seoDescription', META_DESCRIPTION_MAX_LENGTH),
    categoryPath: readCategoryPath(sheet, first),
    otherCategoryPaths: readCollections(sheet, first),
    condition: sheet.readCondition(first, 'condition'),
    visibility: readVisibility(sheet, first),
    featured: tags?.featured,
    tags: tags?.tags,
    ...buildVariantSet(optionNames, variants),
    images: readGallery(sheet, usedRows),
    attributes: readAttributes(sheet, first),
    documents: readDocuments(sheet, first),
  }
}

function buildVariantSet(
  optionNames: readonly string[] | undefined,
  variants: DraftProduct['variants'],
): Pick<DraftProduct, 'optionNames' | 'variants'> {
  const [first, ...others] = variants
  return others.length === 0 && optionNames && isDefaultOption(optionNames)
    ? { optionNames: [], variants: [{ ...first, optionValues: [] }] }
    : { optionNames, variants }
}

/** A second product with the same handle begins at a row with another title; rows without a title belong to the product above. */
function findForeignRows(sheet: ShopifySheet, [first, ...others]: ProductGroup['rows']): ReadonlySet<CsvRow> {
  const title = sheet.readPlain(first, 'title')
  const foreign = new Set<CsvRow>()
  let secondProduct: CsvRow | undefined
  for (const row of others) {
    const ownTitle = row.cells.length === sheet.file.header.length ? sheet.readPlain(row, 'title') : ''
    if (ownTitle === title) secondProduct = undefined
    else if (ownTitle !== '') secondProduct = row
    if (!secondProduct) continue
    foreign.add(row)
    const reason =
      row === secondProduct
        ? `line ${first.line} already uses this handle, with the title "${title}"; give one of the products another handle, or both rows the same title`
        : `the row belongs to the second product with this handle, which begins on line ${secondProduct.line}`
    sheet.reject(row, 'handle', reason)
  }
  return foreign
}

/** Products with this tag appear on the home page; the tag itself is not shown. */
const FEATURED_TAG = 'featured'

/** Some exports contain an id instead of category names. */
const TAXONOMY_ID = /^(?:gid:\/\/.*|\d+|[a-z]{2}(?:-\d+)+)$/i

function readVisibility(sheet: ShopifySheet, row: CsvRow): Visibility | undefined {
  if (!sheet.has('status') && !sheet.has('published')) return undefined
  const status = sheet.readLower(row, 'status')
  if (status === 'draft' || status === 'archived') return 'hidden'
  if (status !== '' && status !== 'active' && status !== 'unlisted') {
    sheet.warn(row, 'status', 'expected active, draft, archived or unlisted; the product stays hidden')
    return 'hidden'
  }
  const published = sheet.readPlain(row, 'published')
  const isPublished = published === '' ? true : readBoolean(published)
  if (isPublished === undefined) sheet.warn(row, 'published', 'expected TRUE or FALSE; the product stays hidden')
  if (isPublished !== true) return 'hidden'
  return status === 'unlisted' ? 'unlisted' : 'public'
}

function readCategoryPath(sheet: ShopifySheet, row: CsvRow): readonly string[] | null | undefined {
  if (!sheet.has('productCategory') && !sheet.has('type')) return undefined
  const taxonomy = sheet.readPlain(row, 'productCategory')
  const path = parseCategoryPath(TAXONOMY_ID.test(taxonomy) ? '' : taxonomy)
  if (path.length > 0) return path
  const type = parseCategoryPath(sheet.readPlain(row, 'type'))
  return type.length > 0 ? type : null
}

/** Shopify writes one name into `Collection`; apps write a list into `Collections`. */
function readCollections(sheet: ShopifySheet, row: CsvRow): DraftProduct['otherCategoryPaths'] {
  if (!sheet.has('collection') && !sheet.has('collections')) return undefined
  const names = [sheet.readPlain(row, 'collection'), ...splitListCell(sheet.readPlain(row, 'collections'), ',')]
  return names.map(parseCategoryPath).filter((path) => path.length > 0)
}

function readTags(sheet: ShopifySheet, row: CsvRow): { tags: readonly string[]; featured: boolean } | undefined {
  const cell = sheet.read(row, 'tags')
  if (cell === undefined) return undefined
  const given = cell.split(',').map(readPlainText)
  const others = given.filter((tag) => tag.toLowerCase() !== FEATURED_TAG)
  return { tags: limitTags(others), featured: others.length < given.length }
}

function readGallery(sheet: ShopifySheet, rows: readonly CsvRow[]): readonly DraftImage[] | undefined {
  if (!sheet.has('imageUrl')) return undefined
  const images: { image: DraftImage; position: number }[] = []
  const seen = new Set<string>()
  for (const row of rows) {
    const image = sheet.readImage(row, 'imageUrl')
    if (!image || seen.has(pictureAddressKey(image.source))) continue
    seen.add(pictureAddressKey(image.source))
    const alt = sheet.has('imageAlt') ? cutText(sheet.readPlain(row, 'imageAlt'), ALT_MAX_LENGTH) || null : undefined
    images.push({ image: { ...image, alt }, position: readPosition(sheet, row) })
  }
  return images.sort((left, right) => left.position - right.position).map(({ image }) => image)
}

function readPosition(sheet: ShopifySheet, row: CsvRow): number {
  const text = (sheet.read(row, 'imagePosition') ?? '').trim()
  return /^\d{1,6}$/.test(text) ? Number(text) : Number.MAX_SAFE_INTEGER
}

const DOCUMENTS_KEY = 'documents'

function readAttributes(sheet: ShopifySheet, row: CsvRow): readonly DraftAttribute[] {
  return sheet.metafields
    .filter(({ key }) => key !== DOCUMENTS_KEY)
    .map(({ name, index }) => ({ name, value: readAttributeValue(row.cells[index] ?? '') }))
}

/** The metafield with the key `documents` contains `Name | URL; Name | URL`. */
function readDocuments(sheet: ShopifySheet, row: CsvRow): readonly ProductDocument[] | undefined {
  const column = sheet.metafields.find(({ key }) => key === DOCUMENTS_KEY)
  if (!column) return undefined
  const documents: ProductDocument[] = []
  for (const entry of readLongText(row.cells[column.index] ?? '').split(/;\s|;$|[\r\n]+/)) {
    if (entry.trim() === '') continue
    const separator = entry.lastIndexOf('|')
    const url = entry.slice(separator + 1).trim()
    const name = readPlainText(entry.slice(0, Math.max(separator, 0)))
    if (name !== '' && ((isLinkTarget(url) && !/\s/.test(url)) || isDocumentFile(url))) {
      documents.push({ name: cutText(name, LINK_NAME_MAX_LENGTH), url })
    } else {
      sheet.warnAtIndex(
        row,
        column.index,
        'expected "Name | https://...", "Name | file.pdf" or "Name | /path"; this document was left out',
      )
    }
  }
  return documents
}

function readAttributeValue(cell: string): string | null {
  const text = readPlainText(cell)
  // References to other objects of the shop mean nothing outside the shop.
  if (text.startsWith('gid://') || text.startsWith('["gid://')) return null
  return cutText(readJsonList(text) ?? text, ATTRIBUTE_VALUE_MAX_LENGTH) || null
}

function readJsonList(text: string): string | undefined {
  if (!text.startsWith('["')) return undefined
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.map(String).join('; ') : undefined
  } catch {
    return undefined
  }
}
