import { ImportError, nameSheet } from '../import-error.ts'
import { formatGeneral, formatIsoDate } from './number-format.ts'
import type { Attributes, PartListener } from './parse-part.ts'
import {
  type AnchoredPicture,
  checkBounds,
  checkPictureCount,
  describeCellError,
  HEAD_ROWS,
  type MergedCells,
  nameColumn,
  NO_RESULT,
} from './workbook.ts'
import type { WorkbookCell, WorkbookRow } from './workbook.ts'

/** Largest number of equal rows in succession that are not blank. More would not be products. */
const REPEATED_ROWS_MAX = 10_000

/** Largest number of cells in repeated rows, which bounds the memory. */
const REPEATED_CELLS_MAX = 1_000_000

interface SheetPart {
  readonly sheet: { readonly name: string; readonly isHidden: boolean }
  readonly rows: WorkbookRow[]
}

/** Elements within a cell whose texts do not belong to it. */
const FOREIGN = new Set(['annotation', 'frame', 'shapes', 'table', 'custom-shape', 'g', 'detective', 'ruby-text'])

export class OdsListener implements PartListener {
  readonly #file: string
  readonly #hiddenStyles = new Set<string>()
  readonly #merged = new Map<string, MergedCells[]>()
  readonly #pictures = new Map<string, AnchoredPicture[]>()
  #parts: SheetPart[] = []
  #style = ''
  #sheet: SheetPart['sheet'] | undefined
  #row = 0
  #rowRepeat = 1
  #isHiddenRow = false
  #column = 0
  #cells: WorkbookCell[] = []
  /** Attributes of the open cell. */
  #cell: Attributes | undefined
  #paragraphs: string[] = []
  #isInParagraph = false
  /** Number of open elements, counted from the outermost one that does not belong to the cell. */
  #foreign = 0

  constructor(file: string) {
    this.#file = file
  }

  /** Returns the rows since the last call that are not blank, by sheet. */
  takeRows(): readonly SheetPart[] {
    const parts = this.#parts
    this.#parts = this.#sheet ? [{ sheet: this.#sheet, rows: [] }] : []
    return parts
  }

  /** Returns the merged cells that begin in the first rows of the sheet. */
  mergedOf(sheet: string): readonly MergedCells[] {
    return this.#merged.get(sheet) ?? []
  }

  picturesOf(sheet: string): readonly AnchoredPicture[] {
    return this.#pictures.get(sheet) ?? []
  }

  openTag(name: string, attributes: Attributes): void {
    if (this.#foreign > 0 || (this.#sheet && FOREIGN.has(name))) {
      this.#foreign += 1
      if (name === 'image') this.#addPicture(attributes['xlink:href'])
      return
    }
    switch (name) {
      case 'style':
        this.#style = attributes['style:name'] ?? ''
        break
      case 'table-properties':
        if (attributes['table:display'] === 'false') this.#hiddenStyles.add(this.#style)
        break
      case 'table':
        this.#openSheet(attributes)
        break
      case 'table-row':
        this.#rowRepeat = readRepeat(attributes['table:number-rows-repeated'])
        this.#isHiddenRow = /^(?:collapse|filter)$/.test(attributes['table:visibility'] ?? '')
        this.#row += 1
        this.#column = 0
        this.#cells = []
        break
      case 'table-cell':
      case 'covered-table-cell':
        this.#cell = attributes
        this.#paragraphs = []
        break
      case 'p':
        this.#isInParagraph = this.#cell !== undefined
        if (this.#isInParagraph) this.#paragraphs.push('')
        break
      case 's':
        this.#append(' '.repeat(Math.min(readRepeat(attributes['text:c']), 1_000)))
        break
      case 'tab':
        this.#append('\t')
        break
      case 'line-break':
        this.#append('\n')
    }
  }

  text(text: string): void {
    if (this.#foreign === 0) this.#append(text)
  }

  closeTag(name: string): void {
    if (this.#foreign > 0) {
      this.#foreign -= 1
      return
    }
    if (name === 'p') this.#isInParagraph = false
    else if (name === 'table-cell') this.#closeCell()
    // A covered cell lies under a merged one, and its content is not shown.
    else if (name === 'covered-table-cell') this.#skipCell()
    else if (name === 'table-row') this.#closeRow()
    else if (name === 'table') this.#sheet = undefined
  }

  #openSheet(attributes: Attributes): void {
    const isHidden = this.#hiddenStyles.has(attributes['table:style-name'] ?? '')
    this.#sheet = { name: attributes['table:name'] ?? '', isHidden }
    this.#row = 0
    this.#parts.push({ sheet: this.#sheet, rows: [] })
  }

  #append(text: string): void {
    if (!this.#isInParagraph) return
    this.#paragraphs[this.#paragraphs.length - 1] += text
  }

  #skipCell(): Attributes {
    const attributes = this.#cell ?? {}
    this.#cell = undefined
    this.#column += readRepeat(attributes['table:number-columns-repeated'])
    return attributes
  }

