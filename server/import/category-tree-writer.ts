import { isDeepStrictEqual } from 'node:util'
import type { Category } from '../catalog/category.ts'
import { getOwn } from '../../shared/get-own.ts'
import { foldText } from '../../shared/slug.ts'
import { buildLocalSlug, findFreeName } from '../catalog/rules/build-slug.ts'
import { listOtherSlugs } from '../catalog/store/slug-rows.ts'
import type { CatalogWriter } from '../catalog/store/catalog-writer.ts'
import type { ReportBuilder } from './import-report.ts'
import { cutText } from './cells.ts'
import { withSlug } from './merge-translations.ts'

/** Changes of a category: a field that is undefined is removed, and a missing field stays as it is. */
export type CategoryChanges = { readonly [Field in keyof Category]?: Category[Field] | undefined }

/** The category tree; stores new and changed categories. */
export class CategoryTreeWriter {
  readonly #writer: CatalogWriter
  readonly locale: string
  readonly #counts: ReportBuilder['categories']
  readonly #bySlug = new Map<string, Category>()
  readonly #byPath = new Map<string, Category>()

  private constructor(writer: CatalogWriter, locale: string, counts: ReportBuilder['categories']) {
    this.#writer = writer
    this.locale = locale
    this.#counts = counts
  }

  static async open(writer: CatalogWriter, counts: ReportBuilder['categories']): Promise<CategoryTreeWriter> {
    const tree = new CategoryTreeWriter(writer, (await writer.readSite()).locale, counts)
    for (const category of await writer.listCategories()) tree.#cache(category)
    return tree
  }

  findBySlug(slug: string): Category | undefined {
    return this.#bySlug.get(slug)
  }

  /** @param path names from the top level down; case and accents are ignored */
  findByPath(path: readonly string[]): Category | undefined {
    let found: Category | undefined
    for (const name of path) {
      found = this.#findChild(found, name)
      if (!found) return undefined
    }
    return found
  }

