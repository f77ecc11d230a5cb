import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { IMAGES_FOLDER } from '../import/content-folder.ts'
import { count } from '../import/format-report.ts'
import { PRODUCT_FORMATS } from '../import/formats/product-formats.ts'
import { ImportError } from '../import/import-error.ts'
import type { ImportReport } from '../import/import-report.ts'
import { RejectedRows } from '../import/rejected-rows.ts'
import { ReportFile } from '../import/report-file.ts'
import type { ImportOptions } from '../import/run-import.ts'
import { type CatalogCall, writeImportCommand } from './catalog-call.ts'

/** The files of `--report` and `--rejected`. */
export class ImportFiles implements Disposable {
  readonly #report: ReportFile | undefined
  readonly #rejectedRows: RejectedRows | undefined

  /** @throws ImportError if a file exists already or cannot be created */
  constructor({ report, rejected }: CatalogCall['values']) {
    this.#report = report === undefined ? undefined : new ReportFile(report)
    this.#rejectedRows = rejected === undefined ? undefined : new RejectedRows(rejected)
  }

  /** Options of the import. */
  get recorders(): Pick<ImportOptions, 'onNotice' | 'rejectedRows'> {
    return { onNotice: (kind, notice) => this.#report?.add(kind, notice), rejectedRows: this.#rejectedRows }
  }

  /** Adds the error of an impossible import to the report, which is written nevertheless. @returns a line about it */
  recordFailure(error: unknown): string | null {
    if (!this.#report || !(error instanceof ImportError)) return null
    this.#report.add('failure', { ...error.place, value: null, reason: error.reason })
    this.#report.finish()
    return this.#report.fault?.message ?? describeReport(this.#report)
  }

  /** @returns what was written, and what could not be */
  finish(report: ImportReport, call: CatalogCall): { readonly lines: string[]; readonly faults: string[] } {
    this.#report?.finish()
    const written = [
      this.#report && { file: this.#report, line: describeReport(this.#report) },
      this.#rejectedRows && { file: this.#rejectedRows, line: describeRejected(this.#rejectedRows, report, call) },
    ].filter((each) => each !== undefined)
    const outcome = report.applied && !report.dryRun ? 'The import itself is complete.' : 'Nothing was changed.'
    return {
      lines: written.flatMap(({ file, line }) => (file.fault ? [] : [line])),
      faults: written.flatMap(({ file: { fault } }) => (fault ? [`${fault.message}. ${outcome}`] : [])),
    }
  }

  [Symbol.dispose](): void {
    this.#report?.[Symbol.dispose]()
    this.#rejectedRows?.[Symbol.dispose]()
  }
}

function describeReport({ path, count: notices }: ReportFile): string {
  return `Report: ${path}, ${count(notices, 'notice')}`
}

function describeRejected(
  { path, count: rows }: RejectedRows,
  { applied, dryRun, format, usedMapping }: ImportReport,
  { args: [source = ''], values }: CatalogCall,
): string {
  if (rows === 0) return `${path} was not written, because no row of a product was rejected.`
  const written = `Rejected rows: ${path}, ${count(rows, 'row')} with all rows of their products.`
  if (!applied || dryRun) return written
  const ownImages = join(source, IMAGES_FOLDER)
  const mended = {
    images: values.images ?? (existsSync(ownImages) ? ownImages : undefined),
    format: PRODUCT_FORMATS.find(({ name }) => name === format)?.id,
    language: values.language,
    // The file begins with its column names and is UTF-8, whatever the mapping says of the table.
    ...(usedMapping !== null && { mapping: usedMapping, 'header-row': '1', encoding: 'utf-8' }),
  }
  return `${written} Once they are mended: ${writeImportCommand(path, mended)}`
}
