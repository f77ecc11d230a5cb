import { ImportError } from '../import-error.ts'
import type { Archive } from './archive.ts'
import { OdsListener } from './ods-listener.ts'
import { parsePart } from './parse-part.ts'
import {
  type AnchoredPicture,
  HEAD_ROWS,
  type MergedCells,
  PICTURE_MAX_BYTES,
  type SheetHead,
  type Workbook,
  type WorkbookRow,
} from './workbook.ts'

const CONTENT = 'content.xml'

/** A workbook of LibreOffice (`.ods`), which has all sheets in one file. */
export class OdsWorkbook implements Workbook {
  readonly #archive: Archive
  merged: readonly MergedCells[] = []
  pictures: readonly AnchoredPicture[] = []

  constructor(archive: Archive) {
    this.#archive = archive
  }

  async *readHeads(): AsyncGenerator<SheetHead> {
    const listener = new OdsListener(this.#archive.path)
    let head: { name: string; isHidden: boolean; rows: WorkbookRow[] } | undefined
    let isYielded = false
    for await (const _ of parsePart(this.#archive, CONTENT, listener)) {
      for (const { sheet, rows } of listener.takeRows()) {
        if (head?.name !== sheet.name) {
          if (head && !isYielded) yield head
          head = { ...sheet, rows: [] }
          isYielded = false
        }
        if (isYielded) continue
        head.rows.push(...rows.slice(0, HEAD_ROWS - head.rows.length))
        if (head.rows.length < HEAD_ROWS) continue
        yield head
        isYielded = true
      }
    }
    if (head && !isYielded) yield head
  }

  async *readRows(sheet: string): AsyncGenerator<readonly WorkbookRow[]> {
    const listener = new OdsListener(this.#archive.path)
    let wasFound = false
    for await (const _ of parsePart(this.#archive, CONTENT, listener)) {
      const parts = listener.takeRows()
      for (const part of parts) if (part.sheet.name === sheet) yield part.rows
      const isFound = parts.some((part) => part.sheet.name === sheet)
      if (wasFound && !isFound && parts.length > 0) break
      wasFound ||= isFound
    }
    this.merged = listener.mergedOf(sheet)
    this.pictures = listener.picturesOf(sheet)
    if (!wasFound) throw new ImportError({ file: this.#archive.path }, `there is no sheet "${sheet}"`)
  }

  readPicture(part: string): AsyncGenerator<Buffer> {
    return this.#archive.read(part, PICTURE_MAX_BYTES)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#archive[Symbol.asyncDispose]()
  }
}
