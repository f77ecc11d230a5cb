import type { ImportPlace } from './import-error.ts'

export interface ImportNotice extends ImportPlace {
  readonly value: string | null
  readonly reason: string
}

/** Counts all entries and stores the first 1,000, so that a file with a million errors does not fill the memory. */
export interface CountedList<Entry> {
  readonly count: number
  readonly entries: readonly Entry[]
}

export interface EntityCounts {
  readonly created: number
  readonly changed: number
  readonly unchanged: number
}

export interface ProductChange {
  readonly slug: string
  readonly line: number
  /** Names of the changed fields; empty for a new product. */
  readonly fields: readonly string[]
}

export interface ImportReport {
  readonly source: string
  /** Name of the file format of the products; null if the import had no products. */
  readonly format: string | null
  readonly dryRun: boolean
  /** False if nothing was written because a row was rejected in strict mode. */
  readonly applied: boolean
  readonly rows: number
  readonly products: EntityCounts & {
    /** New products that were left out; the reason is among the rejected rows or warnings. */
    readonly skipped: number
  }
  readonly createdProducts: CountedList<ProductChange>
  readonly changedProducts: CountedList<ProductChange>
  /** Slugs of stored products that are unchanged because one of their rows was rejected. */
  readonly keptProducts: CountedList<string>
  readonly prunedProducts: CountedList<string>
  readonly categories: EntityCounts
  readonly siteFields: readonly string[]
  readonly keptAmounts: number
  readonly pictures: {
    readonly stored: number
    readonly known: number
    readonly remote: CountedList<ImportNotice>
    readonly missing: CountedList<ImportNotice>
  }
  readonly adaptations: Readonly<Record<Adaptation, CountedList<ImportNotice>>>
  readonly warnings: CountedList<ImportNotice>
  readonly rejected: CountedList<ImportNotice>
  readonly demoProductsRemoved: number | null
  readonly unfinished: readonly string[]
}

/** Receives the problems that an import finds. */
export interface ImportNotes {
  /** Reports that something was left out or corrected; the row is imported. */
  warn(notice: ImportNotice): void
  reject(notice: ImportNotice): void
  adapt(adaptation: Adaptation, place: Omit<ImportNotice, 'reason'>): void
}

const MAX_ENTRIES = 1_000

class Counter<Entry> implements CountedList<Entry> {
  count = 0
  readonly entries: Entry[] = []

  add(entry: Entry): void {
    this.count += 1
    if (this.entries.length < MAX_ENTRIES) this.entries.push(entry)
  }
}

function mapAdaptations<Value>(map: () => Value): Record<Adaptation, Value> {
  return Object.fromEntries(Object.keys(ADAPTATIONS).map((adaptation) => [adaptation, map()])) as Record<
    Adaptation,
    Value
  >
}

export type EntityResult = 'created' | 'changed' | 'unchanged'

export class ReportBuilder implements ImportNotes {
  format: string | null = null
  rows = 0
  siteFields: readonly string[] = []
  keptAmounts = 0
  demoProductsRemoved: number | null = null
  unfinished: readonly string[] = []
  readonly source: string
  readonly #products = { created: 0, changed: 0, unchanged: 0, skipped: 0 }
  readonly #categories = { created: 0, changed: 0, unchanged: 0 }
  readonly #pictures = { stored: 0, known: 0 }
  readonly #createdProducts = new Counter<ProductChange>()
  readonly #changedProducts = new Counter<ProductChange>()
  readonly #keptProducts = new Counter<string>()
  readonly #prunedProducts = new Counter<string>()
  readonly #remotePictures = new Counter<ImportNotice>()
  readonly #missingPictures = new Counter<ImportNotice>()
  readonly #adaptations = mapAdaptations(() => new Counter<ImportNotice>())
  readonly #warnings = new Counter<ImportNotice>()
  readonly #rejected = new Counter<ImportNotice>()

  constructor(source: string) {
    this.source = source
  }

  get hasRejections(): boolean {
    return this.#rejected.count > 0
  }

  get importedProductCount(): number {
    const { created, changed, unchanged } = this.#products
    return created + changed + unchanged + this.#keptProducts.count
  }

