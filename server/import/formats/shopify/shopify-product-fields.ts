import type { ItemCondition, Visibility } from '../../../../shared/catalog.ts'
import { limitTags, readBoolean, readConditionWord, readPlainText } from '../../cells.ts'
import { parseCategoryPath } from '../../category-tree-writer.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import type { ShopifySheet } from './shopify-sheet.ts'

/** The tag that brings a product to the home page; it is not shown among the others. */
const FEATURED_TAG = 'featured'

/** The taxonomy's numbers and ids (`gid://shopify/TaxonomyCategory/hg-3-1`, `hg-3-1`, `632`) are no names. */
const TAXONOMY_ID = /^(?:gid:\/\/.*|\d+|[a-z]{2}(?:-\d+)+)$/i

export function readVisibility(sheet: ShopifySheet, row: CsvRow): Visibility | undefined {
  if (!sheet.has('status') && !sheet.has('published')) return undefined
  const status = readPlainText(sheet.read(row, 'status') ?? '').toLowerCase()
  if (status === 'draft' || status === 'archived') return 'hidden'
  if (status !== '' && status !== 'active' && status !== 'unlisted') {
    sheet.warn(row, 'status', 'this status is not known; the product stays hidden')
    return 'hidden'
  }
  const published = readPlainText(sheet.read(row, 'published') ?? '')
  const isPublished = published === '' ? true : readBoolean(published)
  if (isPublished === undefined)
    sheet.warn(row, 'published', 'this is neither TRUE nor FALSE; the product stays hidden')
  if (isPublished !== true) return 'hidden'
  return status === 'unlisted' ? 'unlisted' : 'public'
}

/** Collections are not in the export: the taxonomy's path serves, or else the owner's own type. */
export function readCategoryPath(sheet: ShopifySheet, row: CsvRow): readonly string[] | null | undefined {
  if (!sheet.has('productCategory') && !sheet.has('type')) return undefined
  const taxonomy = readPlainText(sheet.read(row, 'productCategory') ?? '')
  const path = parseCategoryPath(TAXONOMY_ID.test(taxonomy) ? '' : taxonomy)
  if (path.length > 0) return path
  const type = parseCategoryPath(readPlainText(sheet.read(row, 'type') ?? ''))
  return type.length > 0 ? type : null
}

export function readTags(sheet: ShopifySheet, row: CsvRow): { tags: readonly string[]; featured: boolean } | undefined {
  const cell = sheet.read(row, 'tags')
  if (cell === undefined) return undefined
  const given = cell.split(',').map(readPlainText)
  const others = given.filter((tag) => tag.toLowerCase() !== FEATURED_TAG)
  return { tags: limitTags(others), featured: others.length < given.length }
}

export function readCondition(sheet: ShopifySheet, row: CsvRow): ItemCondition | undefined {
  const text = sheet.read(row, 'condition')
  if (text === undefined) return undefined
  const condition = readConditionWord(readPlainText(text).toLowerCase())
  if (condition === undefined)
    sheet.warn(row, 'condition', 'the condition is new, refurbished or used; it was left as it is')
  return condition
}
