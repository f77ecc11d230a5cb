import type { Category, Site } from '../../shared/catalog.ts'
import { type AttributeEntry, listAttributeNames } from '../catalog/attribute-entries.ts'
import { buildCategoryTree, type CategoryEntry, type CategoryTree } from '../catalog/category-tree.ts'
import { NEUTRAL_SITE } from '../catalog/neutral-site.ts'
import { type CatalogLanguage, findLanguage, translateCategory, translateSite } from '../catalog/translate.ts'
import { readSummary } from './listed-products.ts'

/** Data that many pages need and that changes only with the revision. */
export interface Snapshot {
  readonly revision: number
  readonly generation: number
  readonly site: Site
  readonly tree: CategoryTree
  readonly remoteImageOrigins: readonly string[]
  /** Null in the first language. */
  readonly language: CatalogLanguage | null
  /** Finds the category with a slug in the snapshot's language, or in another one. */
  findCategory(slug: string): CategoryEntry | undefined
  /** Returns the snapshot in a further language of the site, or undefined if the site has no such language. */
  inLanguage(key: string): Snapshot | undefined
}

interface StoredSnapshot extends Pick<Snapshot, 'revision' | 'generation'> {
  /** The settings of the site; undefined before the first import. */
  readonly site: Site | undefined
  readonly categories: readonly Category[]
  readonly attributes: readonly AttributeEntry[]
  /** The bytes of the summary blob; undefined before the first index is built. */
  readonly summary: Uint8Array | undefined
}

/** Builds the snapshot of one revision. A database without site settings gets the neutral ones. */
export function buildSnapshot({
  revision,
  generation,
  site: stored = NEUTRAL_SITE,
  categories,
  attributes,
  summary,
}: StoredSnapshot): Snapshot {
  const { categories: products, remoteImageOrigins } = readSummary(summary)
  const productsBySlug = new Map(products)
  const languages = new Map<string, Snapshot>()
  const build = (language: CatalogLanguage | null): Snapshot => {
    const site = language ? translateSite(stored, language) : stored
    const shown = language ? categories.map((category) => translateCategory(category, language)) : categories
    const tree = buildCategoryTree(shown, productsBySlug, site.locale)
    return {
      revision,
      generation,
      site,
      tree,
      remoteImageOrigins,
      language,
      findCategory: createFinder(tree),
      inLanguage,
    }
  }
  const inLanguage = (key: string) => {
    const known = languages.get(key)
    if (known) return known
    const language = findLanguage(stored, key, listAttributeNames(attributes, key))
    const snapshot = language && build(language)
    if (snapshot) languages.set(key, snapshot)
    return snapshot
  }
  return build(null)
}

function createFinder({ bySlug }: CategoryTree): Snapshot['findCategory'] {
  const byAddress = new Map([...bySlug.values()].map((entry) => [entry.node.slug, entry]))
  return (slug) => byAddress.get(slug) ?? bySlug.get(slug)
}
