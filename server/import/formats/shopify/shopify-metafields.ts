import type { ProductDocument } from '../../../../shared/catalog.ts'
import { cutText, isLinkTarget, readLongText, readPlainText } from '../../cells.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import { ATTRIBUTE_VALUE_MAX_LENGTH, type DraftAttribute, LINK_NAME_MAX_LENGTH } from '../../draft-product.ts'
import type { ShopifySheet } from './shopify-sheet.ts'

const DOCUMENTS_KEY = 'documents'

/** The specification table: a row for each metafield, in the order of the columns. */
export function readAttributes(sheet: ShopifySheet, row: CsvRow): readonly DraftAttribute[] {
  return sheet.columns.metafields
    .filter(({ key }) => key !== DOCUMENTS_KEY)
    .map(({ name, index }) => ({ name, value: readAttributeValue(row.cells[index] ?? '') }))
}

/** `Name | address; Name | address`, from the metafield with the key `documents`. */
export function readDocuments(sheet: ShopifySheet, row: CsvRow): readonly ProductDocument[] | undefined {
  const column = sheet.columns.metafields.find(({ key }) => key === DOCUMENTS_KEY)
  if (!column) return undefined
  const documents: ProductDocument[] = []
  for (const entry of readLongText(row.cells[column.index] ?? '').split(/;\s|;$|[\r\n]+/)) {
    if (entry.trim() === '') continue
    const separator = entry.lastIndexOf('|')
    const url = entry.slice(separator + 1).trim()
    const name = readPlainText(entry.slice(0, Math.max(separator, 0)))
    if (name !== '' && isLinkTarget(url) && !/\s/.test(url)) {
      documents.push({ name: cutText(name, LINK_NAME_MAX_LENGTH), url })
    } else {
      sheet.warnAt(
        row,
        column.index,
        'a document is written as "Name | https://..." or "Name | /path"; this one was left out',
      )
    }
  }
  return documents
}

function readAttributeValue(cell: string): string | null {
  const text = readPlainText(cell)
  // References to other things in the shop mean nothing outside it.
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
