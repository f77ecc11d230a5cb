import { cutText, readBoolean, readPlainText, splitListCell } from '../../cells.ts'
import { parseCategoryPath } from '../../category-tree-writer.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import {
  BRAND_MAX_LENGTH,
  CODE_MAX_LENGTH,
  type DraftProduct,
  type DraftResult,
  META_DESCRIPTION_MAX_LENGTH,
  META_TITLE_MAX_LENGTH,
  NAME_MAX_LENGTH,
  TAG_MAX_COUNT,
  TAG_MAX_LENGTH,
} from '../../draft-product.ts'
import { readAttributes, readDocuments, readExternalLink, readGallery, readSlugs } from './vitrine-lists.ts'
import type { VitrineSheet } from './vitrine-sheet.ts'
import { readVariants } from './vitrine-variants.ts'
import { CONDITION_WORDS, VISIBILITY_WORDS } from './vitrine-words.ts'

const CATEGORY_MAX_LENGTH = 2_000
const TAGS_MAX_LENGTH = 10_000

/**
 * Makes one product of all rows with its slug. What is said of the product stands on its first row; further rows may
 * repeat it or leave it blank. Rows that cannot be used are rejected one by one, and with a bad first row all of it.
 * @param currency of the prices, ISO 4217
 */
export function buildVitrineDraft(
  sheet: VitrineSheet,
  { slug, rows }: { readonly slug: string; readonly rows: readonly [CsvRow, ...CsvRow[]] },
  currency: string,
): DraftResult {
  const [row] = rows
  if (!sheet.checkCellCount(row)) return { slug, draft: null, hasRejections: true }
  const name = sheet.readText(row, 'name', NAME_MAX_LENGTH)
  if (!name) {
    sheet.reject(row, 'name', "the name is missing on the product's first row; the product was left out")
    return { slug, draft: null, hasRejections: true }
  }
  const { variants, optionNames } = readVariants(sheet, rows, currency)
  if (!variants) return { slug, draft: null, hasRejections: true }
  const category = sheet.readText(row, 'category', CATEGORY_MAX_LENGTH)
  const draft: DraftProduct = {
    slug,
    line: row.line,
    name,
    brand: sheet.readText(row, 'brand', BRAND_MAX_LENGTH),
    shortDescription: sheet.readHtml(row, 'shortDescription'),
    description: sheet.readHtml(row, 'description'),
    metaTitle: sheet.readText(row, 'metaTitle', META_TITLE_MAX_LENGTH),
    metaDescription: sheet.readText(row, 'metaDescription', META_DESCRIPTION_MAX_LENGTH),
    categoryPath: category === undefined ? undefined : category === null ? null : parseCategoryPath(category),
    condition: sheet.readWord(row, 'condition', CONDITION_WORDS, { blank: 'NewCondition', unknown: 'NewCondition' }),
    // What nobody understands must not be published.
    visibility: sheet.readWord(row, 'visibility', VISIBILITY_WORDS, { blank: 'public', unknown: 'hidden' }),
    featured: readFeatured(sheet, row),
    tags: readTags(sheet, row),
    optionNames,
    variants,
    images: readGallery(sheet, row),
    ...readAttributes(sheet, row),
    documents: readDocuments(sheet, row),
    externalLink: readExternalLink(sheet, row),
    includes: readSlugs(sheet, row, 'includes'),
    sourceId: sheet.readText(row, 'sourceId', CODE_MAX_LENGTH),
    formerSlugs: readSlugs(sheet, row, 'formerSlugs'),
  }
  return { slug, draft, hasRejections: variants.length < rows.length }
}

function readFeatured(sheet: VitrineSheet, row: CsvRow): boolean | undefined {
  if (!sheet.has('featured')) return undefined
  if (sheet.isBlank(row, 'featured')) return false
  const featured = readBoolean(sheet.read(row, 'featured')!)
  if (featured === undefined) sheet.warn(row, 'featured', 'is neither yes nor no; "no" was taken')
  return featured ?? false
}

function readTags(sheet: VitrineSheet, row: CsvRow): readonly string[] | undefined {
  const cell = sheet.readLongText(row, 'tags', TAGS_MAX_LENGTH)
  if (cell === undefined) return undefined
  const tags = splitListCell(cell, ',').map((tag) => cutText(readPlainText(tag), TAG_MAX_LENGTH))
  return [...new Set(tags.filter(Boolean))].slice(0, TAG_MAX_COUNT)
}
