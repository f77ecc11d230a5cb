import type { Product } from '../../../../shared/catalog.ts'
import {
  buildNamedFamily,
  FAMILY_MEMBERS_MAX,
  FAMILY_MEMBERS_MIN,
  type Family,
  type FamilyDoubt,
  findFamilies,
} from '../../rules/find-families.ts'
import { buildNamedKey, describeFamilyCandidate, type FamilyMember } from '../../rules/product-family.ts'
import { createBits } from '../bits.ts'
import {
  encodeFamilies,
  encodeFamilyProducts,
  FAMILY_BLOBS,
  type FamilySummary,
  hashFamilyKey,
  pushFamilyHead,
  shortenFamilyKey,
} from '../families.ts'
import { GrowingWords } from '../growing-bytes.ts'
import { viewBytes } from '../postings.ts'
import type { IndexBlob } from '../index-storage.ts'
import { mergeRuns, readRun, type Run, writeRun } from './runs.ts'
import type { KeyEntry } from './sorted-keys.ts'

/** Number of products that are held in memory; they take about 25 MB. */
const PRODUCTS_IN_MEMORY = 2 ** 16

/** Larger groups with the same key are not searched for families. */
const GROUP_MAX = 20_000

/** All doubts are counted, but only this number is listed. */
const DOUBTS_MAX = 200

/** Sorts families that the owner named to the end, because other families may join them. */
const NAMED = 'named-'

interface IndexedMember extends FamilyMember {
  readonly ordinal: number
}

/** A recognised family with the owner's name, which waits for the products that the owner assigned to it. */
interface JoiningFamily {
  readonly key: string
  readonly members: readonly IndexedMember[]
  /** Other families with the same key. */
  readonly others: readonly Family[]
}

type Ordinals = ReadonlyMap<string, number>

/** Finds all families. An external merge sort groups products by key, so that only a part of them is in memory. */
export class FamilyBuilder implements Disposable {
  readonly #limit: number
  /** The products in memory, as lines of JSON by key. */
  #groups = new Map<string, string[]>()
  #count = 0
  readonly #runs: Run[] = []
  /** The owner's names of families, by key. */
  readonly #names = new Map<string, string>()
  readonly #joining = new Map<string, JoiningFamily[]>()
  readonly #keys = new GrowingWords()
  readonly #heads = new GrowingWords()
  readonly #ordinals = new GrowingWords()
  #families = 0
  #products = 0
  #doubtCount = 0
  readonly #doubts: FamilyDoubt[] = []

  /** @param limit number of products in memory */
  constructor(limit = PRODUCTS_IN_MEMORY) {
    this.#limit = limit
  }

