import type { FamilySummary } from '../catalog/search/families.ts'
import type { MissingMode } from '../../shared/site.ts'
import type { ListKind } from '../catalog/store/catalog-lists.ts'
import type { RecognisedAttribute, UnfilteredAttribute } from '../catalog/search/listing.ts'
import type { TableHead } from './files/csv-file.ts'
import type { SiteBasics } from './site-basics.ts'
import type { ImportPlace } from './import-error.ts'
import { Counter, NoticeCounter } from './notice-counter.ts'
import type { RejectedRows } from './rejected-rows.ts'

export interface ImportNotice extends ImportPlace {
  readonly value: string | null
  readonly reason: string
}

/** A position, and the value there. */
export type NoticePlace = Omit<ImportNotice, 'reason'>

export type FieldPlace = NoticePlace & { readonly line: number }

/** Builds a notice about a file as a whole. */
export function noticeOfFile(file: string, reason: string): ImportNotice {
  return { file, line: null, column: null, value: null, reason }
}

/** Builds a notice about a column of a table as a whole. */
export function noticeOfColumn(table: TableHead, column: string, reason: string): ImportNotice {
  return { file: table.name, line: table.headerLine, column, value: null, reason }
}

/** A list of which all entries are counted, and the first 1,000 stored. */
export interface CountedList<Entry> {
  readonly count: number
  readonly entries: readonly Entry[]
}

/** Notices about the same column whose reasons differ only in numbers and quoted names. */
export interface NoticeKind extends CountedList<ImportNotice> {
  readonly reason: string
}

export interface NoticeList extends CountedList<ImportNotice> {
  readonly kinds: readonly NoticeKind[]
}

export interface EntityCounts {
  readonly created: number
  readonly changed: number
  readonly unchanged: number
}

/** The rows of a table such as `redirects.csv`. */
interface TableRows {
  readonly count: number
  readonly isChanged: boolean
}

export interface ProductChange {
  readonly slug: string
  readonly line: number
  readonly fields: readonly string[]
}

export interface ImportNotes {
  /** Whether only the texts of the file are imported. */
  readonly onlyTexts?: boolean
  /**
   * Adds a warning; the row is imported nevertheless.
   * @param isOfText whether it is about a text that may be translated
   */
  warn(notice: ImportNotice, isOfText?: boolean): void
  /**
   * Adds an error that rejects a row.
   * @param rowNumber number of the row or item in the products file
   */
  reject(notice: ImportNotice, rowNumber?: number): void
  /** Records all rows of a product with a rejected row. */
  recordRejectedProduct(rowNumbers: readonly number[]): void
  adapt(adaptation: Adaptation, place: NoticePlace): void
}

/** Functions that receive all notices, of which the report stores only some. */
export interface NoticeRecorders {
  /** By default, the report names a file by its path. */
  readonly nameFile?: ((path: string) => string) | undefined
  /** @param kind such as `error` or `warning`, for the file of `--report` */
  readonly onNotice?: ((kind: string, notice: ImportNotice) => void) | undefined
  readonly rejectedRows?: RejectedRows | undefined
}

/** What an import did and found. */
export type ImportReport = {
  readonly [
    Key in keyof ReportBuilder as ReportBuilder[Key] extends (...args: never[]) => unknown ? never : Key
  ]: ReportBuilder[Key]
}

export class ReportBuilder implements ImportNotes {
  readonly source: string
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
  /** Basics taken from the products' file. */
  foundBasics: SiteBasics = {}
  hasPictureFolder = false
  keepsRemotePictures = false
  siteFields: readonly string[] = []
  readonly lists: Partial<Record<ListKind, TableRows>> = {}
  /** Families of products; null without products. */
  families: FamilySummary | null = null
  /** Products whose amounts were kept in a new currency. */
  keptAmounts = 0
  demoProductsRemoved: number | null = null
  unfinished: readonly string[] = []
  /** Products that the import has in the first language, without hidden ones. */
  shownProducts = 0
  readonly products = { created: 0, changed: 0, unchanged: 0, skipped: 0 }
  readonly categories = { created: 0, changed: 0, unchanged: 0 }
  readonly createdProducts = new Counter<ProductChange>()
  readonly changedProducts = new Counter<ProductChange>()
  readonly unmatchedSynonyms = this.#count('unused synonym')
  /** Numeric attributes of the products after the import. */
  readonly numericAttributes = new Counter<RecognisedAttribute>()
  readonly unfilteredAttributes = new Counter<UnfilteredAttribute>()
  /** Slugs of products with a rejected row. */
  readonly keptProducts = new Counter<string>((slug) => this.#notify('kept product', slug, KEPT))
  /** Slugs of published products that the file lacks; empty without `--prune`. */
  readonly prunedProducts = new Counter<string>((slug) =>
    this.#notify('missing product', slug, PRUNED[this.pruneMode].reason),
  )
  pruneMode: MissingMode = 'unpublish'
  readonly pictures = {
    stored: 0,
    known: 0,
    /** Pictures that an import would fetch; only a dry run counts them. */
    remote: this.#count('remote picture'),
    missing: this.#count('missing picture'),
  }
  readonly documents = {
    stored: 0,
    known: 0,
    remote: this.#count('remote document'),
    missing: this.#count('missing document'),
  }
  readonly adaptations = {
    link: this.#count('adapted'),
    picture: this.#count('adapted'),
    element: this.#count('adapted'),
    shortcode: this.#count('adapted'),
    barcode: this.#count('adapted'),
    reduction: this.#count('adapted'),
  }
  readonly warnings = this.#count('warning')
  readonly rejected = this.#count('error')
  /** Number of rejected rows, which may have several errors each. */
  rejectedRows = 0
  /** Numbers of the rejected rows by file. */
  readonly #rejectedRows = new Map<string, Set<number>>()
  readonly #recorders: NoticeRecorders

  constructor(source: string, recorders: NoticeRecorders = {}) {
    this.source = recorders.nameFile?.(source) ?? source
    this.#recorders = recorders
  }

  #count(kind: string): NoticeCounter {
    return new NoticeCounter(
      (notice) => this.#recorders.onNotice?.(kind, notice),
      (path) => this.#recorders.nameFile?.(path) ?? path,
    )
  }

