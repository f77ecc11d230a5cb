import { posix } from 'node:path'
import type { CsvRow } from '../files/csv-file.ts'
import { decodeText } from '../files/text-file.ts'
import { listElements, readElements, readElementText, type XmlElement } from '../files/xml-file.ts'
import { ImportError } from '../import-error.ts'
import { type Archive, buildDamage, PART_MAX_BYTES } from './archive.ts'
import {
  BUILTIN_FORMATS,
  compileNumberFormat,
  formatGeneral,
  formatIsoDate,
  type NumberFormat,
} from './number-format.ts'

/** Limits the memory for the texts of all sheets. Those of 100,000 products need about a fifth of it. */
const STRINGS_MAX_CHARACTERS = 256 * 2 ** 20
const TOO_LARGE = 'the workbook has too many texts; save the sheet with the products as CSV (UTF-8)'

/** Limit of a small file. Styles of workbooks that were edited for years have some megabytes. */
const SMALL_PART_MAX_BYTES = 64 * 2 ** 20

export interface Sheet {
  readonly name: string
  readonly isHidden: boolean
  readonly part: string
}

/** A workbook of Excel, Google Sheets and most programs (`.xlsx`, `.xlsm`). */
export type XlsxWorkbook = NonNullable<Awaited<ReturnType<typeof readWorkbook>>>

/**
 * Reads the sheets, the texts to which cells refer by number, and the number formats by the index of a cell's style.
 * @returns undefined if the archive is another kind of file
 */
export async function readWorkbook(archive: Archive) {
  const part = await findWorkbookPart(archive)
  if (part === undefined) return undefined
  const relations = await readRelations(archive, part)
  const { sheets, is1904 } = await readSheets(archive, part, relations)
  const partOf = (type: string) => [...relations.values()].find((relation) => relation.type === type)?.target ?? ''
  const formats = await readFormats(archive, partOf('styles'), is1904)
  const strings = await readStrings(archive, partOf('sharedStrings'))
  return { archive, sheets, strings, formats }
}

/** Yields the elements with these names of a file within the workbook. @throws ImportError as `Archive.read` */
async function* readPart(
  archive: Archive,
  part: string,
  names: readonly string[],
  maxBytes: number,
): AsyncGenerator<readonly XmlElement[]> {
  const file = `${archive.path}, "${part}"`
  const isWanted = (path: readonly string[]) => names.includes(path.at(-1)!)
  yield* readElements(file, decodeText(file, archive.read(part, maxBytes), 'utf-8'), {
    kind: names.join(' or '),
    isWanted,
  })
}

/** @returns no elements if there is no such file */
async function readSmallPart(archive: Archive, part: string, names: readonly string[]): Promise<readonly XmlElement[]> {
  const elements: XmlElement[] = []
  if (!archive.has(part)) return elements
  for await (const found of readPart(archive, part, names, SMALL_PART_MAX_BYTES)) elements.push(...found)
  return elements
}

async function findWorkbookPart(archive: Archive): Promise<string | undefined> {
  const relations = await readRelations(archive, '')
  const named = [...relations.values()].find(({ type }) => type === 'officeDocument')?.target
  return [named, 'xl/workbook.xml'].find((part) => part !== undefined && archive.has(part) && part.endsWith('.xml'))
}

async function readSheets(
  archive: Archive,
  part: string,
  relations: Awaited<ReturnType<typeof readRelations>>,
): Promise<{ readonly sheets: readonly Sheet[]; readonly is1904: boolean }> {
  const elements = await readSmallPart(archive, part, ['workbookPr', 'sheet'])
  const sheets = elements.flatMap(({ local, attributes: { id = '', name = '', state = 'visible' } }) => {
    const relation = relations.get(id)
    // Charts and macros may be sheets too.
    if (local !== 'sheet' || relation?.type !== 'worksheet') return []
    return { name, isHidden: state !== 'visible', part: relation.target }
  })
  if (sheets.length === 0) throw new ImportError({ file: archive.path }, 'the workbook has no sheet with cells')
  return { sheets, is1904: elements.some(({ attributes }) => /^(?:1|true)$/.test(attributes['date1904'] ?? '')) }
}

