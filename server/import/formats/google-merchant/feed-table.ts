import { matchColumns, type ColumnNames } from '../../files/csv-columns.ts'
import { type CsvFile, isBlankRow, checkCellCount, lineOfCell } from '../../files/csv-file.ts'
import type { ImportNotes } from '../../import-report.ts'
import { FEED_FIELDS, foldFieldName, isIgnoredField, type FeedField } from './feed-fields.ts'
import type { Feed, FeedItem, FeedValue } from './feed-item.ts'

const COLUMN_NAMES = Object.fromEntries(
  FEED_FIELDS.map((field) => [field, [field]]),
) as unknown as ColumnNames<FeedField>

/** Lists within one cell: a comma between addresses, or in front of the next `section:name:value`. */
const SEPARATORS: { readonly [Field in FeedField]?: RegExp } = {
  additional_image_link: /,(?=\s*https?:)/i,
  product_detail: /,(?=[^,:]*:[^,:]+:)/,
}

/** Whether a header is that of a feed: attributes as Google writes them. */
export function isFeedHeader(header: readonly string[]): boolean {
  const names = new Set(header.map(foldFieldName))
  const count = ['id', 'title', 'description', 'link', 'image_link', 'price', 'availability'].filter((name) =>
    names.has(name),
  ).length
  return (
    count >= 4 &&
    names.has('title') &&
    ['image_link', 'availability', 'item_group_id', 'google_product_category'].some((name) => names.has(name))
  )
}

/**
 * A feed as a table, with tabs or otherwise.
 * @throws ImportError where two columns mean the same, or one that is required is missing
 */
export function openTableFeed(file: CsvFile, notes: ImportNotes): Feed {
  const { indexes, others } = matchColumns(file.name, file.header.map(foldFieldName), COLUMN_NAMES, ['id', 'title'])
  for (const { name, index } of others) {
    const column = file.header[index] ?? name
    if (!isIgnoredField(name))
      notes.warn({
        file: file.name,
        line: 1,
        column,
        value: null,
        reason: 'this attribute is not known and was left out',
      })
  }
  return {
    name: file.name,
    async *readItems(itemNotes): AsyncGenerator<FeedItem> {
      for await (const row of file.readRows()) {
        if (isBlankRow(row) || !checkCellCount(file, row, itemNotes)) continue
        const values = new Map<FeedField, readonly FeedValue[]>()
        for (const [field, index] of indexes) {
          const cell = row.cells[index]!
          if (cell.trim() === '') continue
          const line = lineOfCell(row, index)
          const texts = SEPARATORS[field] ? cell.split(SEPARATORS[field]) : [cell]
          values.set(
            field,
            texts.map((text) => ({ text, line, column: file.header[index]!, parts: new Map() })),
          )
        }
        yield { line: row.line, row: row.number, values }
      }
    },
  }
}
