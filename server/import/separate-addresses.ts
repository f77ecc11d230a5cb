import type { CategoryTranslation, Product, ProductTranslation } from '../../shared/catalog.ts'
import { getOwn } from '../../shared/get-own.ts'
import type { CatalogWriter } from '../catalog/store/catalog-writer.ts'

type Owners = Pick<CatalogWriter, 'findProduct' | 'findSlugOwner' | 'findOtherSlugOwner'>

/**
 * Gives a product another slug, such as `bowl-2`, in the languages in which its own is another product's translated
 * slug, so that both have an address.
 */
export async function separateAddresses(product: Product, writer: Owners): Promise<Product> {
  const { slug: main, translations = {} } = product
  const owner = await writer.findOtherSlugOwner(main)
  const other = owner === undefined ? undefined : await writer.findProduct(owner)
  const taken = Object.entries(other?.translations ?? {}).filter(
    ([language, { slug }]) => slug === main && getOwn(translations, language)?.slug === undefined,
  )
  if (taken.length === 0) return product
  const slug = await findFreeSlug(main, writer)
  const added = taken.map(([language]) => [language, withSlug(getOwn(translations, language), slug)] as const)
  return { ...product, translations: { ...translations, ...Object.fromEntries(added) } }
}

/** Adds a slug, which is then no former one, to translated texts. */
export function withSlug(
  { formerSlugs = [], ...texts }: ProductTranslation | CategoryTranslation = {},
  slug: string,
): Pick<ProductTranslation, 'slug' | 'formerSlugs'> {
  const formers = formerSlugs.filter((former) => former !== slug)
  return { ...texts, slug, ...(formers.length > 0 && { formerSlugs: formers }) }
}

async function findFreeSlug(main: string, writer: Owners): Promise<string> {
  for (let number = 2; ; number++) {
    const slug = `${main}-${number}`
    const owner = await writer.findSlugOwner(slug)
    if (owner === undefined || owner === main) return slug
  }
}