  /** Adds a notice about a stored product that the file does not change. */
  #notify(kind: string, slug: string, reason: string): void {
    this.#recorders.onNotice?.(kind, { ...noticeOfFile(this.source, reason), product: slug })
  }

  warn(notice: ImportNotice): void {
    this.warnings.add(notice)
  }

  reject(notice: ImportNotice, rowNumber?: number): void {
    this.rejected.add(notice)
    this.#countRow(notice)
    if (rowNumber !== undefined) this.#recorders.rejectedRows?.addReason(rowNumber, notice)
  }

  #countRow({ file, row, line }: ImportNotice): void {
    const rows = this.#rejectedRows.get(file) ?? new Set()
    this.#rejectedRows.set(file, rows)
    const number = row ?? line
    if (number !== null && rows.has(number)) return
    if (number !== null) rows.add(number)
    this.rejectedRows += 1
  }

  recordRejectedProduct(rowNumbers: readonly number[]): void {
    this.#recorders.rejectedRows?.addProduct(rowNumbers)
  }

  adapt(adaptation: Adaptation, place: NoticePlace): void {
    this.adaptations[adaptation].add({ ...place, reason: ADAPTATIONS[adaptation].reason })
  }

  countProduct(result: keyof EntityCounts, change: ProductChange): void {
    this.products[result] += 1
    if (result === 'created') this.createdProducts.add(change)
    if (result === 'changed') this.changedProducts.add(change)
  }
}

const KEPT = 'the stored product was left unchanged, because one of its rows was rejected'

/** What became of products that the file no longer has: title of their list, words after their number, and reason. */
export const PRUNED: Readonly<Record<MissingMode, Readonly<Record<'title' | 'words' | 'reason', string>>>> = {
  unpublish: {
    title: 'Products unpublished because the file no longer has them',
    words: 'unpublished',
    reason: 'the file no longer has this product; it was unpublished',
  },
  discontinue: {
    title: 'Products discontinued because the file no longer has them',
    words: 'discontinued',
    reason: 'the file no longer has this product; it was discontinued',
  },
  keep: {
    title: 'Products that the file no longer has, left unchanged',
    words: 'missing from the file and left unchanged',
    reason: 'the file no longer has this product; it was left unchanged',
  },
}

/** Changes to content that pages cannot show as it is. */
export const ADAPTATIONS = {
  link: {
    title: 'Videos and frames replaced with links',
    reason: 'the video or frame was replaced with a link',
    one: 'video or frame shown as a link',
    many: 'videos or frames shown as links',
  },
  picture: {
    title: 'Pictures removed from texts, because their address cannot be used',
    reason: 'the picture was removed',
    one: 'picture removed from texts',
    many: 'pictures removed from texts',
  },
  element: {
    title: 'Elements removed from texts, because a page cannot show them',
    reason: 'the element was removed',
    one: 'element removed from texts',
    many: 'elements removed from texts',
  },
  shortcode: {
    title: 'Shortcodes removed from texts',
    reason: 'the shortcode was removed',
    one: 'shortcode removed from texts',
    many: 'shortcodes removed from texts',
  },
  barcode: {
    title: 'Barcodes whose leading zeros were restored',
    reason: 'has lost its leading zeros in a spreadsheet; they were restored',
    one: 'barcode with leading zeros restored',
    many: 'barcodes with leading zeros restored',
  },
  reduction: {
    title: 'Former and sale prices left out, because they do not make the price lower',
    reason: 'is not shown, because a former price has to be above the price, and a sale price below it',
    one: 'former or sale price left out',
    many: 'former or sale prices left out',
  },
} as const

export type Adaptation = keyof typeof ADAPTATIONS

export type ReportAdaptation = (adaptation: Adaptation, value: string) => void
