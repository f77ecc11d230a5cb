import type { SafetyTexts } from './messages/server-texts/en.ts'
import type {
  CatalogImage,
  CategoryLink,
  Fallback,
  Product,
  ProductDocument,
  ProductVariant,
  UnshownFields,
} from './catalog.ts'
import type { Company } from './site.ts'
import type { PriceText } from './shown-catalog.ts'

/**
 * A product of a family. `step` is its distance in cells from the product before it, in a table of all value combinations whose
 * second axis changes first. Most steps are 1, which halves the compressed data of a large family.
 */
export type FamilyMember = readonly [slug: string, isAvailable: 0 | 1, step: number]

/** The products that differ from the shown one only in one or two sizes, the axes. */
export interface ShownFamily {
  /** The values of each axis are ordered from the smallest to the largest. */
  readonly axes: readonly { readonly name: string; readonly values: readonly string[] }[]
  /** The index of the shown product's value for each axis. */
  readonly chosen: readonly number[]
  readonly products: readonly FamilyMember[]
}

export interface PartPrices {
  readonly lowestMinor: number
  /** Null if only the lowest price is shown. */
  readonly highestMinor: number | null
  readonly count: number
}

export type ShownVariant = ProductVariant & PriceText

export interface ShownProduct extends Omit<Product, keyof UnshownFields | 'documents' | 'variants'> {
  readonly documents: readonly (Pick<ProductDocument, 'name' | 'url'> & { readonly note?: string })[]
  readonly variants: readonly [ShownVariant, ...ShownVariant[]]
  readonly langs?: Fallback['langs']
  /** The slug in the first language, if it is another one. */
  readonly mainSlug?: string
}

export interface Discontinued {
  readonly state: string
  readonly notice: string
  /** The label ends with a colon. */
  readonly successor: (CategoryLink & { readonly label: string }) | null
}

export interface ShownSafety {
  /** The company's record, or only its name if it has none. */
  readonly manufacturer?: Company
  readonly responsiblePerson?: Company
  readonly information?: string
  readonly pictograms: readonly CatalogImage[]
  readonly langs: { readonly information?: string; readonly pictograms?: string }
  readonly texts: SafetyTexts
}

export interface NamedValue {
  readonly name: string
  readonly value: string
}

/** Returns the first picture on a product's page: that of the chosen variant, or else of the first variant. */
export function chooseFirstPicture(
  { images, variants }: Pick<Product, 'images' | 'variants'>,
  variantKey: string,
): CatalogImage | null {
  const variant = variants.find(({ key }) => key === variantKey) ?? variants[0]
  return images[variant.imageIndex ?? 0] ?? null
}
