import type { SiteLink } from '../../../shared/catalog.ts'
import type { Category } from '../category.ts'
import type { Company, Site } from '../../../shared/site.ts'
import { categoryPath } from '../../../shared/urls.ts'
import { type AttributeEntry, listAttributeNames } from '../rules/attribute-entries.ts'
import { companyKey } from '../rules/companies.ts'
import { buildCategoryTree, type CategoryEntry, type CategoryTree } from '../rules/category-tree.ts'
import { NEUTRAL_SITE } from '../rules/neutral-site.ts'
import { type CatalogLanguage, findLanguage, translateCategory, translateSite } from '../rules/translate.ts'
import { readSummary, SUMMARY_BLOB } from './search-index.ts'
import { readMetaValue, type Row } from './rows.ts'
import type { CatalogDialect } from './sql-dialect.ts'

/** Data that many pages need and that changes only with the revision. */
export interface Snapshot {
  readonly revision: number
  readonly generation: number
  readonly site: Site
  readonly tree: CategoryTree
  readonly remoteImageOrigins: readonly string[]
  readonly companies: ReadonlyMap<string, Company>
  /** Null for the first language. */
  readonly language: CatalogLanguage | null
  findCategory(slug: string): CategoryEntry | undefined
  /** @returns undefined if the site lacks the language */
  inLanguage(key: string): Snapshot | undefined
}

/** Builds SQL whose single statement reads all values at the same moment. */
export function buildSnapshotSql({ jsonArray, categoryId }: CatalogDialect): string {
  return `
    SELECT revision.value, generation.value AS generation,
      (SELECT document FROM document WHERE key = 'site') AS site,
      (SELECT document FROM document WHERE key = 'attributes') AS attributes,
      (SELECT document FROM document WHERE key = 'companies') AS companies,
      (SELECT bytes FROM listing_blob WHERE listing_blob.generation = generation.value AND name = '${SUMMARY_BLOB}') AS summary,
      (SELECT CAST(${jsonArray}(document ORDER BY position, ${categoryId}) AS text) FROM category) AS categories
    FROM meta AS revision, meta AS generation WHERE revision.key = 'revision' AND generation.key = 'listing-generation'`
}

/** Builds a snapshot from the row that `buildSnapshotSql` finds. Neutral settings replace missing ones. */
export function readSnapshot(row: Row | undefined): Snapshot {
  const revision = readMetaValue(row)
  const generation = Number(row?.['generation'])
  const parse = <Value>(column: string, missing: Value) =>
    typeof row?.[column] === 'string' ? (JSON.parse(row[column]) as Value) : missing
  const stored = parse<Site>('site', NEUTRAL_SITE)
  const attributes = parse<readonly AttributeEntry[]>('attributes', [])
  const companies = parse<readonly Company[]>('companies', [])
  const categories = parse<readonly string[]>('categories', []).map((document) => JSON.parse(document) as Category)
  // Before the first index is built, there is no summary.
  const summary = row?.['summary'] instanceof Uint8Array ? row['summary'] : undefined
  const { categories: products, remoteImageOrigins } = readSummary(summary)
  const productsBySlug = new Map(products)
  const companiesByKey = new Map(companies.map((company) => [companyKey(company.name), company]))
  const languages = new Map<string, Snapshot>()
  const build = (language: CatalogLanguage | null): Snapshot => {
    const translated = language ? translateSite(stored, language) : stored
    const shown = language ? categories.map((category) => translateCategory(category, language)) : categories
    const tree = buildCategoryTree(shown, productsBySlug, translated.locale)
    const findCategory = createFinder(tree)
    const site = language ? linkCategories(translated, findCategory) : stored
    return {
      revision,
      generation,
      site,
      tree,
      remoteImageOrigins,
      companies: companiesByKey,
      language,
      findCategory,
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

/** Translates the owner's links to categories, so that no visitor is redirected. */
function linkCategories(site: Site, findCategory: Snapshot['findCategory']): Site {
  const translate = <Link extends SiteLink>(link: Link): Link => {
    const [, slug] = /^\/category\/([^/?#]+)$/.exec(link.href) ?? []
    const category = slug === undefined ? undefined : findCategory(decodeURIComponent(slug))
    return category ? { ...link, href: categoryPath(category.node.slug) } : link
  }
  const { navigation, hero } = site
  return {
    ...site,
    navigation: navigation.map(translate),
    hero: hero && { ...hero, link: hero.link && translate(hero.link) },
  }
}

function createFinder({ bySlug }: CategoryTree): Snapshot['findCategory'] {
  const entries = [...bySlug.values()]
  // A translated slug may also be the slug of a category without a translation.
  const translated = entries.filter(({ node }) => node.mainSlug !== undefined)
  const byAddress = new Map([...entries, ...translated].map((entry) => [entry.node.slug, entry]))
  return (slug) => byAddress.get(slug) ?? bySlug.get(slug)
}
