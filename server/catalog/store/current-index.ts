import { type IndexSource, StaleIndexError } from '../search/index-storage.ts'
import { ListingIndex } from '../search/listing-index.ts'
import type { Snapshot } from './snapshot.ts'
import { VersionedValue } from './versioned-value.ts'

/** Imports are seconds apart and a listing takes milliseconds, so more attempts would not help. */
const ATTEMPTS_MAX = 10

interface IndexOrigin {
  readonly readSnapshot: () => Snapshot | Promise<Snapshot>
  /** Makes the next call of `readSnapshot` read from the database. */
  readonly forgetSnapshot: () => void
  readonly openSource: (snapshot: Pick<Snapshot, 'generation' | 'language'>) => IndexSource
}

export class CurrentIndex {
  readonly #origin: IndexOrigin
  readonly #index = new VersionedValue<ListingIndex>()

  constructor(origin: IndexOrigin) {
    this.#origin = origin
  }

  /**
   * Runs a query on the current index, and repeats it if an import has replaced the index meanwhile.
   * @param read throws StaleIndexError if it finds data of another revision than that of the snapshot
   * @throws StaleIndexError if the catalogue changed during each of 10 attempts
   */
  async read<Result>(read: (index: ListingIndex, snapshot: Snapshot) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      const snapshot = await this.#origin.readSnapshot()
      const open = () => ListingIndex.open(this.#origin.openSource(snapshot))
      try {
        return await read(await this.#index.get(snapshot.generation, open), snapshot)
      } catch (error) {
        if (!(error instanceof StaleIndexError) || attempt === ATTEMPTS_MAX) throw error
        this.#origin.forgetSnapshot()
      }
    }
  }
}
