import { buildLocalSlug, buildSlug } from '../../shared/slug.ts'
import type { ProductIdentity } from '../store/catalog-store.ts'
import type { DraftContext, StoredProducts } from './product-format.ts'
import type { SluglessProduct, SluglessProducts } from './slugless-products.ts'

export type SlugContext = Pick<DraftContext, 'stored' | 'locale'>

const NAMELESS_SLUG = 'product'

/**
 * Gives each product a slug that is the same at every import: a stored product with the same id in its source, or else
 * the same article number, keeps its slug as long as it keeps its name; others get one that is free (`tee`, `tee-2`).
 */
export async function assignSlugs(products: SluglessProducts<unknown>, { stored, locale }: SlugContext): Promise<void> {
  const keep = ({ key, name }: SluglessProduct, known: ProductIdentity | undefined) => {
    if (known && buildSlug(known.name) === buildSlug(name)) products.giveSlug(key, known.slug)
  }
  // Those that are known for sure choose before those that only look alike.
  for (const product of products.listWithoutSlug()) keep(product, await findBySource(product, stored))
  for (const product of products.listWithoutSlug()) keep(product, await findBySku(product, stored))

  const lastNumbers = new Map<string, number>()
  for (const product of products.listWithoutSlug()) {
    const base = product.wishedSlug ?? (await chooseBase(product, stored, locale))
    let number = lastNumbers.get(base) ?? 1
    let slug = number === 1 ? base : `${base}-${number}`
    while ((await belongsToAnother(slug, product, stored)) || !products.giveSlug(product.key, slug))
      slug = `${base}-${++number}`
    if (number > 1) lastNumbers.set(base, number)
  }
}

/** Where a product of this name is stored under a slug as other languages build it, that goes on. */
async function chooseBase({ name }: SluglessProduct, stored: StoredProducts, locale: string): Promise<string> {
  const [own, plain] = [buildLocalSlug(name, locale), buildSlug(name)]
  const keepsPlain =
    own !== plain && (await stored.findProduct(plain))?.name === name && !(await stored.findProduct(own))
  return (keepsPlain ? plain : own) || NAMELESS_SLUG
}

async function findBySource(
  { sourceId }: SluglessProduct,
  stored: StoredProducts,
): Promise<ProductIdentity | undefined> {
  return sourceId === null ? undefined : (await stored.listProductsByIdentifier('source', sourceId))[0]
}

async function findBySku(
  { sku, sourceId }: SluglessProduct,
  stored: StoredProducts,
): Promise<ProductIdentity | undefined> {
  if (sku === null) return undefined
  // An article number that several products share says nothing about any of them.
  const [known, ...others] = await stored.listProductsByIdentifier('sku', sku)
  return known && others.length === 0 && !isOtherOfSource(known.sourceId, sourceId) ? known : undefined
}

async function belongsToAnother(slug: string, { sourceId }: SluglessProduct, stored: StoredProducts): Promise<boolean> {
  const holder = await stored.findProduct(slug)
  return holder !== undefined && isOtherOfSource(holder.sourceId, sourceId)
}

/** Whether two ids stand for two products of one source; ids of different sources say nothing about each other. */
function isOtherOfSource(left: string | null, right: string | null): boolean {
  return left !== null && right !== null && left !== right && sourceOf(left) === sourceOf(right)
}

function sourceOf(sourceId: string): string {
  return sourceId.slice(0, sourceId.indexOf(':'))
}
