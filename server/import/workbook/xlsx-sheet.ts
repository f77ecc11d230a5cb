import { listElements, readElementText, type XmlElement } from '../files/xml-file.ts'
import { ImportError } from '../import-error.ts'
import { formatGeneral, formatIsoDate, type NumberFormat } from './number-format.ts'
import type { SharedStrings } from './shared-strings.ts'

/** Most rows that a sheet can have in Excel, and by default in LibreOffice. */
const ROWS_MAX = 1_048_576
const COLUMNS_MAX = 16_384

const NO_RESULT =
  'has a formula without a stored result, so it was imported as blank; open the workbook in a spreadsheet program and save it again'

interface WorkbookCell {
  /** Index of the column, counted from 0. */
  readonly column: number
  readonly text: string
  /** Why a cell that is not blank has no text. */
  readonly fault?: string
}

export interface WorkbookRow {
  /** Number of the row, counted from 1 as in spreadsheet programs. */
  readonly number: number
  /** Cells that are not blank, in any order. */
  readonly cells: readonly WorkbookCell[]
}

export interface CellContext {
  /** Name of the file that errors mention. */
  readonly file: string
  readonly strings: SharedStrings
  /** Number formats by the index of a cell's style. */
  readonly formats: readonly NumberFormat[]
}

/** Yields the rows of each chunk that are not blank. @param chunks elements `row` */
export async function* readSheetRows(
  chunks: AsyncIterable<readonly XmlElement[]>,
  context: CellContext,
): AsyncGenerator<readonly WorkbookRow[]> {
  let number = 0
  for await (const elements of chunks)
    yield elements.flatMap((element) => {
      number = Number(element.attributes['r'] ?? number + 1)
      const cells = readCells(element, number, context)
      return cells.length > 0 ? { number, cells } : []
    })
}

function readCells(row: XmlElement, number: number, context: CellContext): readonly WorkbookCell[] {
  checkBounds(context.file, number, 0)
  let column = -1
  return listElements(row).flatMap((cell) => {
    if (cell.local !== 'c') return []
    const { r: reference } = cell.attributes
    column = reference === undefined ? column + 1 : readColumn(reference)
    checkBounds(context.file, number, column)
    const found = readCell(cell, number, context)
    if (typeof found !== 'string') return { column, text: '', ...found }
    return found === '' ? [] : { column, text: found }
  })
}

function readCell(
  cell: XmlElement,
  row: number,
  { file, strings, formats }: CellContext,
): string | { readonly fault: string } {
  const { t: type, s: style = '0' } = cell.attributes
  const find = (name: string) => cell.content.find((part) => typeof part !== 'string' && part.local === name)
  const [element, inline] = [find('v'), find('is')] as readonly (XmlElement | undefined)[]
  if (!element && find('f')) return { fault: NO_RESULT }
  const value = element ? readElementText(element) : ''
  if (type === 'e')
    return { fault: `shows the error ${value.slice(0, 20)}, so it was imported as blank; correct it in the workbook` }
  if (type === 'inlineStr') return inline ? readRichText(inline) : ''
  if (type === 'str') return decodeEscapes(value)
  if (type === 'b') return value === '' ? '' : value === '1' || value === 'true' ? 'TRUE' : 'FALSE'
  if (type === 'd') return formatIsoDate(value)
  if (type === 's') {
    const text = strings.get(Number(value))
    if (text !== undefined) return text
    throw new ImportError(
      { file },
      `the workbook is damaged: the text ${value} of row ${row} is missing; open it in a spreadsheet program and save it again`,
    )
  }
  const number = value.trim() === '' ? Number.NaN : Number(value)
  return Number.isFinite(number) ? (formats[Number(style)] ?? formatGeneral)(number) : value
}

/** Joins the runs of a text, without its phonetic guides. */
export function readRichText(element: XmlElement): string {
  const runs = listElements(element).flatMap((part) => (part.local === 'r' ? listElements(part) : part))
  return decodeEscapes(runs.map((run) => (run.local === 't' ? readElementText(run) : '')).join(''))
}

/** Decodes characters that XML cannot contain, such as `_x000D_` for a carriage return. */
function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** Reads the column of a reference such as `AB12`, counted from 0. */
function readColumn(reference: string): number {
  let column = 0
  for (const letter of /^[A-Z]{0,4}/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** @throws ImportError if a spreadsheet program could not have such a row or column */
function checkBounds(file: string, row: number, column: number): void {
  if (row >= 1 && row <= ROWS_MAX && column < COLUMNS_MAX) return
  throw new ImportError(
    { file },
    `the workbook is damaged: it has a cell in row ${row}, column ${column + 1}, but a sheet has at most ${ROWS_MAX} rows and ${COLUMNS_MAX} columns`,
  )
}
