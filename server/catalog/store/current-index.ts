import { ListingIndex, StaleIndexError, type IndexSource } from '../search/index.ts'
import type { Snapshot } from './snapshot.ts'

/** Imports are seconds apart and a listing takes milliseconds, so more attempts would not help. */
const ATTEMPTS_MAX = 10

export interface IndexOrigin {
  readonly readSnapshot: () => Snapshot | Promise<Snapshot>
  /** Makes the next call of `readSnapshot` read from the database. */
  readonly forgetSnapshot: () => void
  readonly openSource: (snapshot: Pick<Snapshot, 'generation' | 'language'>) => IndexSource
}

export class CurrentIndex {
  readonly #origin: IndexOrigin
  #index: { readonly generation: number; readonly opened: Promise<ListingIndex> } | undefined

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
      try {
        return await read(await this.#open(snapshot), snapshot)
      } catch (error) {
        if (!(error instanceof StaleIndexError) || attempt === ATTEMPTS_MAX) throw error
        this.#origin.forgetSnapshot()
      }
    }
  }

  #open(snapshot: Snapshot): Promise<ListingIndex> {
    const { generation } = snapshot
    if (this.#index?.generation !== generation) {
      const opened = ListingIndex.open(this.#origin.openSource(snapshot))
      this.#index = { generation, opened }
      opened.catch(() => {
        if (this.#index?.opened === opened) this.#index = undefined
      })
    }
    return this.#index.opened
  }
}
