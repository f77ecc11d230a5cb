import type { FamilySummary } from '../catalog/search/families.ts'
import type { RecognisedAttribute } from '../catalog/search/listing.ts'
import type { ListKind } from '../catalog/store/catalog-lists.ts'
import type { MissingMode } from '../../shared/site.ts'
import type { CsvFile } from './files/csv-file.ts'
import type { ImportPlace } from './import-error.ts'
import type { RejectedRows } from './rejected-rows.ts'

export interface ImportNotice extends ImportPlace {
  readonly value?: string | null | undefined
  readonly reason: string
}

/** A position, and the value there. */
export type NoticePlace = Omit<ImportNotice, 'reason'>

export type FieldPlace = NoticePlace & { readonly line: number }

/** Builds a notice about a column of a table as a whole. */
export function noticeOfColumn(
  { name: file, headerLine: line }: Pick<CsvFile, 'name' | 'headerLine'>,
  column: string,
  reason: string,
): ImportNotice {
  return { file, line, column, reason }
}

/** Writes for example `"-5" is negative` or `unknown column; it was ignored (value: "x")`. */
export function formatReason({ value = null, reason }: ImportNotice): string {
  if (value === null) return reason
  return needsSubject(reason) ? `"${value}" ${reason}` : `${reason} (value: "${value}")`
}

/** Returns whether a reason continues its value, as `is negative` does. */
export function needsSubject(reason: string): boolean {
  return /^(?:is|has|can) /.test(reason)
}

/** Limit for the stored entries of each list and kind. A file may have a million errors, which are only counted. */
const ENTRIES_MAX = 10_000

/** Most kinds that are counted, which bounds the memory. */
const KINDS_MAX = 200

/** Counts all entries, and stores the first ones. */
export class Counter<Entry> {
  count = 0
  readonly entries: Entry[] = []

  add(entry: Entry): void {
    this.count += 1
    // Texts may be substrings, which would keep a part of the file in memory.
    if (this.count <= ENTRIES_MAX) this.entries.push(structuredClone(entry))
  }
}

/** Notices about the same column whose reasons differ only in numbers and quoted names. */
export class NoticeKind extends Counter<ImportNotice> {
  reason = ''
}

/** Counts and stores notices also by kind. */
export class NoticeCounter extends Counter<ImportNotice> {
  readonly #kinds = new Map<string, NoticeKind>()

  override add(notice: ImportNotice): void {
    const general = notice.reason.replace(/"[^"]*"(?:, "[^"]*")*|\d+/g, '…')
    const own = `${notice.column ?? null}\n${general}`
    const key = this.#kinds.size < KINDS_MAX || this.#kinds.has(own) ? own : ''
    const kind = this.#kinds.get(key) ?? new NoticeKind()
    this.#kinds.set(key, kind)
    const isFirst = kind.count === 0 || kind.reason === notice.reason
    kind.reason = key === '' ? 'other reasons' : isFirst ? notice.reason : general
    kind.add(notice)
    super.add(notice)
  }

  get kinds(): readonly NoticeKind[] {
    return [...this.#kinds.values()]
  }
}

/** Changes to content that pages cannot show as it is. */
const ADAPTATIONS = {
  link: 'the video or frame was replaced with a link',
  picture: 'the picture was removed, because its address cannot be used',
  element: 'the element was removed',
  shortcode: 'the shortcode was removed',
  barcode: 'has lost its leading zeros in a spreadsheet; they were restored',
  reduction: 'is not shown, because a former price has to be above the price, and a sale price below it',
} as const

export type Adaptation = keyof typeof ADAPTATIONS

export type ReportAdaptation = (adaptation: Adaptation, value: string) => void

export interface ProductChange {
  readonly slug: string
  readonly line: number
  readonly fields: readonly string[]
}

/** Receives what the reading of a file finds. */
export type ImportNotes = Pick<ReportBuilder, 'rejected' | 'warn' | 'reject' | 'recordRejectedProduct' | 'adapt'> & {
  /** Whether only the texts of the file are imported. */
  readonly onlyTexts?: boolean
}

export interface ReportOptions {
  /** Replaces the path of a file in a text by its name. By default, the path stays. */
  readonly nameFile?: ((path: string) => string) | undefined
  readonly rejectedRows?: RejectedRows | undefined
}

