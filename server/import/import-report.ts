import type { ImportPlace } from './import-error.ts'

export interface ImportNotice extends ImportPlace {
  /** What stands there, where it helps to see it. */
  readonly value: string | null
  readonly reason: string
}

/** A list that keeps its first entries and counts them all: a file of a million faults must not fill the memory. */
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
  /** Names of the fields that differ; empty for a new product. */
  readonly fields: readonly string[]
}

/** What an import did, or would do where `dryRun` is set. */
export interface ImportReport {
  readonly source: string
  /** Name of the products' format; null where the import brought no products. */
  readonly format: string | null
  readonly dryRun: boolean
  /** False where `strict` was asked for and something was rejected: then nothing was changed. */
  readonly applied: boolean
  /** Rows of products. */
  readonly rows: number
  readonly products: EntityCounts & {
    /** New ones that were left out, each for a reason that stands among the rejected or the warnings. */
    readonly skipped: number
  }
  readonly createdProducts: CountedList<ProductChange>
  readonly changedProducts: CountedList<ProductChange>
  /** Slugs of stored products that had a rejected row and therefore stay as they were. */
  readonly keptProducts: CountedList<string>
  /** Slugs of products that were unpublished, because the file no longer has them. */
  readonly prunedProducts: CountedList<string>
  readonly categories: EntityCounts
  /** Names of the site's fields that differ. */
  readonly siteFields: readonly string[]
  /** Products whose prices keep their amounts in a new currency. */
  readonly keptAmounts: number
  readonly pictures: {
    /** New in the store. */
    readonly stored: number
    /** In the store before. */
    readonly known: number
    readonly remote: CountedList<ImportNotice>
    readonly missing: CountedList<ImportNotice>
  }
  readonly adaptations: Readonly<Record<Adaptation, CountedList<ImportNotice>>>
  readonly warnings: CountedList<ImportNotice>
  readonly rejected: CountedList<ImportNotice>
  /** How many products of the demo made way; null where there was no demo. */
  readonly demoProductsRemoved: number | null
  /** What the owner has still to do before visitors come, a sentence for each. */
  readonly unfinished: readonly string[]
}

/** Where importers say what they met. */
export interface ImportNotes {
  /** Something was left out or corrected; its row is imported all the same. */
  warn(notice: ImportNotice): void
  /** A row cannot be used. */
  reject(notice: ImportNotice): void
  /** A part of a text or a product is shown otherwise, or not at all. */
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

/** Gathers a report while an import runs. */
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

  /** Origins of the first pictures that stay at their address. */
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

/** What an import shows otherwise than the file has it, or leaves out, although nothing of it is wrong. */
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
    title: 'Products with further categories (a product stands in the deepest one, the others are kept as tags)',
    reason: 'the product is not listed in these categories',
    describe: (count: number) => `${count} ${count === 1 ? 'product' : 'products'} with further categories`,
  },
} as const

export type Adaptation = keyof typeof ADAPTATIONS

/** Takes what became of a part of a text. */
export type ReportAdaptation = (adaptation: Adaptation, value: string) => void
