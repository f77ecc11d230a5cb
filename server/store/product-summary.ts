import type { Product } from '../../shared/catalog.ts'
import type { CategoryProducts } from '../catalog/category-tree.ts'

/** What many pages need of all products, worked out when they change. */
interface ProductSummary {
  /** By the slug of their category. */
  readonly categories: readonly (readonly [string, CategoryProducts])[]
  readonly remoteImageOrigins: readonly string[]
}

/** Name of its blob beside those of the index. */
export const SUMMARY_BLOB = 'summary'

/** @param bytes of the blob; undefined where there is none yet */
export function readSummary(bytes: Uint8Array | undefined): ProductSummary {
  return bytes
    ? (JSON.parse(Buffer.from(bytes).toString('utf8')) as ProductSummary)
    : { categories: [], remoteImageOrigins: [] }
}

/** Takes in all products that are not hidden, one after the other. */
export class SummaryBuilder {
  readonly #categories = new Map<string, CategoryProducts>()
  readonly #origins = new Set<string>()

  /** @param origins of a product's pictures elsewhere, as its row has them: JSON, or null for none */
  addOrigins(origins: unknown): void {
    if (origins !== null) for (const origin of JSON.parse(String(origins)) as string[]) this.#origins.add(origin)
  }

  /** Counts a public product where it belongs. */
  addPublic({ categorySlug, images }: Product): void {
    if (categorySlug === null) return
    const before = this.#categories.get(categorySlug)
    this.#categories.set(
      categorySlug,
      before ? { ...before, count: before.count + 1 } : { count: 1, image: images[0] ?? null },
    )
  }

  /** @returns the bytes of its blob */
  finish(): Buffer {
    const summary: ProductSummary = {
      categories: [...this.#categories],
      remoteImageOrigins: [...this.#origins].toSorted(),
    }
    return Buffer.from(JSON.stringify(summary))
  }
}
