import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { guardFormula } from '../../shared/csv-rows.ts'
import { escapeHtml } from '../../shared/escape.ts'
import { ImportError } from '../import/import-error.ts'
import { nameColumn } from '../import/workbook/workbook.ts'

export interface XlsxColumn {
  readonly name: string
  /** Shown beside a selected cell; at most 255 characters. */
  readonly explanation: string
  /** What a drop-down offers. */
  readonly values?: readonly string[] | undefined
  /** Writes plain numbers as such; other cells, such as codes, are texts. */
  readonly isNumber?: boolean | undefined
  /** In characters. */
  readonly width: number
}

type Rows = AsyncIterable<readonly (readonly string[])[]> | Iterable<readonly (readonly string[])[]>

/** Limits of Excel, which refuses a file that exceeds them. */
const CELL_MAX_CHARACTERS = 32_767
const ROWS_MAX = 1_048_576
const PROMPT_TITLE_MAX_CHARACTERS = 32
const LIST_MAX_CHARACTERS = 255

/** Indexes of the cell styles in `STYLES`. */
const TEXT_STYLE = 1
const HEADER_STYLE = 2
const NUMBER_STYLE = 3
const PROSE_STYLE = 4

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

const STYLES = `${DECLARATION}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEDEDED"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf numFmtId="49" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top"/></xf><xf numFmtId="49" fontId="1" fillId="2" applyNumberFormat="1" applyFont="1" applyFill="1"/><xf applyAlignment="1"><alignment vertical="top"/></xf><xf applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs></styleSheet>`

/**
 * Writes a sheet of products and one that explains its columns. Rows are streamed, so memory does not grow with them.
 * @param flag 'wx' fails if the file exists
 * @throws ImportError if a cell or the number of rows is too large, and errors of the disk
 */
export async function writeXlsxFile(
  path: string,
  columns: readonly XlsxColumn[],
  rows: Rows,
  flag: 'w' | 'wx' = 'w',
): Promise<void> {
  const zip = new ZipFile()
  const output = zip.outputStream.pipe(new PassThrough())
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name)
  add('[Content_Types].xml', buildContentTypes())
  add('_rels/.rels', buildRelations([['officeDocument', 'xl/workbook.xml']]))
  add('xl/workbook.xml', buildWorkbook())
  add(
    'xl/_rels/workbook.xml.rels',
    buildRelations([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['worksheet', 'worksheets/sheet2.xml'],
      ['styles', 'styles.xml'],
    ]),
  )
  add('xl/styles.xml', STYLES)
  zip.addReadStreamLazy('xl/worksheets/sheet1.xml', (receive) => {
    const sheet = Readable.from(writeProductsSheet(path, columns, rows))
    // The library would wait for the rest of the sheet.
    sheet.on('error', (error) => output.destroy(error))
    receive(null, sheet)
  })
  add('xl/worksheets/sheet2.xml', buildColumnsSheet(columns))
  zip.end()
  try {
    await pipeline(output, createWriteStream(path, { flags: flag }))
  } catch (error) {
    // With 'wx', the file may be the one that existed before.
    if (flag === 'w') await rm(path, { force: true })
    throw error
  }
}

async function* writeProductsSheet(path: string, columns: readonly XlsxColumn[], rows: Rows): AsyncGenerator<string> {
  const styles = columns.map(({ isNumber }) => (isNumber ? NUMBER_STYLE : TEXT_STYLE))
  yield beginSheet(columns.map(({ width }, index) => ({ width, style: styles[index] ?? TEXT_STYLE })))
  yield writeRow(columns.map(({ name }) => writeText(name, HEADER_STYLE)))
  let count = 1
  for await (const batch of rows) {
    count += batch.length
    if (count > ROWS_MAX)
      throw new ImportError({ file: path }, `a workbook has at most ${ROWS_MAX} rows; export as CSV`)
    const written = batch.map((cells) => {
      const texts = columns.map(({ name, isNumber }, index) => {
        const text = cells[index] ?? ''
        checkLength(path, name, cells, text)
        return isNumber ? writeNumber(text) : writeText(guardFormula(text), TEXT_STYLE)
      })
      return writeRow(texts)
    })
    yield written.join('')
  }
  yield `</sheetData>${buildValidations(columns)}</worksheet>`
}

