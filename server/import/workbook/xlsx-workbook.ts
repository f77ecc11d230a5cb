import { posix } from 'node:path'
import { decodeText } from '../files/text-file.ts'
import { listElements, readElements, type XmlElement } from '../files/xml-file.ts'
import { ImportError } from '../import-error.ts'
import { type Archive, PART_MAX_BYTES } from './archive.ts'
import { BUILTIN_FORMATS, compileNumberFormat, type NumberFormat } from './number-format.ts'
import { type CellContext, readRichText, readSheetRows, type SheetRow } from './xlsx-sheet.ts'

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

interface Relation {
  /** Last segment of the type's address, such as `worksheet`; strict files have other addresses. */
  readonly type: string
  readonly target: string
}

/** A workbook of Excel, Google Sheets and most programs (`.xlsx`, `.xlsm`). */
export interface XlsxWorkbook {
  readonly archive: Archive
  readonly sheets: readonly Sheet[]
  readonly context: CellContext
}

/** @returns undefined if the archive is another kind of file */
export async function readWorkbook(archive: Archive): Promise<XlsxWorkbook | undefined> {
  const part = await findWorkbookPart(archive)
  if (part === undefined) return undefined
  const relations = await readRelations(archive, part)
  const { sheets, is1904 } = await readSheets(archive, part, relations)
  const partOf = (type: string) => [...relations.values()].find((relation) => relation.type === type)?.target ?? ''
  const formats = await readFormats(archive, partOf('styles'), is1904)
  const strings = await readStrings(archive, partOf('sharedStrings'))
  return { archive, sheets, context: { file: archive.path, strings, formats } }
}

/** Yields the rows that are not blank. */
export function readRows({ archive, context }: XlsxWorkbook, { part }: Sheet): AsyncGenerator<readonly SheetRow[]> {
  return readSheetRows(readPart(archive, part, ['row'], PART_MAX_BYTES), context)
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
  relations: ReadonlyMap<string, Relation>,
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

/** Reads the relations of a file within the workbook by their ids. */
async function readRelations(archive: Archive, part: string): Promise<ReadonlyMap<string, Relation>> {
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
