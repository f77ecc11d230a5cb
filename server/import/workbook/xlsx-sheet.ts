import { listElements, readElementText, type XmlElement } from '../files/xml-file.ts'
import type { CsvRow } from '../files/csv-file.ts'
import { buildDamage } from './archive.ts'
import { formatGeneral, formatIsoDate, type NumberFormat } from './number-format.ts'

/** Most columns that a sheet can have in spreadsheet programs. */
const COLUMNS_MAX = 16_384

const NO_RESULT =
  'has a formula without a stored result, so it was imported as blank; open the workbook in a spreadsheet program and save it again'

export interface SheetRow extends CsvRow {
  /** Why cells that are not blank have no text. */
  readonly faults: readonly { readonly column: number; readonly reason: string }[]
}

export interface CellContext {
  /** Name of the file that errors mention. */
  readonly file: string
  /** Texts to which cells refer by number. */
  readonly strings: readonly string[]
  /** Number formats by the index of a cell's style. */
  readonly formats: readonly NumberFormat[]
}

/**
 * Yields the rows of each chunk that are not blank.
 * @param chunks elements `row`
 * @throws ImportError if rows are not in order
 */
export async function* readSheetRows(
  chunks: AsyncIterable<readonly XmlElement[]>,
  context: CellContext,
): AsyncGenerator<readonly SheetRow[]> {
  let last = 0
  for await (const elements of chunks)
    yield elements.flatMap((element) => {
      const number = Number(element.attributes['r'] ?? last + 1)
      if (!(number > last)) throw buildDamage(context.file, `row ${number} comes after row ${last}`)
      last = number
      const { cells, faults } = readCells(element, number, context)
      return cells.length + faults.length > 0 ? { line: number, number, cells, faults } : []
    })
}

function readCells(row: XmlElement, number: number, context: CellContext): Pick<SheetRow, 'cells' | 'faults'> {
  const cells: string[] = []
  const faults: { column: number; reason: string }[] = []
  let column = -1
  for (const cell of listElements(row)) {
    if (cell.local !== 'c') continue
    const { r: reference } = cell.attributes
    column = reference === undefined ? column + 1 : readColumn(reference)
    if (column >= COLUMNS_MAX) throw buildDamage(context.file, `row ${number} has more than ${COLUMNS_MAX} columns`)
    const found = readCell(cell, number, context)
    if (typeof found !== 'string') faults.push({ column, reason: found.fault })
    else if (found !== '') cells[column] = found
  }
  return { cells: Array.from(cells, (text = '') => text), faults }
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
    const text = strings[Number(value)]
    if (text !== undefined) return text
    throw buildDamage(file, `the text ${value} of row ${row} is missing`)
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
