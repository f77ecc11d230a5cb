import type { CatalogReader } from './catalog-reader.ts'
import type { Snapshot } from './snapshot.ts'
import { CatalogPages } from './catalog-pages.ts'

/** Pages in a further language have their own index and share everything else. */
export class LanguagePages extends CatalogPages {
  readonly #main: CatalogPages
  readonly #key: string
  readonly dialect: CatalogPages['dialect']
  readonly reads: CatalogPages['reads']

  constructor(main: CatalogPages, key: string) {
    super()
    this.#main = main
    this.#key = key
    this.dialect = main.dialect
    this.reads = main.reads
  }

  get revision(): number {
    return this.#main.revision
  }

  get unavailableSince(): number | null {
    return this.#main.unavailableSince
  }

  get failure(): Error | null {
    return this.#main.failure
  }

  ping(): Promise<void> {
    return this.#main.ping()
  }

  read<Result>(work: (reader: CatalogReader) => Promise<Result>): Promise<Result> {
    return this.#main.read(work)
  }

  /** For a moment after the site has lost the language, its pages are those of the first language. */
  async readSnapshot(): Promise<Snapshot> {
    const snapshot = await this.#main.readSnapshot()
    return snapshot.inLanguage(this.#key) ?? snapshot
  }

  forgetSnapshot(): void {
    this.#main.forgetSnapshot()
  }
}
