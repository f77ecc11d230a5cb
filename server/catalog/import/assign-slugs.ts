import { buildLocalSlug, buildSlug } from '../../../shared/slug.ts'
import type { ProductIdentity } from '../catalog-store.ts'
import type { DraftContext, StoredProducts } from './product-format.ts'

/** A product of a format that knows no slugs. */
export interface SluglessProduct {
  readonly name: string
  /** What its slug is to be like where that is not its name. */
  readonly wishedSlug?: string | undefined
  readonly sourceId: string | null
  /** The article number of a product without variants. */
  readonly sku: string | null
}

export type SlugContext = Pick<DraftContext, 'stored' | 'locale'>

const NAMELESS_SLUG = 'product'

/**
 * Gives each product a slug that is the same at every import: a stored product with the same id in its source, or else
 * the same article number, keeps its slug as long as it keeps its name; others get one that is free (`tee`, `tee-2`).
 * @returns the slugs in the order of the products
 */
export async function assignSlugs(products: Iterable<SluglessProduct>, { stored, locale }: SlugContext): Promise<readonly string[]> {
  const slugs: string[] = []
  const taken = new Set<string>()
  const give = ({ position }: Placed, slug: string) => taken.add((slugs[position] = slug))
  const keep = (placed: Placed, known: ProductIdentity | undefined): boolean => {
    const keeps = known !== undefined && buildSlug(known.name) === buildSlug(placed.product.name) && !taken.has(known.slug)
    if (keeps) give(placed, known.slug)
    return keeps
  }

  // Those that are known for sure choose before those that only look alike.
  const unknown: Placed[] = []
  let position = 0
  for (const product of products) {
    const placed = { product, position }
    if (!keep(placed, await findBySource(product, stored))) unknown.push(placed)
    position += 1
  }
  const unnamed: Placed[] = []
  for (const placed of unknown) if (!keep(placed, await findBySku(placed.product, stored))) unnamed.push(placed)

  const lastNumbers = new Map<string, number>()
  for (const placed of unnamed) {
    const { product } = placed
    const base = product.wishedSlug ?? (await chooseBase(product, stored, locale))
    let number = lastNumbers.get(base) ?? 1
    let slug = number === 1 ? base : `${base}-${number}`
    while (taken.has(slug) || (await belongsToAnother(slug, product, stored))) slug = `${base}-${++number}`
    if (number > 1) lastNumbers.set(base, number)
    give(placed, slug)
  }
  return slugs
}

interface Placed {
  readonly product: SluglessProduct
  readonly position: number
}

/** Where a product of this name is stored under a slug as other languages build it, that goes on. */
async function chooseBase({ name }: SluglessProduct, stored: StoredProducts, locale: string): Promise<string> {
  const [own, plain] = [buildLocalSlug(name, locale), buildSlug(name)]
  const keepsPlain = own !== plain && (await stored.findProduct(plain))?.name === name && !(await stored.findProduct(own))
  return (keepsPlain ? plain : own) || NAMELESS_SLUG
}

async function findBySource({ sourceId }: SluglessProduct, stored: StoredProducts): Promise<ProductIdentity | undefined> {
  return sourceId === null ? undefined : (await stored.listProductsByIdentifier('source', sourceId))[0]
}

async function findBySku({ sku, sourceId }: SluglessProduct, stored: StoredProducts): Promise<ProductIdentity | undefined> {
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