/** What became of published products that the file no longer has. */
export const PRUNED: Readonly<Record<MissingMode, string>> = {
  unpublish: 'unpublished',
  discontinue: 'discontinued',
  keep: 'left unchanged',
}

/** What an import did and found. */
export type ImportReport = Readonly<ReportBuilder>

export class ReportBuilder {
  readonly source: string
  readonly #options: ReportOptions
  format: string | null = null
  /** The sheet that was read, if the products were in a workbook. */
  sheet: { readonly name: string; readonly headerRow: number } | null = null
  /** The mapping that the import wrote beside a table. */
  mappingFile: string | null = null
  /** The mapping by which the products were read, which may also be that file. */
  usedMapping: string | null = null
  dryRun = false
  applied = true
  rows = 0
  /** What was assumed about the site, because neither its settings nor the file say it. */
  assumed: string | null = null
  /** Currency, language and name taken from the products' file. */
  foundBasics: Readonly<Record<string, string | undefined>> = {}
  keepsRemotePictures = false
  siteFields: readonly string[] = []
  /** What was stored of tables such as `redirects.csv`. */
  readonly lists: Partial<Record<ListKind, { readonly count: number; readonly isChanged: boolean }>> = {}
  /** Families of products; null without products. */
  families: FamilySummary | null = null
  demoProductsRemoved: number | null = null
  unfinished: readonly string[] = []
  readonly products = { created: 0, changed: 0, unchanged: 0, skipped: 0 }
  readonly categories = { created: 0, changed: 0, unchanged: 0 }
  readonly createdProducts = new Counter<ProductChange>()
  readonly changedProducts = new Counter<ProductChange>()
  /** Slugs of products with a rejected row. */
  readonly keptProducts = new Counter<string>()
  /** Slugs of published products that the file lacks; empty without `--prune`. */
  readonly prunedProducts = new Counter<string>()
  pruneMode: MissingMode = 'unpublish'
  /** Only a dry run counts remote pictures, because an import fetches them. */
  readonly pictures = { stored: 0, known: 0, missing: new NoticeCounter(), remote: new NoticeCounter() }
  readonly documents = { stored: 0, known: 0, missing: new NoticeCounter(), remote: new NoticeCounter() }
  readonly adapted = new NoticeCounter()
  readonly warnings = new NoticeCounter()
  readonly rejected = new NoticeCounter()
  /** Numeric attributes of the products after the import. */
  numericAttributes: readonly RecognisedAttribute[] = []
  unfilteredAttributes: readonly string[] = []
  /** Files and numbers of the rejected rows, which may have several errors each. */
  readonly rejectedRows = new Set<string>()

  constructor(source: string, options: ReportOptions = {}) {
    this.source = options.nameFile?.(source) ?? source
    this.#options = options
  }

  /** Replaces paths in a text by the names of their files. */
  nameFiles(text: string): string {
    return this.#options.nameFile?.(text) ?? text
  }

  /**
   * Adds a warning; the row is imported nevertheless.
   * @param _isOfText whether it is about a text that may be translated
   */
  warn(notice: ImportNotice, _isOfText?: boolean): void {
    this.warnings.add(notice)
  }

  /**
   * Adds an error that rejects a row.
   * @param rowNumber number of the row or item in the products file
   */
  reject(notice: ImportNotice, rowNumber?: number): void {
    this.rejected.add(notice)
    this.rejectedRows.add(`${notice.row ?? notice.line} ${notice.file}`)
    const column = notice.column ? `${notice.column}: ` : ''
    if (rowNumber !== undefined) this.#options.rejectedRows?.add(rowNumber, column + formatReason(notice))
  }

  /** Records all rows of a product with a rejected row. */
  recordRejectedProduct(rowNumbers: readonly number[]): void {
    for (const rowNumber of rowNumbers) this.#options.rejectedRows?.add(rowNumber, null)
  }

  adapt(adaptation: Adaptation, place: NoticePlace): void {
    this.adapted.add({ ...place, reason: ADAPTATIONS[adaptation] })
  }

  countProduct(result: keyof ReportBuilder['categories'], change: ProductChange): void {
    this.products[result] += 1
    if (result === 'created') this.createdProducts.add(change)
    if (result === 'changed') this.changedProducts.add(change)
  }
}
