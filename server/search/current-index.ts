import type { Snapshot } from '../store/snapshot.ts'
import { StaleIndexError, type IndexSource } from './index-storage.ts'
import { ListingIndex } from './listing-index.ts'

/** Imports follow each other by seconds, and a listing is read in milliseconds. */
const TRIES_MAX = 10

interface IndexOrigin {
  readonly readSnapshot: () => Snapshot | Promise<Snapshot>
  /** The next snapshot is to be read anew. */
  readonly forgetSnapshot: () => void
  readonly openSource: (generation: number) => IndexSource
}

/** The index of the present catalogue; each generation of it is opened once. */
export class CurrentIndex {
  readonly #origin: IndexOrigin
  #index: { readonly generation: number; readonly opened: Promise<ListingIndex> } | undefined

  constructor(origin: IndexOrigin) {
    this.#origin = origin
  }

  /**
   * Reads the index and what belongs to it, and once more each time the catalogue changed meanwhile.
   * @param read throws StaleIndexError where what it finds is not of the snapshot
   * @throws StaleIndexError where the catalogue does not stop changing
   */
  async read<Result>(read: (index: ListingIndex, snapshot: Snapshot) => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries++) {
      const snapshot = await this.#origin.readSnapshot()
      try {
        return await read(await this.#open(snapshot), snapshot)
      } catch (error) {
        if (!(error instanceof StaleIndexError) || tries === TRIES_MAX) throw error
        this.#origin.forgetSnapshot()
      }
    }
  }

  #open({ generation }: Snapshot): Promise<ListingIndex> {
    if (this.#index?.generation !== generation) {
      const opened = ListingIndex.open(this.#origin.openSource(generation))
      this.#index = { generation, opened }
      opened.catch(() => {
        if (this.#index?.opened === opened) this.#index = undefined
      })
    }
    return this.#index.opened
  }
}