  #closeCell(): void {
    const column = this.#column
    const attributes = this.#skipCell()
    const cell = readCell(attributes, this.#paragraphs.join('\n'))
    if (cell.text === '' && !cell.fault) return
    checkBounds(this.#file, this.#row, this.#column - 1)
    for (let at = column; at < this.#column; at++) this.#cells.push({ ...cell, column: at })
    this.#addMerged(attributes, column)
  }

  /**
   * Records a picture within a file or, if it is linked, its address. Pictures outside a cell belong to the whole
   * sheet.
   */
  #addPicture(href: string | undefined): void {
    if (!this.#cell || !this.#sheet || !href || /^[a-z]+:/i.test(href)) return
    const pictures = this.#pictures.get(this.#sheet.name) ?? []
    this.#pictures.set(this.#sheet.name, pictures)
    pictures.push({ row: this.#row, column: this.#column, part: href.replace(/^\.\//, '') })
    checkPictureCount(this.#file, pictures)
  }

  #addMerged(attributes: Attributes, column: number): void {
    const columns = readRepeat(attributes['table:number-columns-spanned'])
    const rows = readRepeat(attributes['table:number-rows-spanned'])
    if ((columns === 1 && rows === 1) || this.#row > HEAD_ROWS || !this.#sheet) return
    const lastRow = this.#row + rows - 1
    const range = `${nameColumn(column)}${this.#row}:${nameColumn(column + columns - 1)}${lastRow}`
    const merged = this.#merged.get(this.#sheet.name) ?? []
    this.#merged.set(this.#sheet.name, [...merged, { range, firstRow: this.#row, lastRow }])
  }

  #closeRow(): void {
    const first = this.#row
    this.#row += this.#rowRepeat - 1
    if (this.#cells.length === 0) return
    checkBounds(this.#file, this.#row, 0)
    const cells = this.#cells
    if (
      this.#rowRepeat > REPEATED_ROWS_MAX ||
      (this.#rowRepeat > 1 && this.#rowRepeat * cells.length > REPEATED_CELLS_MAX)
    )
      throw new ImportError(
        { file: nameSheet(this.#file, this.#sheet?.name ?? ''), line: first },
        `the row is repeated ${this.#rowRepeat} times; remove the repetitions`,
      )
    const rows = this.#parts.at(-1)?.rows
    for (let number = first; number <= this.#row; number++) rows?.push({ number, isHidden: this.#isHiddenRow, cells })
  }
}

function readRepeat(value: string | undefined): number {
  return value !== undefined && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : 1
}

function readCell(attributes: Attributes, shown: string): Pick<WorkbookCell, 'text' | 'fault'> {
  const type = attributes['office:value-type']
  if (
    attributes['calcext:value-type'] === 'error' ||
    (attributes['table:formula'] && /^(?:#[A-Z/0?!]+|Err:\d+)$/.test(shown))
  )
    return { text: '', fault: describeCellError(shown) }
  if (attributes['table:formula'] !== undefined && type === undefined && shown === '')
    return { text: '', fault: NO_RESULT }
  switch (type) {
    case 'float':
      return { text: formatShown(attributes['office:value'], shown) }
    case 'percentage':
      return { text: `${formatShown(attributes['office:value'], shown, 100)}%` }
    case 'currency':
      return { text: addCurrency(formatShown(attributes['office:value'], shown), attributes['office:currency']) }
    case 'date':
      return { text: formatIsoDate(attributes['office:date-value'] ?? shown) }
    case 'boolean':
      return { text: attributes['office:boolean-value'] === 'true' ? 'TRUE' : 'FALSE' }
    case 'string':
      return { text: shown || (attributes['office:string-value'] ?? '') }
    default:
      return { text: shown }
  }
}

/**
 * Writes a number with the decimals and leading zeros that the cell shows, but with a decimal point and without
 * separators of thousands, which depend on a language.
 */
function formatShown(value: string | undefined, shown: string, factor = 1): string {
  const number = value === undefined || value.trim() === '' ? Number.NaN : Number(value) * factor
  if (!Number.isFinite(number)) return shown
  const digits = shown.replace(/\D/g, '')
  for (let decimals = 0; decimals <= 10; decimals++) {
    const text = Math.abs(Number(number.toPrecision(15))).toFixed(decimals)
    const fixed = text.replace('.', '')
    if (digits === fixed || (digits.endsWith(fixed) && /^0+$/.test(digits.slice(0, -fixed.length))))
      return (number < 0 ? '-' : '') + digits.slice(0, digits.length - fixed.length) + text
  }
  return formatGeneral(number)
}

function addCurrency(text: string, currency: string | undefined): string {
  return currency ? `${text} ${currency}` : text
}
