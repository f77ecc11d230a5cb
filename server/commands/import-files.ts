import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PRODUCT_FORMATS } from '../import/formats/product-formats.ts'
import { IMAGES_FOLDER } from '../import/content-folder.ts'
import { ImportError } from '../import/import-error.ts'
import type { ImportReport, NoticeRecorders } from '../import/import-report.ts'
import { RejectedRows } from '../import/rejected-rows.ts'
import { ReportFile } from '../import/report-file.ts'
import type { CatalogArguments } from './catalog-arguments.ts'

interface Result {
  readonly line: string
  readonly isFault: boolean
}

type ImportArguments = CatalogArguments & { command: 'import' }

/** The files of `--report` and `--rejected`. */
export class ImportFiles implements Disposable {
  readonly #args: ImportArguments
  readonly #report: ReportFile | null
  readonly #rejectedRows: RejectedRows | null

  /** @throws ImportError if a file exists already or cannot be created */
  constructor(args: ImportArguments) {
    this.#args = args
    this.#report = args.reportPath === undefined ? null : new ReportFile(args.reportPath)
    this.#rejectedRows = args.rejectedPath === undefined ? null : new RejectedRows(args.rejectedPath)
  }

  /** Options of the import. */
  get recorders(): NoticeRecorders {
    const report = this.#report
    return {
      onNotice: report ? (kind, notice) => report.add(kind, notice) : undefined,
      rejectedRows: this.#rejectedRows ?? undefined,
    }
  }

  /**
   * Adds the error of an impossible import to the report, which is written nevertheless.
   * @param tell receives a line about the report
   */
  async recordFailure<Result>(importing: Promise<Result>, tell: (line: string) => void): Promise<Result> {
    try {
      return await importing
    } catch (error) {
      if (this.#report && error instanceof ImportError) {
        this.#report.add('failure', { ...error.place, value: null, reason: error.reason })
        tell(this.#finishReport(this.#report).line)
      }
      throw error
    }
  }

  /** @returns what was written, and what could not be */
  finish(report: ImportReport): { readonly lines: readonly string[]; readonly faults: readonly string[] } {
    const results = [
      this.#report && this.#finishReport(this.#report),
      this.#rejectedRows && this.#describeRejected(this.#rejectedRows, report),
    ].filter((result) => result !== null)
    const outcome = report.applied && !report.dryRun ? 'The import itself is complete.' : 'Nothing was changed.'
    return {
      lines: results.filter(({ isFault }) => !isFault).map(({ line }) => line),
      faults: results.filter(({ isFault }) => isFault).map(({ line }) => `${line}. ${outcome}`),
    }
  }

  [Symbol.dispose](): void {
    this.#report?.[Symbol.dispose]()
    this.#rejectedRows?.[Symbol.dispose]()
  }

  #finishReport(report: ReportFile): Result {
    try {
      report.finish()
      return { line: `Report: ${report.path}, ${count(report.count, 'notice')}`, isFault: false }
    } catch (error) {
      if (error instanceof ImportError) return { line: error.message, isFault: true }
      throw error
    }
  }

  #describeRejected({ path, count: rows, fault }: RejectedRows, report: ImportReport): Result {
    if (fault) return { line: fault.message, isFault: true }
    return {
      line:
        rows === 0
          ? `${path} was not written, because no row of a product was rejected.`
          : this.#describeRows(path, rows, report),
      isFault: false,
    }
  }

  #describeRows(path: string, rows: number, { applied, dryRun, format }: ImportReport): string {
    const written = `Rejected rows: ${path}, ${count(rows, 'row')} with all rows of their products.`
    if (!applied || dryRun) return written
    const ownImages = join(this.#args.path, IMAGES_FOLDER)
    const imagesDir = this.#args.imagesDir ?? (existsSync(ownImages) ? ownImages : undefined)
    const formatId = PRODUCT_FORMATS.find(({ name }) => name === format)?.id
    const options = { imagesDir, format: formatId, basics: { locale: this.#args.basics.locale } }
    return `${written} Once they are mended: ${buildImportCommand(options, path)}`
  }
}

export function buildImportCommand(
  options: { readonly [Name in keyof ImportArguments]?: ImportArguments[Name] | undefined },
  path: string,
  more: readonly string[] = [],
): string {
  const given = {
    '--images': options.imagesDir,
    '--format': options.format,
    '--mapping': options.mapping,
    '--sheet': options.sheet,
    '--header-row': options.headerRow,
    '--encoding': options.encoding,
    '--keep-remote-pictures': options.keepRemotePictures,
    '--strict': options.strict,
    '--prune': options.prune,
    '--force': options.force,
    '--currency': options.basics?.currency,
    '--language': options.basics?.locale,
    '--name': options.basics?.name,
    '--keep-amounts': options.keepAmounts,
    '--report': options.reportPath,
    '--rejected': options.rejectedPath,
  }
  const words = Object.entries(given).flatMap(([name, value]) => {
    if (value === undefined || value === false) return []
    return value === true ? [name] : [name, quoteForShell(String(value))]
  })
  return ['npm run catalog -- import', quoteForShell(path), ...words, ...more].join(' ')
}

function quoteForShell(word: string): string {
  return /^[\w./:@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

export function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}
