import type { Attributes, PartListener } from './parse-part.ts'
import { ImportError } from '../import-error.ts'
import { formatGeneral, formatIsoDate, type NumberFormat } from './number-format.ts'
import type { SharedStrings } from './shared-strings.ts'
import type { WorkbookCell, WorkbookRow } from './workbook.ts'

/** Most rows that a sheet can have in Excel, and by default in LibreOffice. */
const ROWS_MAX = 1_048_576
const COLUMNS_MAX = 16_384

const NO_RESULT =
  'has a formula without a stored result, so it was imported as blank; open the workbook in a spreadsheet program and save it again'

export interface CellContext {
  /** Name of the file that errors mention. */
  readonly file: string
  readonly strings: SharedStrings
  /** Number formats by the index of a cell's style. */
  readonly formats: readonly NumberFormat[]
}

export class XlsxSheetListener implements PartListener {
  readonly #context: CellContext
  #rows: WorkbookRow[] = []
  #row = 0
  #column = -1
  #cells: WorkbookCell[] = []
  #attributes: Attributes = {}
  #hasFormula = false
  #value: string | undefined
  #inline = ''
  /** The open element whose text is read. */
  #reads: 'v' | 't' | undefined
  #phonetic = 0

  constructor(context: CellContext) {
    this.#context = context
  }

  /** Returns the rows since the last call that are not blank. */
  takeRows(): readonly WorkbookRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  openTag(name: string, attributes: Attributes): void {
    switch (name) {
      case 'row':
        this.#row = attributes['r'] === undefined ? this.#row + 1 : Number(attributes['r'])
        checkBounds(this.#context.file, this.#row, 0)
        this.#column = -1
        this.#cells = []
        break
      case 'c':
        this.#column = attributes['r'] === undefined ? this.#column + 1 : readColumn(attributes['r'])
        checkBounds(this.#context.file, this.#row, this.#column)
        this.#attributes = attributes
        this.#hasFormula = false
        this.#value = undefined
        this.#inline = ''
        break
      case 'f':
        this.#hasFormula = true
        break
      case 'v':
        this.#value = ''
        this.#reads = 'v'
        break
      case 't':
        this.#reads = 't'
        break
      case 'rPh':
        this.#phonetic += 1
    }
  }

  text(text: string): void {
    if (this.#reads === 'v') this.#value += text
    else if (this.#reads === 't' && this.#phonetic === 0) this.#inline += text
  }

  closeTag(name: string): void {
    if (name === 'v' || name === 't') this.#reads = undefined
    else if (name === 'rPh') this.#phonetic -= 1
    else if (name === 'c') this.#addCell()
    else if (name === 'row' && this.#cells.length > 0) this.#rows.push({ number: this.#row, cells: this.#cells })
  }

  #addCell(): void {
    const column = this.#column
    if (this.#hasFormula && this.#value === undefined) {
      this.#cells.push({ column, text: '', fault: NO_RESULT })
      return
    }
    if (this.#attributes['t'] === 'e') {
      this.#cells.push({ column, text: '', fault: describeCellError(this.#value ?? '') })
      return
    }
    const text = this.#readText()
    if (text !== '') this.#cells.push({ column, text })
  }

  #readText(): string {
    const value = this.#value ?? ''
    switch (this.#attributes['t']) {
      case 's':
        return this.#findString(value)
      case 'inlineStr':
        return decodeEscapes(this.#inline)
      case 'str':
        return decodeEscapes(value)
      case 'b':
        return value === '' ? '' : isTrue(value) ? 'TRUE' : 'FALSE'
      case 'd':
        return formatIsoDate(value)
      default:
        return this.#formatNumber(value)
    }
  }

  #findString(index: string): string {
    const text = this.#context.strings.get(Number(index))
    if (text !== undefined) return text
    throw new ImportError(
      { file: this.#context.file },
      `the workbook is damaged: the text ${index} of row ${this.#row} is missing; open it in a spreadsheet program and save it again`,
    )
  }

  #formatNumber(value: string): string {
    const number = value.trim() === '' ? Number.NaN : Number(value)
    if (!Number.isFinite(number)) return value
    const format = this.#context.formats[Number(this.#attributes['s'] ?? 0)] ?? formatGeneral
    return format(number)
  }
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}

/** Reads the column of a reference such as `AB12`, counted from 0. */
function readColumn(reference: string): number {
  let column = 0
  for (const letter of /^[A-Z]{0,4}/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** Decodes characters that XML cannot contain, such as `_x000D_` for a carriage return. */
export function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** @param error such as `#N/A` */
function describeCellError(error: string): string {
  return `shows the error ${error.slice(0, 20)}, so it was imported as blank; correct it in the workbook`
}

/** @throws ImportError if a spreadsheet program could not have such a row or column */
function checkBounds(file: string, row: number, column: number): void {
  if (row >= 1 && row <= ROWS_MAX && column < COLUMNS_MAX) return
  throw new ImportError(
    { file },
    `the workbook is damaged: it has a cell in row ${row}, column ${column + 1}, but a sheet has at most ${ROWS_MAX} rows and ${COLUMNS_MAX} columns`,
  )
}
