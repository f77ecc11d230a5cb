import { buildLocalSlug, buildSlug } from '../catalog/rules/build-slug.ts'
import type { LookupKeys } from '../catalog/store/catalog-reader.ts'
import type { DraftContext, StoredProducts } from './product-format.ts'
import { findIdentified, prepareLookups } from './find-stored-product.ts'
import type { Stage, StagedProduct } from './stage.ts'

type SlugContext = Pick<DraftContext, 'stored' | 'locale'>

const NAMELESS_SLUG = 'product'

/**
 * Assigns a slug to each product: that of the stored product with the same name and source id (or else SKU), or a free
 * one such as `tee-2`.
 */
export async function assignSlugs(products: Stage, { stored, locale }: SlugContext): Promise<void> {
  const prepare = (listKeys: (product: StagedProduct) => LookupKeys) =>
    prepareLookups(products.listWithoutSlug(), stored, listKeys)
  // A source id is more reliable than a SKU.
  for (const kind of ['source', 'sku'] as const) {
    const valueOf = ({ sourceId, sku }: StagedProduct) => (kind === 'source' ? sourceId : sku)
    const listIdentifiers = (value: string | null) => (value === null ? [] : [[kind, value] as const])
    for await (const product of prepare((each) => ({ identifiers: listIdentifiers(valueOf(each)) }))) {
      const value = valueOf(product)
      const known = value === null ? undefined : await findIdentified(stored, kind, value)
      if (!known || buildSlug(known.name) !== buildSlug(product.name)) continue
      const isSame = kind === 'source' || !differInSameSource(known.sourceId, product.sourceId)
      if (isSame) products.assignSlug(product, known.slug)
    }
  }

  const lastNumbers = new Map<string, number>()
  const bySlug = ({ name, givenSlug }: StagedProduct) => {
    const [own, plain] = [buildLocalSlug(name, locale), buildSlug(name)]
    return { slug: givenSlug ?? own, formerSlugs: givenSlug === null && plain !== own ? [plain] : [] }
  }
  for await (const product of prepare(bySlug)) {
    const base = product.givenSlug ?? (await chooseBase(product, stored, locale))
    let number = lastNumbers.get(base) ?? 1
    let slug = number === 1 ? base : `${base}-${number}`
    while ((await isTakenByAnother(slug, product, stored)) || !products.assignSlug(product, slug))
      slug = `${base}-${++number}`
    if (number > 1) lastNumbers.set(base, number)
  }
}

/**
 * Builds the slug by the rules of the site's language. A stored product of this name keeps its slug from before the
 * language was changed.
 */
async function chooseBase({ name }: StagedProduct, stored: StoredProducts, locale: string): Promise<string> {
  const [own, plain] = [buildLocalSlug(name, locale), buildSlug(name)]
  const keepsPlain =
    own !== plain && (await stored.findProduct(plain))?.name === name && !(await stored.findProduct(own))
  return (keepsPlain ? plain : own) || NAMELESS_SLUG
}

async function isTakenByAnother(slug: string, { sourceId }: StagedProduct, stored: StoredProducts): Promise<boolean> {
  const holder = await stored.findProduct(slug)
  return holder !== undefined && differInSameSource(holder.sourceId, sourceId)
}

/** Returns false for ids of different sources, which cannot be compared. */
function differInSameSource(left: string | null, right: string | null): boolean {
  return left !== null && right !== null && left !== right && sourceOf(left) === sourceOf(right)
}

function sourceOf(sourceId: string): string {
  return sourceId.slice(0, sourceId.indexOf(':'))
}

/** Suggests a slug from the first usable name, as the end of an error message. @returns '' if no name is usable */
export function suggestSlug(names: readonly (string | null | undefined)[], locale: string): string {
  const slug = names.map((name) => buildLocalSlug(name ?? '', locale)).find(Boolean)
  return slug === undefined ? '' : `; use "${slug}", for example`
}