  #findChild(parent: Category | undefined, name: string): Category | undefined {
    return this.#byPath.get(pathKey(parent?.slug ?? null, name))
  }

  /** Creates the categories that are missing on a path. */
  async ensurePath(path: readonly string[]): Promise<Category | undefined> {
    let parent: Category | undefined
    for (const name of path) parent = this.#findChild(parent, name) ?? (await this.create(name, parent))
    return parent
  }

  async create(name: string, parent?: Category, wanted: CategoryChanges = {}): Promise<Category> {
    const parentSlug = parent?.slug ?? null
    const slug = wanted.slug ?? this.#buildFreeSlug(name, parentSlug)
    const blank = { description: null, image: null, position: null, formerSlugs: [] }
    this.#counts.created += 1
    return this.#put(change({ ...blank, slug, parentSlug, name }, { ...wanted, slug }))
  }

  async update(stored: Category, changes: CategoryChanges): Promise<void> {
    const category = this.#separateAddress(change(stored, changes))
    const isChanged = !isDeepStrictEqual(stored, category)
    this.#counts[isChanged ? 'changed' : 'unchanged'] += 1
    if (!isChanged) return
    this.#byPath.delete(pathKey(stored.parentSlug, stored.name))
    await this.#put(category)
  }

  /** Changes a category's slug; the old one becomes a former slug. */
  async rename(category: Category, slug: string): Promise<Category> {
    await this.#writer.renameCategory(category.slug, slug)
    this.#bySlug.delete(category.slug)
    for (const child of [...this.#bySlug.values()].filter(({ parentSlug }) => parentSlug === category.slug)) {
      this.#byPath.delete(pathKey(category.slug, child.name))
      this.#cache({ ...child, parentSlug: slug })
    }
    const formerSlugs = [...category.formerSlugs, category.slug].filter((former) => former !== slug)
    return this.#put({ ...category, slug, formerSlugs })
  }

  async #put(given: Category): Promise<Category> {
    const category = this.#separateAddress(given)
    await this.#writer.putCategory(category)
    this.#cache(category)
    return category
  }

  /** Gives a category another slug in the languages in which its own is another category's translated slug. */
  #separateAddress(category: Category): Category {
    const { slug: main, translations = {} } = category
    const separated = { ...translations }
    for (const other of this.#bySlug.values())
      for (const [language, { slug }] of Object.entries(other.translations ?? {})) {
        const own = getOwn(separated, language)
        if (other.slug === main || slug !== main || own?.slug !== undefined) continue
        separated[language] = withSlug(own, this.buildFreeAddress(main, language, category) ?? main)
      }
    return isDeepStrictEqual(separated, translations) ? category : { ...category, translations: separated }
  }

  #cache(category: Category): void {
    this.#bySlug.set(category.slug, category)
    this.#byPath.set(pathKey(category.parentSlug, category.name), category)
  }

  /** Returns the first free one of `bowls`, `table-bowls` and `table-bowls-2`. */
  #buildFreeSlug(name: string, parentSlug: string | null): string {
    const own = buildLocalSlug(name, this.locale) || 'category'
    if (!this.#bySlug.has(own)) return own
    const base = parentSlug === null ? own : `${parentSlug}-${own}`.slice(0, 190)
    return findFreeName(base, (slug) => this.#bySlug.has(slug))
  }

  /**
   * Names a category and those above it in a further language, unless they have names in it.
   * @param names from the top level down; ignored if their number differs
   */
  async translatePath(slug: string | null, names: readonly string[], language: string): Promise<void> {
    const path: Category[] = []
    for (let found = this.#bySlug.get(slug ?? ''); found; found = this.#bySlug.get(found.parentSlug ?? ''))
      path.unshift(found)
    if (path.length !== names.length) return
    for (const [index, category] of path.entries()) {
      const { translations = {} } = category
      const [before, name] = [getOwn(translations, language), names[index]!]
      if (before?.name !== undefined || name === category.name) continue
      const address = before?.slug ?? this.buildFreeAddress(name, language, category)
      const texts = { ...before, name, ...(address !== category.slug && address !== undefined && { slug: address }) }
      await this.update(category, { translations: { ...translations, [language]: texts } })
    }
  }

  /** Finds the category that has or had a slug, in any language. */
  findByAddress(slug: string): Category | undefined {
    return this.#bySlug.get(slug) ?? this.#listOwners(slug)[0]
  }

  #listOwners(address: string): readonly Category[] {
    return [...this.#bySlug.values()].filter((each) => each.slug === address || listOtherSlugs(each).includes(address))
  }

  /** Returns undefined for a name without letters. */
  buildFreeAddress(name: string | undefined, language: string, category: Category | undefined): string | undefined {
    const base = buildLocalSlug(name ?? '', language)
    if (!base) return undefined
    return findFreeName(base, (slug) => this.#listOwners(slug).some((other) => other.slug !== category?.slug))
  }

  /** Whether a category is another one, or below it. */
  isWithin(category: Category | undefined, ancestor: Category): boolean {
    if (!category || category.slug === ancestor.slug) return category !== undefined
    return this.isWithin(this.#bySlug.get(category.parentSlug ?? ''), ancestor)
  }

  nextPosition(parentSlug: string | null): number {
    const siblings = [...this.#bySlug.values()].filter((category) => category.parentSlug === parentSlug)
    return Math.max(0, ...siblings.map(({ position }) => (position ?? -1) + 1))
  }
}

function change(category: Category, changes: CategoryChanges): Category {
  const entries = Object.entries({ ...category, ...changes }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as unknown as Category
}

function pathKey(parentSlug: string | null, name: string): string {
  return `${parentSlug ?? ''}>${foldText(name).replace(/\s+/g, ' ').trim()}`
}

export const CATEGORY_NAME_MAX_LENGTH = 200

/** Shopify's taxonomy has eight levels, so a path with more than this is a mistake. */
const CATEGORY_MAX_DEPTH = 10

/** Splits `Table > Bowls`. */
export function parseCategoryPath(path: string): readonly string[] {
  return path
    .split('>')
    .map((name) => cutText(name.trim(), CATEGORY_NAME_MAX_LENGTH))
    .filter((name) => name !== '')
    .slice(0, CATEGORY_MAX_DEPTH)
}
