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
import { TemporaryDatabase } from '../../store/sqlite/queries.ts'
import type { IndexedFamily } from '../families.ts'
import { viewBytes } from '../postings.ts'
import { BLOBS, type IndexBlob } from '../index-storage.ts'

/** Larger groups with the same key are not searched for families. */
const GROUP_MAX = 20_000

/** Hexadecimal digits of a key; two keys of a million products are equal with a probability of 10^-7. */
const KEY_DIGITS = 16

/** The products are in a temporary database, because a million of them would take 400 MB of memory. */
const SCHEMA = 'CREATE TABLE member (key TEXT NOT NULL, is_named INTEGER NOT NULL, document TEXT NOT NULL)'

/** Families that the owner named come last, because other families may join them. */
const LIST_GROUPS = `SELECT key, is_named FROM member GROUP BY is_named, key
  HAVING count(*) BETWEEN iif(is_named, 1, ${FAMILY_MEMBERS_MIN}) AND iif(is_named, ${FAMILY_MEMBERS_MAX}, ${GROUP_MAX})
  ORDER BY is_named, key`

interface IndexedMember extends FamilyMember {
  readonly ordinal: number
}

/** Finds all families. */
export class FamilyBuilder implements Disposable {
  readonly #database = new TemporaryDatabase(SCHEMA)
  /** The owner's names of families, by key. */
  readonly #names = new Map<string, string>()
  /** The products of recognised families, by the key of the family's name, if the owner has also given products this name: they are added to the family. */
  readonly #joining = new Map<string, readonly IndexedMember[]>()
  #numbers = new Uint32Array()
  /** Number of families, which is known only when `finish` has returned all blobs. */
  count = 0

  /** @throws if the temporary database fails */
  add(product: Product, ordinal: number): void {
    const candidate = describeFamilyCandidate(product)
    if (!candidate) return
    const { family } = product
    const key = hashFamilyKey(candidate.key)
    if (family !== undefined && !this.#names.has(key)) this.#names.set(key, family)
    const member: IndexedMember = { ...candidate.member, ordinal }
    const sql = 'INSERT INTO member VALUES (?, ?, ?)'
    this.#database.queries.run(sql, key, family !== undefined, JSON.stringify(member))
  }

  /** No product may be added afterwards. @param size number of products in the index */
  *finish(size: number): Generator<IndexBlob> {
    this.#numbers = new Uint32Array(size)
    const { queries } = this.#database
    queries.exec('CREATE INDEX member_key ON member (key, is_named)')
    for (const { key, is_named: isNamed } of queries.rows(LIST_GROUPS)) {
      const sql = 'SELECT document FROM member WHERE key = ? AND is_named = ? ORDER BY rowid'
      const rows = queries.rows(sql, key, isNamed)
      const members = rows.map(({ document }) => JSON.parse(String(document)) as IndexedMember)
      if (isNamed) yield* this.#finishNamed(String(key), members)
      else yield* this.#finishGroup(members)
    }
    yield { name: BLOBS.familyNumbers, bytes: viewBytes(this.#numbers) }
  }

  /** Deletes the temporary database. */
  [Symbol.dispose](): void {
    this.#database[Symbol.dispose]()
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
    this.count++
    const ordinals = new Map(members.map(({ slug, ordinal }) => [slug, ordinal]))
    const products = family.products.map((product) => ({ ...product, ordinal: ordinals.get(product.slug)! }))
    for (const { ordinal } of products) this.#numbers[ordinal] = this.count
    const indexed: IndexedFamily = { ...family, products }
    return { name: BLOBS.family(this.count), bytes: Buffer.from(JSON.stringify(indexed)) }
  }
}

/** Shortens a text that products of the same families share. */
function hashFamilyKey(text: string): string {
  return hash('sha1', text, 'hex').slice(0, KEY_DIGITS)
}

function hashName({ name }: Family): string {
  return hashFamilyKey(buildNamedKey(name))
}
