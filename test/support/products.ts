import type { Product, ProductVariant } from '../../shared/catalog.ts'
import type { Category } from '../../server/catalog/category.ts'

export function buildVariant(given: Partial<ProductVariant> = {}): ProductVariant {
  return {
    key: '',
    optionValues: [],
    sku: null,
    gtin: null,
    mpn: null,
    priceMinor: 12_000,
    compareAtMinor: null,
    availability: 'InStock',
    imageIndex: null,
    weightGrams: null,
    ...given,
  }
}

export function buildProduct(given: Partial<Product> & { slug: string }): Product {
  return {
    name: given.slug,
    brand: null,
    shortDescription: '',
    description: '<p>A thing.</p>',
    metaDescription: null,
    metaTitle: null,
    categorySlug: null,
    currency: 'EUR',
    condition: 'NewCondition',
    visibility: 'public',
    featured: false,
    tags: [],
    options: [],
    variants: [buildVariant()],
    images: [],
    attributes: [],
    documents: [],
    externalLink: null,
    includes: [],
    sourceId: null,
    formerSlugs: [],
    ...given,
  }
}

export function buildCategory(given: Partial<Category> & { slug: string }): Category {
  return { parentSlug: null, name: given.slug, description: null, image: null, position: 0, formerSlugs: [], ...given }
}

/** Builds attributes from their names and values. */
export const buildAttributes = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([name, value]) => ({ name, value }))

/** Builds an option with a variant for each of its values, whose key is the value in lower case with hyphens for spaces. */
export function buildOption(name: string, variants: Readonly<Record<string, Partial<ProductVariant>>>) {
  const [first, ...others] = Object.entries(variants).map(([value, given]) =>
    buildVariant({ key: value.toLowerCase().replaceAll(' ', '-'), optionValues: [value], ...given }),
  )
  return { options: [{ name, values: Object.keys(variants) }], variants: [first!, ...others] as const }
}
