import type { Product } from '../../../shared/catalog.ts'
import type { Family } from '../rules/find-families.ts'
import { describeFamilyCandidate } from '../rules/product-family.ts'
import {
  FAMILY_BLOBS,
  findFamilyOf,
  hashFamilyKey,
  ListingIndex,
  mayHaveFamily,
  StaleIndexError,
  type IndexSource,
} from '../search/index.ts'
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
  readonly #familyKeys = new VersionedValue<Uint32Array>()

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

  /** Reads the keys of families once for each generation, so that a product without a family needs no query. */
  async findFamily(product: Product): Promise<Family | null> {
    const snapshot = await this.#origin.readSnapshot()
    const source = this.#origin.openSource(snapshot)
    const keys = await this.#familyKeys.get(snapshot.generation, async () => {
      const bytes = await source.readBlob(FAMILY_BLOBS.keys)
      return new Uint32Array(bytes ? Uint8Array.from(bytes).buffer : [])
    })
    // If the catalogue has no families, which is usual, the product need not be described.
    const candidate = keys.length === 0 ? null : describeFamilyCandidate(product)
    if (!candidate) return null
    const key = hashFamilyKey(candidate.key)
    if (!mayHaveFamily(keys, key)) return null
    const bytes = await source.readBlob(FAMILY_BLOBS.family(key))
    return bytes ? findFamilyOf(product.slug, bytes) : null
  }
}
