import { COLUMNS_MAX, type TableOptions } from '../files/csv-file.ts'
import { foldColumnName } from '../files/csv-columns.ts'
import { ImportError, nameSheet } from '../import-error.ts'
import type { WorkbookRow } from './xlsx-sheet.ts'
import { HEAD_ROWS, readHead, type Sheet, type XlsxWorkbook } from './xlsx-workbook.ts'

interface ChosenHead {
  readonly sheet: Sheet
  readonly headerRow: number
  readonly header: readonly string[]
  /** Names of other sheets that seem to hold products; none if the options name the sheet. */
  readonly leftOut: readonly string[]
}

/** A row that may be the header, with its cells as names of columns, without blank ones at the end. */
interface HeadRow {
  readonly number: number
  readonly header: readonly string[]
}

interface Head {
  readonly sheet: Sheet
  readonly rows: readonly HeadRow[]
}

/**
 * Chooses the sheet and row that the options name, or else the first visible sheet in which a row has known column
 * names, or else the sheet in which a row has most of them; the first one that is not empty if none has any.
 * @throws ImportError if the workbook has no such sheet or row
 */
export async function chooseHead(workbook: XlsxWorkbook, file: string, options: TableOptions): Promise<ChosenHead> {
  const { sheet, headerRow, recognises = () => false, countKnown = () => 0 } = options
  const heads: Head[] = []
  for (const each of workbook.sheets) {
    const rows = (await readHead(workbook, each)).map(readHeadRow)
    heads.push({ sheet: each, rows: rows.sort((left, right) => left.number - right.number) })
  }
  const quoted = workbook.sheets.map(({ name }) => `"${name}"`).join(', ')
  const visible = heads.filter((head) => !head.sheet.isHidden)
  const asked =
    sheet === undefined ? visible : heads.filter((head) => foldColumnName(head.sheet.name) === foldColumnName(sheet))
  if (sheet !== undefined && asked.length === 0)
    throw new ImportError({ file }, `the workbook has no sheet "${sheet}"; its sheets are ${quoted}`)
  const findKnown = ({ rows }: Head) =>
    rows.find(({ number, header }) => (headerRow === undefined || number === headerRow) && recognises(header))
  const chosen = asked.find(findKnown) ?? findMostKnown(asked, sheet === undefined, countKnown)
  if (!chosen)
    throw new ImportError(
      { file },
      `all visible sheets of the workbook are empty; --sheet names a hidden one. Its sheets are ${quoted}`,
    )
  const { number, header } = findKnown(chosen) ?? chooseRow(file, chosen, headerRow)
  const place = { file: nameSheet(file, chosen.sheet.name), line: number }
  if (header.length === 0) throw new ImportError(place, 'the row has no column names')
  if (header.length > COLUMNS_MAX)
    throw new ImportError(place, `the header has ${header.length} columns, more than ${COLUMNS_MAX}; remove some`)
  const others = sheet === undefined ? visible.filter((head) => head !== chosen) : []
  const leftOut = others.filter((other) => isLike(other, header, recognises)).map((other) => other.sheet.name)
  return { sheet: chosen.sheet, headerRow: number, header, leftOut }
}

function readHeadRow({ number, cells }: WorkbookRow): HeadRow {
  const texts: string[] = []
  for (const { column, text } of cells) texts[column] = text
  const names = Array.from(texts, (text = '') => text.trim().replace(/\s+/g, ' '))
  return { number, header: names.slice(0, names.findLastIndex((name) => name !== '') + 1) }
}

function findMostKnown(
  heads: readonly Head[],
  skipsEmpty: boolean,
  countKnown: (header: readonly string[]) => number,
): Head | undefined {
  const filled = skipsEmpty ? heads.filter(({ rows }) => rows.length > 0) : heads
  const counts = filled.map(({ rows }) => Math.max(0, ...rows.map(({ header }) => countKnown(header))))
  return filled[counts.indexOf(Math.max(...counts))]
}

/** Returns whether a sheet has rows below known column names or below most of those of the chosen sheet. */
function isLike(
  { rows }: Head,
  chosen: readonly string[],
  recognises: (header: readonly string[]) => boolean,
): boolean {
  const names = new Set(chosen.filter(Boolean).map(foldColumnName))
  const index = rows.findIndex(({ header }) => {
    const shared = new Set(header.map(foldColumnName).filter((name) => names.has(name)))
    return recognises(header) || shared.size * 2 > names.size
  })
  return index !== -1 && rows.length > index + 1
}

/** @throws ImportError if the sheet does not have the row that the options name, or is empty */
function chooseRow(file: string, { sheet, rows }: Head, headerRow: number | undefined): HeadRow {
  const place = nameSheet(file, sheet.name)
  // Titles above a table fill one or two cells, the names of its columns most of them.
  const widest = Math.max(0, ...rows.map(({ header }) => header.length))
  const row = rows.find(({ number, header }) =>
    headerRow === undefined ? header.length * 2 > widest : number === headerRow,
  )
  if (row) return row
  throw headerRow === undefined
    ? new ImportError({ file: place }, 'the sheet is empty; name another one with --sheet')
    : new ImportError(
        { file: place, line: headerRow },
        `the row is blank or not among the first ${HEAD_ROWS} rows with cells; --header-row names the row with the column names`,
      )
}
