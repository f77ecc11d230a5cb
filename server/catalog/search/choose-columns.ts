import { getOwn } from '../../../shared/get-own.ts'
import { buildSlug } from '../../../shared/slug.ts'
import type { CategoryTree } from '../rules/category-tree.ts'
import type { ListingColumn } from './listing.ts'
import { countMatches, type FacetContext } from './count-values.ts'
import { BLOBS, type IndexDirectory } from './index-storage.ts'

export const TABLE_COLUMNS_DEFAULT = 6

/** Columns come from the smallest category with at least this share of the matches. */
const SCOPE_SHARE_MIN = 0.9

/** Attributes that a smaller share of the matches have are not shown by default. */
const FILLED_SHARE_MIN = 0.25

/** Attributes whose texts are longer on average cannot be compared in a table, and are not shown by default. */
const TEXT_LENGTH_MAX = 40

/** Attributes with at least this share of the best score come first: a phone shows only the first columns. */
const FIRST_SCORE_SHARE = 0.8

type Attribute = IndexDirectory['attributes'][number]

/**
 * Chooses the columns of the table view: those of the visitor, otherwise those of the owner, otherwise the attributes
 * that most matches have and whose values differ most.
 */
export async function chooseColumns(
  context: FacetContext,
  tree: CategoryTree,
  listedCategory: string | undefined,
): Promise<readonly ListingColumn[]> {
  const { index, query } = context
  const { attributes, attributeKeys } = index.directory
  const byKey = new Map(attributes.map((attribute) => [attribute.key, attribute]))
  const find = (keys: readonly string[]) => keys.flatMap((key) => byKey.get(key) ?? [])

  const scope = await findScope(context, listedCategory)
  const columnsOf = (slug: string | undefined) =>
    slug === undefined ? undefined : tree.bySlug.get(slug)?.settings.columns
  const ownersColumns = find((columnsOf(listedCategory) ?? columnsOf(scope) ?? []).map(buildSlug))
  const candidates = await rate(context, find(getOwn(attributeKeys, scope ?? '') ?? []))
  const useful = candidates.filter(({ score }) => score > 0).toSorted((one, other) => other.score - one.score)
  const defaults = new Set(
    ownersColumns.length > 0 ? ownersColumns : useful.slice(0, TABLE_COLUMNS_DEFAULT).map(({ attribute }) => attribute),
  )
  const chosen = new Set(find(query.columns))
  const shown = chosen.size > 0 ? chosen : defaults
  const others = new Set([...candidates.map(({ attribute }) => attribute), ...chosen])
  const distinguishing = new Set(
    useful.filter(({ score }) => score >= FIRST_SCORE_SHARE * useful[0]!.score).map(({ attribute }) => attribute),
  )
  // After the owner's columns, attributes keep the order of the products' specifications.
  const offered = new Set([
    ...ownersColumns,
    ...attributes.filter((attribute) => distinguishing.has(attribute)),
    ...attributes.filter((attribute) => others.has(attribute)),
  ])
  return [...offered].map((attribute) => ({
    key: attribute.key,
    name: attribute.name,
    isDefault: defaults.has(attribute),
    isShown: shown.has(attribute),
  }))
}

/** Finds the smallest category with nearly all matches; undefined if there is none. */
async function findScope(context: FacetContext, listedCategory: string | undefined): Promise<string | undefined> {
  const { index, found } = context
  const counts = await countMatches(context, BLOBS.categories)
  const sizes = (await index.readPostings(BLOBS.categories)).countAll()
  let [scope, size] = [listedCategory, Infinity]
  index.directory.categories.forEach((slug, place) => {
    if (found.total === 0 || counts[place]! < SCOPE_SHARE_MIN * found.total || sizes[place]! >= size) return
    ;[scope, size] = [slug, sizes[place]!]
  })
  return scope
}

interface Rated {
  readonly attribute: Attribute
  /** From 0 to 1. Attributes with 0 are not shown by default. */
  readonly score: number
}

/** Rates attributes as columns; those that no match has are left out. */
async function rate(context: FacetContext, attributes: readonly Attribute[]): Promise<readonly Rated[]> {
  const rated: Rated[] = []
  for (const attribute of attributes) {
    const counts = await countMatches(context, BLOBS.attribute(attribute.key))
    const score = rateCounts(counts, attribute, context.found.total)
    if (score !== undefined) rated.push({ attribute, score })
  }
  return rated
}

/**
 * Returns the share of matches with the attribute times the probability that two values differ.
 * @returns undefined if no match has the attribute
 */
function rateCounts(counts: Uint32Array, { values }: Attribute, total: number): number | undefined {
  let [filled, squares, length] = [0, 0, 0]
  counts.forEach((count, place) => {
    filled += count
    squares += count * count
    length += count * (values[place]?.length ?? 0)
  })
  if (filled === 0) return undefined
  if (filled < FILLED_SHARE_MIN * total || length > TEXT_LENGTH_MAX * filled) return 0
  // A single product has no value to differ from, so only the share counts.
  const difference = total === 1 ? 1 : 1 - squares / (filled * filled)
  return Math.min(1, filled / total) * difference
}
