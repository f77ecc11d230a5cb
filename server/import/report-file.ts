import { BYTE_ORDER_MARK, writeCsvRows } from '../../shared/csv-rows.ts'
import { NewFile } from './files/new-file.ts'
import { formatReason, needsSubject } from './format-report.ts'
import { ImportError } from './import-error.ts'
import type { ImportNotice } from './import-report.ts'

const HEADER = ['Kind', 'File', 'Line', 'Row', 'Column', 'Product', 'Value', 'Message']

/**
 * The file of `--report`: a CSV row for each notice, written while the import runs, because the notices may not fit
 * into memory.
 */
export class ReportFile implements Disposable {
  readonly #file: NewFile
  /** Number of notices. */
  count = 0
  /** The error that prevented the file from being written; the import goes on. */
  fault: ImportError | null = null

  /** @throws ImportError if the file exists already or cannot be created */
  constructor(path: string) {
    this.#file = new NewFile(path)
    this.#file.write(BYTE_ORDER_MARK)
    this.#writeRow(HEADER)
  }

  get path(): string {
    return this.#file.path
  }

  add(kind: string, notice: ImportNotice): void {
    const { file, line, row, column, product, value } = notice
    const message = value !== null && needsSubject(notice.reason) ? formatReason(notice) : notice.reason
    this.count += 1
    this.#try(() => this.#writeRow([kind, file, line, row, column, product, value, message]))
  }

  finish(): void {
    this.#try(() => this.#file.finish())
  }

  [Symbol.dispose](): void {
    this.#file[Symbol.dispose]()
  }

  #try(work: () => void): void {
    if (this.fault) return
    try {
      work()
    } catch (error) {
      if (!(error instanceof ImportError)) throw error
      this.fault = error
    }
  }

  #writeRow(cells: readonly (string | number | null | undefined)[]): void {
    this.#file.write(writeCsvRows([cells.map((cell) => String(cell ?? ''))], '\r\n'))
  }
}