function checkLength(path: string, column: string, [first]: readonly string[], text: string): void {
  if (text.length < CELL_MAX_CHARACTERS) return
  throw new ImportError(
    { file: path, column, product: first },
    `a cell of a workbook has at most ${CELL_MAX_CHARACTERS} characters, but this one would have ${text.length}; shorten it, or export as CSV`,
  )
}

function buildColumnsSheet(columns: readonly XlsxColumn[]): string {
  const widths = [{ width: 24 }, { width: 90 }, { width: 40 }].map(({ width }) => ({ width, style: PROSE_STYLE }))
  const header = ['Column', 'Explanation', 'Values'].map((name) => writeText(name, HEADER_STYLE))
  const rows = columns.map(({ name, explanation, values = [] }) =>
    writeRow([name, explanation, values.join(', ')].map((text) => writeText(text, PROSE_STYLE))),
  )
  return `${beginSheet(widths)}${writeRow(header)}${rows.join('')}</sheetData></worksheet>`
}

/** The first row stays visible when the sheet is scrolled. */
function beginSheet(columns: readonly { readonly width: number; readonly style: number }[]): string {
  const view =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
  const written = columns.map(
    ({ width, style }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${style}" customWidth="1"/>`,
  )
  return `${DECLARATION}<worksheet xmlns="${MAIN}">${view}<cols>${written.join('')}</cols><sheetData>`
}

function writeRow(cells: readonly string[]): string {
  return `<row>${cells.join('')}</row>`
}

/** Blank cells are written too, because cells have no reference and are counted. */
function writeText(text: string, style: number): string {
  if (text === '') return `<c s="${style}"/>`
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeText(text)}</t></is></c>`
}

function writeNumber(text: string): string {
  if (!/^\d{1,13}(?:\.\d{1,3})?$/.test(text)) return writeText(guardFormula(text), TEXT_STYLE)
  return `<c s="${NUMBER_STYLE}"><v>${text}</v></c>`
}

/** Workbooks write control characters, which XML cannot contain, as `_x000B_`. */
function escapeText(text: string): string {
  const escaped = text
    .toWellFormed()
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/g, (character) => {
      const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
      return `_x${code}_`
    })
  return escapeHtml(escaped)
}

/** A drop-down, or only the explanation that is shown beside a selected cell. */
function buildValidations(columns: readonly XlsxColumn[]): string {
  const validations = columns.map(({ name, explanation, values }, index) => {
    const list = values?.join(',') ?? ''
    const isList = list !== '' && list.length <= LIST_MAX_CHARACTERS
    const letter = nameColumn(index)
    const prompt = `showInputMessage="1" promptTitle="${escapeText(name.slice(0, PROMPT_TITLE_MAX_CHARACTERS))}" prompt="${escapeText(explanation)}"`
    const range = `sqref="${letter}2:${letter}${ROWS_MAX}"`
    if (!isList) return `<dataValidation allowBlank="1" ${prompt} ${range}/>`
    // Imports understand other words too, so that any text may be entered.
    return `<dataValidation type="list" allowBlank="1" ${prompt} ${range}><formula1>"${escapeText(list)}"</formula1></dataValidation>`
  })
  return `<dataValidations count="${validations.length}">${validations.join('')}</dataValidations>`
}

function buildContentTypes(): string {
  const overrides = [
    ['xl/workbook.xml', 'sheet.main'],
    ['xl/worksheets/sheet1.xml', 'worksheet'],
    ['xl/worksheets/sheet2.xml', 'worksheet'],
    ['xl/styles.xml', 'styles'],
  ].map(([name, type]) => `<Override PartName="/${name}" ContentType="${SHEET_TYPE}.${type}+xml"/>`)
  return `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`
}

function buildRelations(targets: readonly (readonly [type: string, target: string])[]): string {
  const relations = targets.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  )
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}</Relationships>`
}

function buildWorkbook(): string {
  return `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Products" sheetId="1" r:id="rId1"/><sheet name="Columns" sheetId="2" r:id="rId2"/></sheets></workbook>`
}