  /** Origins of the first 1,000 remote pictures. */
  get remoteOrigins(): readonly string[] {
    return [...new Set(this.#remotePictures.entries.map(({ value }) => new URL(value!).origin))]
  }

  get firstRejection(): ImportNotice | undefined {
    return this.#rejected.entries[0]
  }

  warn(notice: ImportNotice): void {
    this.#warnings.add(notice)
  }

  reject(notice: ImportNotice): void {
    this.#rejected.add(notice)
  }

  adapt(adaptation: Adaptation, place: Omit<ImportNotice, 'reason'>): void {
    this.#adaptations[adaptation].add({ ...place, reason: ADAPTATIONS[adaptation].reason })
  }

  countProduct(result: EntityResult, change: ProductChange): void {
    this.#products[result] += 1
    if (result === 'created') this.#createdProducts.add(change)
    if (result === 'changed') this.#changedProducts.add(change)
  }

  skipProduct(): void {
    this.#products.skipped += 1
  }

  keepProduct(slug: string): void {
    this.#keptProducts.add(slug)
  }

  pruneProduct(slug: string): void {
    this.#prunedProducts.add(slug)
  }

  countCategory(result: EntityResult): void {
    this.#categories[result] += 1
  }

  countPicture(result: 'stored' | 'known'): void {
    this.#pictures[result] += 1
  }

  remotePicture(notice: ImportNotice): void {
    this.#remotePictures.add(notice)
  }

  missingPicture(notice: ImportNotice): void {
    this.#missingPictures.add(notice)
  }

  build({ dryRun, applied }: { dryRun: boolean; applied: boolean }): ImportReport {
    return {
      source: this.source,
      format: this.format,
      dryRun,
      applied,
      rows: this.rows,
      products: { ...this.#products },
      createdProducts: this.#createdProducts,
      changedProducts: this.#changedProducts,
      keptProducts: this.#keptProducts,
      prunedProducts: this.#prunedProducts,
      categories: { ...this.#categories },
      siteFields: this.siteFields,
      keptAmounts: this.keptAmounts,
      pictures: { ...this.#pictures, remote: this.#remotePictures, missing: this.#missingPictures },
      adaptations: this.#adaptations,
      warnings: this.#warnings,
      rejected: this.#rejected,
      demoProductsRemoved: this.demoProductsRemoved,
      unfinished: this.unfinished,
    }
  }
}

/** Valid content that an import shows differently or leaves out. */
export const ADAPTATIONS = {
  link: {
    title: 'Videos and frames that became links',
    reason: 'it became a link',
    describe: (count: number) => `${count} ${count === 1 ? 'video or frame' : 'videos or frames'} shown as links`,
  },
  picture: {
    title: 'Pictures removed from texts, because their address cannot be used',
    reason: 'the picture was removed',
    describe: (count: number) => `${count} ${count === 1 ? 'picture' : 'pictures'} removed from texts`,
  },
  element: {
    title: 'Elements removed from texts, because a page cannot show them',
    reason: 'the element was removed',
    describe: (count: number) => `${count} ${count === 1 ? 'element' : 'elements'} removed from texts`,
  },
  shortcode: {
    title: 'Shortcodes removed from texts',
    reason: 'the shortcode was removed',
    describe: (count: number) => `${count} ${count === 1 ? 'shortcode' : 'shortcodes'} removed from texts`,
  },
  barcode: {
    title: 'Barcodes whose leading zeros were restored',
    reason: 'has lost its leading zeros in a spreadsheet; they were restored',
    describe: (count: number) => `${count} ${count === 1 ? 'barcode' : 'barcodes'} with leading zeros restored`,
  },
  category: {
    title: 'Products with further categories (the deepest one is used, the others are kept as tags)',
    reason: 'the product is not listed in these categories',
    describe: (count: number) => `${count} ${count === 1 ? 'product' : 'products'} with further categories`,
  },
} as const

export type Adaptation = keyof typeof ADAPTATIONS

export type ReportAdaptation = (adaptation: Adaptation, value: string) => void
