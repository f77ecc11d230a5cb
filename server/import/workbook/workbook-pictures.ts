import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { SourcePath } from '../files/source-path.ts'
import { Archive } from './archive.ts'
import { PICTURE_MAX_BYTES } from './workbook.ts'

/** Unpacks pictures of a workbook one at a time. */
export class WorkbookPictures implements AsyncDisposable {
  readonly #source: SourcePath
  readonly #parts: ReadonlyMap<string, string>
  #archive: Archive | undefined
  #folder: string | undefined

  /** @param parts files within the workbook by the names of their pictures */
  constructor(source: SourcePath, parts: ReadonlyMap<string, string>) {
    this.#source = source
    this.#parts = parts
  }

  /**
   * Returns the path of the unpacked picture: one temporary file, which the next call overwrites.
   * @returns undefined if the workbook has no picture of this name
   */
  async unpack(name: string): Promise<string | undefined> {
    const part = this.#parts.get(name)
    if (part === undefined) return undefined
    this.#archive ??= await Archive.open(this.#source)
    this.#folder ??= await mkdtemp(join(tmpdir(), 'vitrine-workbook-'))
    const path = join(this.#folder, `picture${extname(part).toLowerCase()}`)
    await pipeline(this.#archive.read(part, PICTURE_MAX_BYTES), createWriteStream(path))
    return path
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#archive?.[Symbol.asyncDispose]()
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true })
  }
}
