import { closeSync, fsyncSync, lstatSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { ImportError } from '../import-error.ts'

export const FILE_EXISTS = 'the file already exists; choose another name'

const UNFINISHED = '.unfinished'

const BUFFER_CHARACTERS = 64 * 1024

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist; create it first',
  ENOTDIR: 'a part of its path is a file; choose another path',
  EACCES: 'you may not write there; choose another folder',
  EPERM: 'you may not write there; choose another folder',
  EROFS: 'the file system is read-only; choose another folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is used up',
  EFBIG: 'it would be larger than files may be here',
}

/**
 * A file that is written under a temporary name until it is complete. It never replaces another file, and is deleted at
 * the end of the scope if it is not finished.
 */
export class NewFile implements Disposable {
  readonly path: string
  #descriptor: number | null
  #buffer = ''

  /** @throws ImportError if the file exists already or cannot be created */
  constructor(path: string) {
    this.path = path
    this.#checkFree()
    // The mode `w` replaces the unfinished file of a killed command.
    this.#descriptor = this.#explain(() => openSync(path + UNFINISHED, 'w'))
  }

  /** @throws ImportError if the file cannot be written */
  write(text: string): void {
    this.#buffer += text
    if (this.#buffer.length >= BUFFER_CHARACTERS) this.#flush()
  }

  /**
   * Gives the file its name.
   * @throws ImportError if the file cannot be written, or another file has the name by now
   */
  finish(): void {
    const descriptor = this.#descriptor
    if (descriptor === null) return
    this.#flush()
    this.#checkFree()
    this.#explain(() => {
      fsyncSync(descriptor)
      renameSync(this.path + UNFINISHED, this.path)
    })
    closeSync(descriptor)
    this.#descriptor = null
  }

  [Symbol.dispose](): void {
    if (this.#descriptor === null) return
    closeSync(this.#descriptor)
    this.#descriptor = null
    rmSync(this.path + UNFINISHED, { force: true })
  }

  #flush(): void {
    const descriptor = this.#descriptor
    if (descriptor !== null) this.#explain(() => writeFileSync(descriptor, this.#buffer))
    this.#buffer = ''
  }

  #checkFree(): void {
    if (lstatSync(this.path, { throwIfNoEntry: false })) throw new ImportError({ file: this.path }, FILE_EXISTS)
  }

  #explain<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException
      throw new ImportError({ file: this.path }, `the file cannot be written: ${REASONS[code] ?? message}`, {
        cause: error,
      })
    }
  }
}
