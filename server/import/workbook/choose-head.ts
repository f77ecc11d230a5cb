import type { TableOptions } from '../files/table-file.ts'
import { foldColumnName } from '../files/csv-columns.ts'
import { ImportError, nameSheet } from '../import-error.ts'
import { HEAD_ROWS, type SheetHead, type WorkbookRow } from './workbook.ts'
import type { XlsxWorkbook } from './xlsx-workbook.ts'

interface ChosenHead {
  readonly sheet: string
  readonly headerRow: number
  readonly cells: readonly string[]
  /** Names of other sheets that seem to hold products; none if the options name the sheet. */
  readonly leftOut: readonly string[]
}

type SheetAndRow = Omit<ChosenHead, 'leftOut'>

/** Largest number of columns that a header may have. */
const COLUMNS_MAX = 10_000

/**
 * Chooses the sheet and row that the options name, or else the first visible sheet in which a row has known column
 * names, or else the sheet in which a row has most of them; the first one that is not empty if none has any.
 * @throws ImportError if the workbook has no such sheet or row
 */
export async function chooseHead(workbook: XlsxWorkbook, file: string, options: TableOptions): Promise<ChosenHead> {
  const heads: SheetHead[] = []
  for await (const head of workbook.readHeads()) heads.push(head)
  const chosen = chooseSheetAndRow(heads, file, options)
  const leftOut = options.sheet === undefined ? listLeftOut(heads, chosen, options) : []
  return { ...chosen, leftOut }
}

function chooseSheetAndRow(heads: readonly SheetHead[], file: string, options: TableOptions): SheetAndRow {
  const { sheet, headerRow, recognises = () => false, countKnown = () => 0 } = options
  const others: SheetHead[] = []
  for (const head of heads) {
    if (sheet === undefined ? head.isHidden : !isSameName(head.name, sheet)) continue
    const rows = head.rows.toSorted((left, right) => left.number - right.number)
    const candidates = rows.filter(({ number }) => headerRow === undefined || number === headerRow)
    const known = candidates.find((row) => recognises(cleanHeader(listTexts(row))))
    if (known) return checkHead(file, head.name, known)
    if (sheet !== undefined) return chooseRow(file, { ...head, rows }, headerRow)
    if (rows.length > 0) others.push({ ...head, rows })
  }
  const quoted = heads.map(({ name }) => `"${name}"`).join(', ')
  if (sheet !== undefined)
    throw new ImportError({ file }, `the workbook has no sheet "${sheet}"; its sheets are ${quoted}`)
  const fallback = findMostKnown(others, countKnown)
  if (!fallback)
    throw new ImportError(
      { file },
      `all visible sheets of the workbook are empty; --sheet names a hidden one. Its sheets are ${quoted}`,
    )
  return chooseRow(file, fallback, headerRow)
}

function findMostKnown(
  heads: readonly SheetHead[],
  countKnown: (header: readonly string[]) => number,
): SheetHead | undefined {
  const counts = heads.map(({ rows }) => Math.max(...rows.map((row) => countKnown(cleanHeader(listTexts(row))))))
  return heads[counts.indexOf(Math.max(...counts))]
}

/** Lists the other visible sheets that have rows below known column names or below most of those of the chosen sheet. */
function listLeftOut(
  heads: readonly SheetHead[],
  { sheet, cells }: SheetAndRow,
  { recognises = () => false }: TableOptions,
): readonly string[] {
  const names = new Set(cleanHeader(cells).filter(Boolean).map(foldColumnName))
  const isLike = (header: readonly string[]) =>
    recognises(header) || new Set(header.map(foldColumnName).filter((name) => names.has(name))).size * 2 > names.size
  const isLeftOut = ({ name, isHidden, rows }: SheetHead) => {
    const index = rows.findIndex((row) => isLike(cleanHeader(listTexts(row))))
    return name !== sheet && !isHidden && index !== -1 && rows.length > index + 1
  }
  return heads.filter(isLeftOut).map(({ name }) => name)
}

/** Trims the column names, and removes blank names at the end. */
export function cleanHeader(cells: readonly string[]): readonly string[] {
  const names = cells.map((cell) => cell.trim().replace(/\s+/g, ' '))
  return names.slice(0, names.findLastIndex((name) => name !== '') + 1)
}

function isSameName(name: string, asked: string): boolean {
  return name.trim().toLowerCase() === asked.trim().toLowerCase()
}

function chooseRow(file: string, { name, rows }: SheetHead, headerRow: number | undefined): SheetAndRow {
  const place = nameSheet(file, name)
  if (headerRow !== undefined) {
    const row = rows.find(({ number }) => number === headerRow)
    if (row) return checkHead(file, name, row)
    const reason = `the row is blank or not among the first ${HEAD_ROWS} rows with cells; --header-row names the row with the column names`
    throw new ImportError({ file: place, line: headerRow }, reason)
  }
  // Titles above a table fill one or two cells, the names of its columns most of them.
  const widest = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const row = rows.find(({ cells }) => cells.length * 2 > widest)
  if (row) return checkHead(file, name, row)
  throw new ImportError({ file: place }, 'the sheet is empty; name another one with --sheet')
}

function checkHead(file: string, sheet: string, row: WorkbookRow): SheetAndRow {
  const cells = listTexts(row)
  const place = { file: nameSheet(file, sheet), line: row.number }
  if (cleanHeader(cells).length === 0) throw new ImportError(place, 'the row has no column names')
  if (cells.length > COLUMNS_MAX)
    throw new ImportError(place, `the header has ${cells.length} columns, more than ${COLUMNS_MAX}; remove some`)
  return { sheet, headerRow: row.number, cells }
}

function listTexts({ cells }: WorkbookRow): readonly string[] {
  const texts: string[] = []
  for (const { column, text } of cells) texts[column] = text
  return Array.from(texts, (text) => text ?? '')
}