async function readFormats(archive: Archive, part: string, is1904: boolean): Promise<readonly NumberFormat[]> {
  const elements = await readSmallPart(archive, part, ['numFmt', 'cellXfs'])
  const codes = new Map(BUILTIN_FORMATS)
  for (const { attributes } of elements)
    if (attributes['formatCode'] !== undefined) codes.set(Number(attributes['numFmtId']), attributes['formatCode'])
  const compiled = new Map<number, NumberFormat>()
  return elements
    .filter(({ local }) => local === 'cellXfs')
    .flatMap(listElements)
    .map(({ attributes }) => {
      const id = Number(attributes['numFmtId'] ?? 0)
      const format = compiled.get(id) ?? compileNumberFormat(codes.get(id) ?? 'General', is1904)
      compiled.set(id, format)
      return format
    })
}

/** @throws ImportError if the texts would need too much memory */
async function readStrings(archive: Archive, part: string): Promise<readonly string[]> {
  const strings: string[] = []
  if (!archive.has(part)) return strings
  let characters = 0
  for await (const elements of readPart(archive, part, ['si'], PART_MAX_BYTES))
    for (const text of elements.map(readRichText)) {
      // Each text takes memory beside its characters, so that millions of short texts are limited too.
      characters += text.length + 32
      if (characters > STRINGS_MAX_CHARACTERS) throw new ImportError({ file: archive.path }, TOO_LARGE)
      strings.push(text)
    }
  return strings
}

/** Reads the relations of a file within the workbook by their ids. A type is the last segment of its address. */
async function readRelations(archive: Archive, part: string) {
  const folder = posix.dirname(part)
  const name = posix.join(folder, '_rels', `${posix.basename(part)}.rels`)
  const elements = await readSmallPart(archive, name, ['Relationship'])
  return new Map(
    elements.flatMap(({ attributes: { Id: id, Type: type = '', Target: target, TargetMode: mode } }) => {
      if (id === undefined || target === undefined || mode === 'External') return []
      const path = target.startsWith('/') ? target.slice(1) : posix.join(folder, target)
      return [[id, { type: posix.basename(type), target: path }] as const]
    }),
  )
}

/** Most columns that a sheet can have in spreadsheet programs. */
const COLUMNS_MAX = 16_384

const NO_RESULT =
  'has a formula without a stored result, so it was imported as blank; open the workbook in a spreadsheet program and save it again'

export interface SheetRow extends CsvRow {
  /** Why cells that are not blank have no text. */
  readonly faults: readonly { readonly column: number; readonly reason: string }[]
}

/**
 * Yields the rows of each part of a sheet that are not blank.
 * @throws ImportError if rows are not in order
 */
export async function* readRows(workbook: XlsxWorkbook, { part }: Sheet): AsyncGenerator<readonly SheetRow[]> {
  const { archive } = workbook
  let last = 0
  for await (const elements of readPart(archive, part, ['row'], PART_MAX_BYTES))
    yield elements.flatMap((element) => {
      const number = Number(element.attributes['r'] ?? last + 1)
      if (!(number > last)) throw buildDamage(archive.path, `row ${number} comes after row ${last}`)
      last = number
      const { cells, faults } = readCells(element, number, workbook)
      return cells.length + faults.length > 0 ? { line: number, number, cells, faults } : []
    })
}

function readCells(row: XmlElement, number: number, workbook: XlsxWorkbook): Pick<SheetRow, 'cells' | 'faults'> {
  const cells: string[] = []
  const faults: { column: number; reason: string }[] = []
  let column = -1
  for (const cell of listElements(row)) {
    if (cell.local !== 'c') continue
    const { r: reference } = cell.attributes
    column = reference === undefined ? column + 1 : readColumn(reference)
    if (column >= COLUMNS_MAX)
      throw buildDamage(workbook.archive.path, `row ${number} has more than ${COLUMNS_MAX} columns`)
    const found = readCell(cell, number, workbook)
    if (typeof found !== 'string') faults.push({ column, reason: found.fault })
    else if (found !== '') cells[column] = found
  }
  return { cells: Array.from(cells, (text = '') => text), faults }
}

function readCell(
  cell: XmlElement,
  row: number,
  { archive, strings, formats }: XlsxWorkbook,
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
    throw buildDamage(archive.path, `the text ${value} of row ${row} is missing`)
  }
  const number = value.trim() === '' ? Number.NaN : Number(value)
  return Number.isFinite(number) ? (formats[Number(style)] ?? formatGeneral)(number) : value
}

/** Joins the runs of a text, without its phonetic guides. */
function readRichText(element: XmlElement): string {
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
