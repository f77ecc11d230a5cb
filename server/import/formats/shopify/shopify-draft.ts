import { readBoolean, readPlainText } from '../../cells.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import {
  BRAND_MAX_LENGTH,
  type DraftProduct,
  type DraftResult,
  type DraftVariant,
  META_DESCRIPTION_MAX_LENGTH,
  META_TITLE_MAX_LENGTH,
  NAME_MAX_LENGTH,
} from '../../draft-product.ts'
import { readGallery } from './shopify-images.ts'
import { readAttributes, readDocuments } from './shopify-metafields.ts'
import { readCategoryPath, readCondition, readTags, readVisibility } from './shopify-product-fields.ts'
import { isPlainOption, readOptionNames, VariantReader } from './shopify-variants.ts'
import { findForeignRows } from './shopify-duplicates.ts'
import type { ShopifySheet } from './shopify-sheet.ts'

/**
 * Makes one product of all rows of a handle. Rows that cannot be used are rejected one by one;
 * a first row that cannot be used takes the whole product with it, for it holds what the others refer to.
 * @param currency of the prices, ISO 4217
 */
export function buildShopifyDraft(
  sheet: ShopifySheet,
  { slug, rows }: { readonly slug: string; readonly rows: readonly [CsvRow, ...CsvRow[]] },
  currency: string,
): DraftResult {
  const [first] = rows
  if (!sheet.checkCellCount(first) || !hasTitle(sheet, first)) return { slug, draft: null, hasRejections: true }
  if (readBoolean(sheet.read(first, 'giftCard') ?? '') === true) {
    sheet.warn(first, 'giftCard', `"${slug}" is a gift card, which this site cannot sell; it was left out`)
    return { slug, draft: null, hasRejections: false }
  }

  const optionNames = readOptionNames(sheet, first)
  if (optionNames === 'rejected') return { slug, draft: null, hasRejections: true }
  const foreignRows = findForeignRows(sheet, rows)
  const variantReader = new VariantReader(sheet, optionNames, currency)
  const firstVariant = variantReader.read(first, true)
  if (firstVariant === undefined || firstVariant === 'rejected') return { slug, draft: null, hasRejections: true }
  const variants: [DraftVariant, ...DraftVariant[]] = [firstVariant]
  const usedRows = [first]
  for (const row of rows.slice(1)) {
    if (foreignRows.has(row) || !sheet.checkCellCount(row)) continue
    const variant = variantReader.read(row, false)
    if (variant === 'rejected') continue
    usedRows.push(row)
    if (variant) variants.push(variant)
  }
  const hasRejections = usedRows.length < rows.length
  const images = readGallery(sheet, usedRows)
  return {
    slug,
    draft: { ...readProductFields(sheet, slug, first), ...readVariantSet(optionNames, variants), images },
    hasRejections,
  }
}

/** 'Title' with a single variant is how Shopify writes that there is nothing to choose. */
function readVariantSet(
  optionNames: readonly string[] | undefined,
  [first, ...others]: DraftProduct['variants'],
): Pick<DraftProduct, 'optionNames' | 'variants'> {
  const hasNoChoice = others.length === 0 && optionNames !== undefined && isPlainOption(optionNames)
  return hasNoChoice
    ? { optionNames: [], variants: [{ ...first, optionValues: [] }] }
    : { optionNames, variants: [first, ...others] }
}

function readProductFields(
  sheet: ShopifySheet,
  slug: string,
  row: CsvRow,
): Omit<DraftProduct, 'optionNames' | 'variants' | 'images'> {
  const tags = readTags(sheet, row)
  return {
    slug,
    line: row.line,
    name: sheet.readText(row, 'title', NAME_MAX_LENGTH)!,
    brand: sheet.readText(row, 'vendor', BRAND_MAX_LENGTH),
    shortDescription: undefined,
    description: sheet.readHtml(row, 'description'),
    metaTitle: sheet.readText(row, 'seoTitle', META_TITLE_MAX_LENGTH),
    metaDescription: sheet.readText(row, 'seoDescription', META_DESCRIPTION_MAX_LENGTH),
    categoryPath: readCategoryPath(sheet, row),
    condition: readCondition(sheet, row),
    visibility: readVisibility(sheet, row),
    featured: tags?.featured,
    tags: tags?.tags,
    attributes: readAttributes(sheet, row),
    documents: readDocuments(sheet, row),
    externalLink: undefined,
    includes: undefined,
    sourceId: undefined,
  }
}

function hasTitle(sheet: ShopifySheet, row: CsvRow): boolean {
  if (readPlainText(sheet.read(row, 'title') ?? '') !== '') return true
  sheet.reject(row, 'title', "the title is missing on the product's first row; the product was left out")
  return false
}
