import type { Product } from '../../../shared/catalog.ts'
import type { Family } from '../rules/find-families.ts'
import { describeFamilyCandidate } from '../rules/product-family.ts'
import { FAMILY_BLOBS, findFamilyOf, hashFamilyKey, mayHaveFamily } from '../search/index.ts'
import type { IndexOrigin } from './current-index.ts'
import type { Snapshot } from './snapshot.ts'

export class CurrentFamilies {
  readonly #origin: Pick<IndexOrigin, 'readSnapshot' | 'openSource'>
  #keys: { readonly generation: number; readonly read: Promise<Uint32Array> } | undefined

  constructor(origin: Pick<IndexOrigin, 'readSnapshot' | 'openSource'>) {
    this.#origin = origin
  }

  async find(product: Product): Promise<Family | null> {
    const snapshot = await this.#origin.readSnapshot()
    const keys = await this.#readKeys(snapshot)
    // If the catalogue has no families, which is usual, the product need not be described.
    const candidate = keys.length === 0 ? null : describeFamilyCandidate(product)
    if (!candidate) return null
    const key = hashFamilyKey(candidate.key)
    if (!mayHaveFamily(keys, key)) return null
    const bytes = await this.#origin.openSource(snapshot).readBlob(FAMILY_BLOBS.family(key))
    return bytes ? findFamilyOf(product.slug, bytes) : null
  }

  /** Reads the keys once for each generation, so that a product without a family needs no query. */
  #readKeys(snapshot: Snapshot): Promise<Uint32Array> {
    const { generation } = snapshot
    if (this.#keys?.generation !== generation) {
      const read = Promise.resolve(this.#origin.openSource(snapshot).readBlob(FAMILY_BLOBS.keys)).then(
        (bytes) => new Uint32Array(bytes ? Uint8Array.from(bytes).buffer : []),
      )
      this.#keys = { generation, read }
      read.catch(() => {
        if (this.#keys?.read === read) this.#keys = undefined
      })
    }
    return this.#keys.read
  }
}
