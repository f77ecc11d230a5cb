import { isDeepStrictEqual } from 'node:util'
import type { Category } from '../../shared/catalog.ts'
import { buildLocalSlug, foldText } from '../../shared/slug.ts'
import type { CatalogWriter } from '../store/catalog-store.ts'
import type { EntityResult } from './import-report.ts'
import { cutText } from './cells.ts'

/**
 * Caches the category tree during an import: finds categories by path, creates missing ones and stores changed ones.
 */
export class CategoryTreeWriter {
  readonly #writer: CatalogWriter
  /** Locale of slugs that are made from names (BCP 47). */
  readonly locale: string
  readonly #onResult: (result: EntityResult) => void
  readonly #bySlug = new Map<string, Category>()
  readonly #byPath = new Map<string, Category>()

  private constructor(
    writer: CatalogWriter,
    categories: readonly Category[],
    locale: string,
    onResult: (result: EntityResult) => void,
  ) {
    this.#writer = writer
    this.locale = locale
    this.#onResult = onResult
    for (const category of categories) this.#bySlug.set(category.slug, category)
    for (const category of categories) this.#byPath.set(pathKey(category.parentSlug, category.name), category)
  }

  /** @param onResult is called for each category of the import with what happened to it */
  static async open(writer: CatalogWriter, onResult: (result: EntityResult) => void): Promise<CategoryTreeWriter> {
    const { locale } = await writer.readSite()
    return new CategoryTreeWriter(writer, await writer.listCategories(), locale, onResult)
  }

  findBySlug(slug: string): Category | undefined {
    return this.#bySlug.get(slug)
  }

  /** @param path names from the top level down; case and accents are ignored */
  findByPath(path: readonly string[]): Category | undefined {
    let found: Category | undefined
    for (const name of path) {
      found = this.#byPath.get(pathKey(found?.slug ?? null, name))
      if (!found) return undefined
    }
    return found
  }

  /** @returns the category at the end of a path; missing categories on the path are created */
  async ensurePath(path: readonly [string, ...string[]] | readonly string[]): Promise<Category | undefined> {
    let parent: Category | undefined
    for (const name of path) {
      const found = this.#byPath.get(pathKey(parent?.slug ?? null, name))
      parent = found ?? (await this.create(name, parent ?? null))
    }
    return parent
  }

  /** @param wanted known fields; defaults are made for the others */
  async create(name: string, parent: Category | null, wanted: Partial<Category> = {}): Promise<Category> {
    const parentSlug = parent?.slug ?? null
    const category: Category = {
      slug: wanted.slug ?? this.#buildFreeSlug(name, parentSlug),
      parentSlug,
      name,
      description: wanted.description ?? null,
      image: wanted.image ?? null,
      position: wanted.position ?? this.#nextPosition(parentSlug),
      formerSlugs: wanted.formerSlugs ?? [],
    }
    await this.#put(category)
    this.#onResult('created')
    return category
  }

  async update(category: Category): Promise<void> {
    const stored = this.#bySlug.get(category.slug)
    if (isDeepStrictEqual(stored, category)) {
      this.#onResult('unchanged')
      return
    }
    if (stored) this.#byPath.delete(pathKey(stored.parentSlug, stored.name))
    await this.#put(category)
    this.#onResult('changed')
  }

  /** Changes a category's slug and adds the old one to its former slugs. */
  async rename(category: Category, slug: string): Promise<Category> {
    await this.#writer.renameCategory(category.slug, slug)
    this.#bySlug.delete(category.slug)
    for (const child of [...this.#bySlug.values()].filter(({ parentSlug }) => parentSlug === category.slug)) {
      this.#byPath.delete(pathKey(category.slug, child.name))
      this.#cache({ ...child, parentSlug: slug })
    }
    const formerSlugs = [...category.formerSlugs, category.slug].filter((former) => former !== slug)
    const renamed = { ...category, slug, formerSlugs }
    await this.#put(renamed)
    return renamed
  }

  async #put(category: Category): Promise<void> {
    await this.#writer.putCategory(category)
    this.#cache(category)
  }

  #cache(category: Category): void {
    this.#bySlug.set(category.slug, category)
    this.#byPath.set(pathKey(category.parentSlug, category.name), category)
  }

  /** Builds a free slug: `bowls`, or if that is taken `table-bowls`, or else `table-bowls-2`. */
  #buildFreeSlug(name: string, parentSlug: string | null): string {
    const own = buildLocalSlug(name, this.locale) || 'category'
    const candidates = [own, ...(parentSlug === null ? [] : [`${parentSlug}-${own}`.slice(0, 190)])]
    const free = candidates.find((slug) => !this.#bySlug.has(slug))
    if (free !== undefined) return free
    for (let number = 2; ; number++) {
      const slug = `${candidates.at(-1)!}-${number}`
      if (!this.#bySlug.has(slug)) return slug
    }
  }

  #nextPosition(parentSlug: string | null): number {
    let position = 0
    for (const category of this.#bySlug.values()) {
      if (category.parentSlug === parentSlug) position = Math.max(position, category.position + 1)
    }
    return position
  }
}

function pathKey(parentSlug: string | null, name: string): string {
  return `${parentSlug ?? ''}>${foldText(name).replace(/\s+/g, ' ').trim()}`
}

const CATEGORY_NAME_MAX_LENGTH = 200
/** A deeper path is a mistake in the file; Shopify's taxonomy has eight levels. */
const CATEGORY_MAX_DEPTH = 10

/** Splits `Table > Bowls` into category names from the top level down. */
export function parseCategoryPath(path: string): readonly string[] {
  return path
    .split('>')
    .map((name) => cutText(name.trim(), CATEGORY_NAME_MAX_LENGTH))
    .filter((name) => name !== '')
    .slice(0, CATEGORY_MAX_DEPTH)
}
