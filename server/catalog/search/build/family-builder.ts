import { hash } from 'node:crypto'
import type { Product } from '../../../../shared/catalog.ts'
import {
  buildNamedFamily,
  FAMILY_MEMBERS_MAX,
  FAMILY_MEMBERS_MIN,
  type Family,
  findFamilies,
} from '../../rules/find-families.ts'
import { buildNamedKey, describeFamilyCandidate, type FamilyMember } from '../../rules/product-family.ts'
import { encodeFamily, FAMILY_BLOBS } from '../families.ts'
import { GrowingWords } from '../growing-bytes.ts'
import { viewBytes } from '../postings.ts'
import type { IndexBlob } from '../index-storage.ts'
import { type KeyEntry, SpilledEntries } from './sorted-keys.ts'

/** Number of products that are held in memory; they take about 25 MB. */
const PRODUCTS_IN_MEMORY = 2 ** 16

/** Larger groups with the same key are not searched for families. */
const GROUP_MAX = 20_000

/** Sorts families that the owner named to the end, because other families may join them. */
const NAMED = 'named-'

interface IndexedMember extends FamilyMember {
  readonly ordinal: number
}

/** Hexadecimal digits of a key; two keys of a million products are equal with a probability of 10^-7. */
const KEY_DIGITS = 16

/** Finds all families. Products are grouped by key outside of the memory if there are many. */
export class FamilyBuilder implements Disposable {
  readonly #limit: number
  /** The products in memory, as lines of JSON by key. */
  #groups = new Map<string, string[]>()
  #count = 0
  readonly #spilled = new SpilledEntries()
  /** The owner's names of families, by key. */
  readonly #names = new Map<string, string>()
  /** The products of recognised families, by the key of the family's name, if the owner has also given products this name: they are added to the family. */
  readonly #joining = new Map<string, readonly IndexedMember[]>()
  readonly #sizes = new GrowingWords()
  readonly #ordinals = new GrowingWords()

  /** @param limit number of products in memory */
  constructor(limit = PRODUCTS_IN_MEMORY) {
    this.#limit = limit
  }

  /** @throws if the temporary database fails */
  add(product: Product, ordinal: number): void {
    const candidate = describeFamilyCandidate(product)
    if (!candidate) return
    const key = hashFamilyKey(candidate.key)
    if (product.family !== undefined && !this.#names.has(key)) this.#names.set(key, product.family)
    const sortKey = product.family === undefined ? key : NAMED + key
    const group = this.#groups.get(sortKey)
    const line = `${JSON.stringify({ ...candidate.member, ordinal } satisfies IndexedMember)}\n`
    if (group) group.push(line)
    else this.#groups.set(sortKey, [line])
    if (++this.#count < this.#limit) return
    this.#spilled.add(this.#sortMemory())
    this.#groups = new Map()
    this.#count = 0
  }

  /** Number of families, which is known only when `finish` has returned all blobs. */
  get count(): number {
    return this.#sizes.length
  }

  /** No product may be added afterwards. */
  *finish(): Generator<IndexBlob> {
    for (const { key, documents, payload } of this.#spilled.drain(this.#sortMemory())) {
      const isNamed = key.startsWith(NAMED)
      if (documents > (isNamed ? FAMILY_MEMBERS_MAX : GROUP_MAX)) continue
      if (isNamed) yield* this.#finishNamed(key.slice(NAMED.length), readMembers(payload))
      else if (documents >= FAMILY_MEMBERS_MIN) yield* this.#finishGroup(readMembers(payload))
    }
    const words = [Uint32Array.of(this.count), this.#sizes.view(), this.#ordinals.view()]
    yield { name: FAMILY_BLOBS.numbers, bytes: Buffer.concat(words.map(viewBytes)) }
  }

  /** Deletes the temporary database. */
  [Symbol.dispose](): void {
    this.#spilled[Symbol.dispose]()
  }

  *#finishGroup(members: readonly IndexedMember[]): Generator<IndexBlob> {
    const families = findFamilies(members)
    // Of several families, only the first one is joined.
    const joined = families.find((family) => this.#names.has(hashName(family)))
    for (const family of families) if (family !== joined) yield this.#addFamily(family, members)
    if (!joined) return
    const named = hashName(joined)
    const slugs = new Set(joined.products.map(({ slug }) => slug))
    const joining = members.filter(({ slug }) => slugs.has(slug))
    this.#joining.set(named, [...(this.#joining.get(named) ?? []), ...joining])
  }

  *#finishNamed(key: string, assigned: readonly IndexedMember[]): Generator<IndexBlob> {
    const members = [...(this.#joining.get(key) ?? []), ...assigned]
    const family = buildNamedFamily(this.#names.get(key) ?? '', members)
    if (family) yield this.#addFamily(family, members)
  }

  #addFamily(family: Family, members: readonly IndexedMember[]): IndexBlob {
    const number = this.count
    const ordinals = new Map(members.map(({ slug, ordinal }) => [slug, ordinal]))
    this.#sizes.push(family.products.length)
    for (const { slug } of family.products) this.#ordinals.push(ordinals.get(slug)!)
    return { name: FAMILY_BLOBS.family(number), bytes: encodeFamily(family) }
  }

  *#sortMemory(): Generator<KeyEntry> {
    // If all products are in memory, small groups are complete.
    if (this.#spilled.isEmpty && this.#count < this.#limit)
      for (const [key, { length }] of this.#groups)
        if (length < FAMILY_MEMBERS_MIN && !key.startsWith(NAMED)) this.#groups.delete(key)
    for (const key of [...this.#groups.keys()].sort()) {
      const lines = this.#groups.get(key) ?? []
      // A group that is too large needs no products.
      const kept = lines.length > GROUP_MAX ? [] : lines
      yield { key, documents: lines.length, payload: Buffer.from(kept.join('')) }
    }
  }
}

/** Shortens a text that products of the same families share. */
function hashFamilyKey(text: string): string {
  return hash('sha1', text, 'hex').slice(0, KEY_DIGITS)
}

function hashName({ name }: Family): string {
  return hashFamilyKey(buildNamedKey(name))
}

function readMembers(payload: Uint8Array): readonly IndexedMember[] {
  const lines = Buffer.from(payload).toString('utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as IndexedMember)
}
