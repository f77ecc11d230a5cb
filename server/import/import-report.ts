import type { RecognisedAttribute, UnfilteredAttribute } from '../search/listing.ts'
import type { ImportPlace } from './import-error.ts'

export interface ImportNotice extends ImportPlace {
  readonly value: string | null
  readonly reason: string
}

/** The position in the file that a notice is about, and the value there. */
export type NoticePlace = Omit<ImportNotice, 'reason'>

export type FieldPlace = NoticePlace & { readonly line: number }

/** Counts all entries but stores only the first 1,000. */
export interface CountedList<Entry> {
  readonly count: number
  readonly entries: readonly Entry[]
}

/** Notices about the same column with the same reason, or with reasons that differ only in numbers and quoted names. */
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

export interface ProductChange {
  readonly slug: string
  readonly line: number
  readonly fields: readonly string[]
}

export interface ImportReport {
  readonly source: string
  readonly format: string | null
  readonly dryRun: boolean
  readonly applied: boolean
  readonly rows: number
  readonly products: EntityCounts & { readonly skipped: number }
  readonly createdProducts: CountedList<ProductChange>
  readonly changedProducts: CountedList<ProductChange>
  /** Slugs of products that were not updated, because a row was rejected. */
  readonly keptProducts: CountedList<string>
  readonly prunedProducts: CountedList<string>
  readonly categories: EntityCounts
  readonly siteFields: readonly string[]
  /** Rows of `synonyms.csv`; null if the import had no such file. */
  readonly synonyms: { readonly count: number; readonly isChanged: boolean } | null
  /** Rows of `attributes.csv`; null if the import had no such file. */
  readonly attributes: { readonly count: number; readonly isChanged: boolean } | null
  readonly unmatchedSynonyms: NoticeList
  /** Numeric attributes of the products stored after the import; in a dry run, of those stored before it. */
  readonly numericAttributes: CountedList<RecognisedAttribute>
  /** Attributes without a filter of the products stored after the import; in a dry run, of those stored before it. */
  readonly unfilteredAttributes: CountedList<UnfilteredAttribute>
  /** Number of products whose amounts were kept in a new currency. */
  readonly keptAmounts: number
  readonly pictures: {
    readonly stored: number
    readonly known: number
    readonly remote: NoticeList
    readonly missing: NoticeList
  }
  readonly adaptations: Readonly<Record<Adaptation, NoticeList>>
  readonly warnings: NoticeList
  readonly rejected: NoticeList
  readonly demoProductsRemoved: number | null
  readonly unfinished: readonly string[]
}

export interface ImportNotes {
  /** Reports a problem with a row that is imported nevertheless. */
  warn(notice: ImportNotice): void
  reject(notice: ImportNotice): void
  adapt(adaptation: Adaptation, place: NoticePlace): void
}

/** Limits the memory, because a file may have a million errors. */
const MAX_ENTRIES = 1_000

class Counter<Entry> implements CountedList<Entry> {
  count = 0
  readonly entries: Entry[] = []

  add(entry: Entry): void {
    this.count += 1
    if (this.entries.length < MAX_ENTRIES) this.entries.push(entry)
  }
}

/** Limits the memory if a file has notices of very many kinds. */
const KINDS_MAX = 200

/** Number of entries of each kind that are stored even if 1,000 notices were stored before. */
const ENTRIES_OF_KIND_MIN = 3

class NoticeCounter extends Counter<ImportNotice> implements NoticeList {
  readonly #kinds = new Map<string, { reason: string; count: number; entries: ImportNotice[] }>()
  #last = { reason: '', general: '' }

  override add(notice: ImportNotice): void {
    const general = this.#generalise(notice.reason)
    const key = `${notice.column}\n${general}`
    const isTooMany = this.#kinds.size >= KINDS_MAX && !this.#kinds.has(key)
    const kind = this.#kinds.get(isTooMany ? '' : key) ?? {
      reason: isTooMany ? 'other reasons' : notice.reason,
      count: 0,
      entries: [],
    }
    this.#kinds.set(isTooMany ? '' : key, kind)
    kind.count += 1
    if (!isTooMany && kind.reason !== notice.reason) kind.reason = general
    const isStored = this.count < MAX_ENTRIES || kind.entries.length < ENTRIES_OF_KIND_MIN
    // The texts of a notice may be substrings, which would keep a part of the file in memory.
    const entry = isStored ? structuredClone(notice) : notice
    super.add(entry)
    if (isStored) kind.entries.push(entry)
  }

  /** Replaces numbers and quoted names. The last result is cached, because most notices of a list have the same reason. */
  #generalise(reason: string): string {
    if (reason !== this.#last.reason)
      this.#last = { reason, general: reason.replace(/"[^"]*"(?:, "[^"]*")*|\d+/g, '…') }
    return this.#last.general
  }

  get kinds(): readonly NoticeKind[] {
    return [...this.#kinds.values()]
  }
}

export class ReportBuilder implements ImportReport, ImportNotes {
  readonly source: string
  format: string | null = null
  dryRun = false
  applied = true
  rows = 0
  siteFields: readonly string[] = []
  synonyms: ImportReport['synonyms'] = null
  attributes: ImportReport['attributes'] = null
  keptAmounts = 0
  demoProductsRemoved: number | null = null
  unfinished: readonly string[] = []
  readonly products = { created: 0, changed: 0, unchanged: 0, skipped: 0 }
  readonly categories = { created: 0, changed: 0, unchanged: 0 }
  readonly createdProducts = new Counter<ProductChange>()
  readonly changedProducts = new Counter<ProductChange>()
  readonly unmatchedSynonyms = new NoticeCounter()
  readonly numericAttributes = new Counter<RecognisedAttribute>()
  readonly unfilteredAttributes = new Counter<UnfilteredAttribute>()
  readonly keptProducts = new Counter<string>()
  readonly prunedProducts = new Counter<string>()
  readonly pictures = { stored: 0, known: 0, remote: new NoticeCounter(), missing: new NoticeCounter() }
  readonly adaptations = {
    link: new NoticeCounter(),
    picture: new NoticeCounter(),
    element: new NoticeCounter(),
    shortcode: new NoticeCounter(),
    barcode: new NoticeCounter(),
    reduction: new NoticeCounter(),
  }
  readonly warnings = new NoticeCounter()
  readonly rejected = new NoticeCounter()

  constructor(source: string) {
    this.source = source
  }

  warn(notice: ImportNotice): void {
    this.warnings.add(notice)
  }

  reject(notice: ImportNotice): void {
    this.rejected.add(notice)
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

/** The kinds of changes that an import makes to content that pages cannot show unchanged, with their texts. */
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
