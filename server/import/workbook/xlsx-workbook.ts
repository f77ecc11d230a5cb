import { posix } from 'node:path'
import { ImportError } from '../import-error.ts'
import type { Archive } from './archive.ts'
import { BUILTIN_FORMATS, compileNumberFormat, type NumberFormat } from './number-format.ts'
import { findAttribute, parsePart, parseWholePart } from './parse-part.ts'
import { SharedStrings } from './shared-strings.ts'
import { HEAD_ROWS, type SheetHead, type WorkbookRow } from './workbook.ts'
import { type CellContext, decodeEscapes, XlsxSheetListener } from './xlsx-sheet.ts'

interface Sheet {
  readonly name: string
  readonly isHidden: boolean
  readonly part: string
}

interface Relation {
  /** Last segment of the type's address, such as `worksheet`; strict files have other addresses. */
  readonly type: string
  readonly target: string
}

/** Most chunks of 16 KB that are read to find the first rows of a sheet. More chunks have only blank rows. */
const HEAD_CHUNKS_MAX = 1_000

/** A workbook of Excel, Google Sheets and most programs (`.xlsx`, `.xlsm`). */
export class XlsxWorkbook implements AsyncDisposable {
  readonly #archive: Archive
  readonly #sheets: readonly Sheet[]
  readonly #context: CellContext

  private constructor(archive: Archive, sheets: readonly Sheet[], context: CellContext) {
    this.#archive = archive
    this.#sheets = sheets
    this.#context = context
  }

  /** @returns undefined if the archive is another kind of file */
  static async open(archive: Archive): Promise<XlsxWorkbook | undefined> {
    const part = await findWorkbookPart(archive)
    if (part === undefined) return undefined
    const relations = await readRelations(archive, part)
    const { sheets, is1904 } = await readSheets(archive, part, relations)
    const partOf = (type: string, name: string) =>
      [...relations.values()].find((relation) => relation.type === type)?.target ??
      posix.join(posix.dirname(part), name)
    const formats = await readFormats(archive, partOf('styles', 'styles.xml'), is1904)
    const strings = await readStrings(archive, partOf('sharedStrings', 'sharedStrings.xml'))
    return new XlsxWorkbook(archive, sheets, { file: archive.path, strings, formats })
  }

  async *readHeads(): AsyncGenerator<SheetHead> {
    for (const { name, isHidden, part } of this.#sheets) {
      const listener = new XlsxSheetListener(this.#context)
      const rows: WorkbookRow[] = []
      let chunks = 0
      for await (const _ of parsePart(this.#archive, part, listener)) {
        rows.push(...listener.takeRows())
        chunks += 1
        if (rows.length >= HEAD_ROWS || chunks >= HEAD_CHUNKS_MAX) break
      }
      yield { name, isHidden, rows: rows.slice(0, HEAD_ROWS) }
    }
  }

  get hasPictures(): boolean {
    return this.#archive.hasFolder('xl/media')
  }

  /** Yields the rows that are not blank. */
  async *readRows(sheet: string): AsyncGenerator<readonly WorkbookRow[]> {
    const found = this.#sheets.find(({ name }) => name === sheet)
    if (!found) throw new Error(`there is no sheet "${sheet}"`)
    const listener = new XlsxSheetListener(this.#context)
    for await (const _ of parsePart(this.#archive, found.part, listener)) yield listener.takeRows()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#context.strings[Symbol.dispose]()
    await this.#archive[Symbol.asyncDispose]()
  }
}

async function findWorkbookPart(archive: Archive): Promise<string | undefined> {
  const relations = archive.has('_rels/.rels') ? await readRelations(archive, '') : new Map<string, Relation>()
  const named = [...relations.values()].find(({ type }) => type === 'officeDocument')?.target
  return [named, 'xl/workbook.xml'].find((part) => part !== undefined && archive.has(part) && part.endsWith('.xml'))
}

async function readSheets(
  archive: Archive,
  part: string,
  relations: ReadonlyMap<string, Relation>,
): Promise<{ readonly sheets: readonly Sheet[]; readonly is1904: boolean }> {
  const sheets: Sheet[] = []
  let is1904 = false
  await parseWholePart(archive, part, {
    openTag(tag, attributes) {
      if (tag === 'workbookPr') is1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
      if (tag !== 'sheet') return
      const relation = relations.get(findAttribute(attributes, 'id') ?? '')
      // Charts and macros may be sheets too.
      if (relation?.type !== 'worksheet') return
      const { name = '', state = 'visible' } = attributes
      sheets.push({ name, isHidden: state !== 'visible', part: relation.target })
    },
  })
  if (sheets.length > 0) return { sheets, is1904 }
  throw new ImportError({ file: archive.path }, 'the workbook has no sheet with cells')
}

async function readFormats(archive: Archive, part: string, is1904: boolean): Promise<readonly NumberFormat[]> {
  if (!archive.has(part)) return []
  const codes = new Map(BUILTIN_FORMATS)
  const ids: number[] = []
  let isInCells = false
  await parseWholePart(archive, part, {
    openTag(tag, { numFmtId: id = '0', formatCode: code }) {
      if (tag === 'numFmt' && code !== undefined) codes.set(Number(id), code)
      if (tag === 'cellXfs') isInCells = true
      if (tag === 'xf' && isInCells) ids.push(Number(id))
    },
    closeTag(tag) {
      if (tag === 'cellXfs') isInCells = false
    },
  })
  const compiled = new Map<number, NumberFormat>()
  return ids.map((id) => {
    const format = compiled.get(id) ?? compileNumberFormat(codes.get(id) ?? 'General', is1904)
    compiled.set(id, format)
    return format
  })
}

async function readStrings(archive: Archive, part: string): Promise<SharedStrings> {
  const strings = new SharedStrings()
  if (!archive.has(part)) return strings
  let text = ''
  let phonetic = 0
  let isText = false
  const listener = {
    openTag(name: string) {
      if (name === 'si') text = ''
      if (name === 't') isText = true
      if (name === 'rPh') phonetic += 1
    },
    text(part: string) {
      if (isText && phonetic === 0) text += part
    },
    closeTag(name: string) {
      if (name === 't') isText = false
      if (name === 'rPh') phonetic -= 1
      if (name === 'si') strings.add(decodeEscapes(text))
    },
  }
  try {
    for await (const _ of parsePart(archive, part, listener));
  } catch (error) {
    strings[Symbol.dispose]()
    throw error
  }
  return strings
}

/** Reads the relations of a file within the workbook by their ids. */
async function readRelations(archive: Archive, part: string): Promise<ReadonlyMap<string, Relation>> {
  const folder = posix.dirname(part)
  const relations = new Map<string, Relation>()
  const name = posix.join(folder, '_rels', `${posix.basename(part)}.rels`)
  if (!archive.has(name)) return relations
  await parseWholePart(archive, name, {
    openTag(tag, { Id: id, Type: type = '', Target: target, TargetMode: mode }) {
      if (tag !== 'Relationship' || id === undefined || target === undefined || mode === 'External') return
      const path = target.startsWith('/') ? target.slice(1) : posix.join(folder, target)
      relations.set(id, { type: posix.basename(type), target: path })
    },
  })
  return relations
}