  /** @throws if a temporary file cannot be written */
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
    this.#runs.push(writeRun(this.#sortMemory()))
    this.#groups = new Map()
    this.#count = 0
  }

  /** Number of families, which is known only when `finish` has returned all blobs. */
  get count(): number {
    return this.#families
  }

  /** No product may be added afterwards. @param size number of products in the index */
  *finish(size: number): Generator<IndexBlob> {
    for (const { key, documents, payload } of mergeRuns([...this.#runs.map(readRun), this.#sortMemory()])) {
      const isNamed = key.startsWith(NAMED)
      if (documents > (isNamed ? FAMILY_MEMBERS_MAX : GROUP_MAX)) this.#addDoubts(describeGroup(payload, documents))
      else if (isNamed) yield* this.#finishNamed(key.slice(NAMED.length), readMembers(payload))
      else if (documents >= FAMILY_MEMBERS_MIN) yield* this.#finishGroup(key, readMembers(payload))
    }
    yield { name: FAMILY_BLOBS.keys, bytes: viewBytes(this.#keys.view().toSorted()) }
    yield { name: FAMILY_BLOBS.members, bytes: viewBytes(createBits(size, this.#ordinals.view())) }
    yield { name: FAMILY_BLOBS.products, bytes: encodeFamilyProducts(this.#heads, this.#ordinals) }
    const summary: FamilySummary = {
      families: this.#families,
      products: this.#products,
      doubts: { count: this.#doubtCount, entries: this.#doubts },
    }
    yield { name: FAMILY_BLOBS.summary, bytes: Buffer.from(JSON.stringify(summary)) }
  }

  /** Deletes the temporary files. */
  [Symbol.dispose](): void {
    for (const run of this.#runs.splice(0)) run.remove()
  }

  *#finishGroup(key: string, members: readonly IndexedMember[]): Generator<IndexBlob> {
    const { families, doubts } = findFamilies(members)
    this.#addDoubts(doubts)
    const ordinals = mapOrdinals(members)
    for (const family of families) {
      const named = hashFamilyKey(buildNamedKey(family.name))
      if (!this.#names.has(named)) continue
      const slugs = new Set(family.products.map(({ slug }) => slug))
      const joining = this.#joining.get(named) ?? []
      const others = families.filter((other) => other !== family)
      joining.push({ key, others, members: members.filter(({ slug }) => slugs.has(slug)) })
      this.#joining.set(named, joining)
      for (const [index, other] of others.entries()) this.#addFamily(other, key, index, ordinals)
      return
    }
    for (const [index, family] of families.entries()) this.#addFamily(family, key, index, ordinals)
    yield* this.#write(key, families)
  }

  *#finishNamed(key: string, assigned: readonly IndexedMember[]): Generator<IndexBlob> {
    const joining = this.#joining.get(key) ?? []
    const members = [...joining.flatMap((family) => family.members), ...assigned]
    const family = buildNamedFamily(this.#names.get(key) ?? '', members)
    if (!family) return
    this.#addFamily(family, key, 0, mapOrdinals(members))
    yield* this.#write(key, [family])
    for (const { key: other, others } of joining) yield* this.#write(other, [...others, family])
  }

  *#write(key: string, families: readonly Family[]): Generator<IndexBlob> {
    if (families.length === 0) return
    this.#keys.push(shortenFamilyKey(key))
    yield { name: FAMILY_BLOBS.family(key), bytes: encodeFamilies(families) }
  }

  /** @param index of the family among those with the same key */
  #addFamily({ products }: Family, key: string, index: number, ordinals: Ordinals): void {
    this.#families += 1
    this.#products += products.length
    pushFamilyHead(this.#heads, key, index, products.length)
    for (const { slug } of products) this.#ordinals.push(ordinals.get(slug)!)
  }

  #addDoubts(doubts: readonly FamilyDoubt[]): void {
    this.#doubtCount += doubts.length
    this.#doubts.push(...doubts.slice(0, DOUBTS_MAX - this.#doubts.length))
  }

  *#sortMemory(): Generator<KeyEntry> {
    // Without temporary files, small groups are complete.
    if (this.#runs.length === 0 && this.#count < this.#limit)
      for (const [key, { length }] of this.#groups)
        if (length < FAMILY_MEMBERS_MIN && !key.startsWith(NAMED)) this.#groups.delete(key)
    for (const key of [...this.#groups.keys()].sort()) {
      const lines = this.#groups.get(key) ?? []
      // A group that is too large needs only an example.
      const kept = lines.length > GROUP_MAX ? lines.slice(0, 1) : lines
      yield { key, documents: lines.length, payload: Buffer.from(kept.join('')) }
    }
  }
}

const LINE_END = 10

function mapOrdinals(members: readonly IndexedMember[]): Ordinals {
  return new Map(members.map(({ slug, ordinal }) => [slug, ordinal]))
}

function readMembers(payload: Uint8Array): readonly IndexedMember[] {
  const lines = Buffer.from(payload).toString('utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as IndexedMember)
}

function describeGroup(payload: Uint8Array, count: number): readonly FamilyDoubt[] {
  const first = readMembers(payload.subarray(0, payload.indexOf(LINE_END) + 1))
  return first.map(({ name, slug }) => ({ reason: 'many', name, count, example: slug }))
}
