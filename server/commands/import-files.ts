import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { IMAGES_FOLDER } from '../import/content-folder.ts'
import { PRODUCT_FORMATS } from '../import/formats/product-formats.ts'
import { ImportError } from '../import/import-error.ts'
import type { ImportReport, NoticeRecorders } from '../import/import-report.ts'
import { RejectedRows } from '../import/rejected-rows.ts'
import { ReportFile } from '../import/report-file.ts'
import type { CatalogCall } from './catalog-call.ts'
import { count } from '../import/format-counts.ts'
import { writeImportCommand } from './proposed-command.ts'

/** The files of `--report` and `--rejected`. */
export class ImportFiles implements Disposable {
  readonly #report: ReportFile | null
  readonly #rejectedRows: RejectedRows | null

  /** @throws ImportError if a file exists already or cannot be created */
  constructor({ report, rejected }: CatalogCall['values']) {
    this.#report = report === undefined ? null : new ReportFile(report)
    this.#rejectedRows = rejected === undefined ? null : new RejectedRows(rejected)
  }

  /** Options of the import. */
  get recorders(): NoticeRecorders {
    const report = this.#report
    return {
      onNotice: report ? (kind, notice) => report.add(kind, notice) : undefined,
      rejectedRows: this.#rejectedRows ?? undefined,
    }
  }

  /** Adds the error of an impossible import to the report, which is written nevertheless. @returns a line about it */
  recordFailure(error: unknown): string | null {
    if (!this.#report || !(error instanceof ImportError)) return null
    this.#report.add('failure', { ...error.place, value: null, reason: error.reason })
    this.#report.finish()
    return this.#report.fault?.message ?? describeReport(this.#report)
  }

  /** @returns what was written, and what could not be */
  finish(
    report: ImportReport,
    call: CatalogCall,
  ): { readonly lines: readonly string[]; readonly faults: readonly string[] } {
    const lines: string[] = []
    const faults: string[] = []
    const outcome = report.applied && !report.dryRun ? 'The import itself is complete.' : 'Nothing was changed.'
    const add = (fault: ImportError | null, line: () => string) =>
      fault ? faults.push(`${fault.message}. ${outcome}`) : lines.push(line())
    const [own, rejected] = [this.#report, this.#rejectedRows]
    own?.finish()
    if (own) add(own.fault, () => describeReport(own))
    if (rejected) add(rejected.fault, () => describeRejected(rejected, report, call))
    return { lines, faults }
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
