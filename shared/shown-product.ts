import type { SafetyTexts } from './messages/server-texts/en.ts'
import type {
  CatalogImage,
  CategoryLink,
  Fallback,
  Product,
  ProductDocument,
  ProductVariant,
  Untranslated,
} from './catalog.ts'
import type { Company } from './site.ts'
import type { PriceText, PriceNote } from './shown-catalog.ts'

type UnshownField =
  | 'manufacturer'
  | 'responsiblePerson'
  | 'safetyInformation'
  | 'pictograms'
  | 'metaTitle'
  | 'categorySlug'
  | 'otherCategorySlugs'
  | 'visibility'
  | 'replacedBy'
  | 'discontinuedByPrune'
  | 'featured'
  | 'tags'
  | 'includes'
  | 'sourceId'
  | 'formerSlugs'
  | 'family'
  | 'taxNote'
  | 'translations'
  | 'fallback'

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

export interface ShownDocument extends Pick<ProductDocument, 'name' | 'url'> {
  readonly note?: string
}

export type ShownVariant = ProductVariant & Pick<PriceText, 'details'>

export interface ShownProduct extends Omit<Product, UnshownField | 'documents' | 'variants'> {
  readonly documents: readonly ShownDocument[]
  readonly variants: readonly [ShownVariant, ...ShownVariant[]]
  readonly langs?: Fallback['langs']
  readonly untranslated?: Untranslated
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

/** A product's print sheet, which fits on two pages of paper. Its notes say how much is left out. */
export interface ShownSheet extends Pick<Product, 'slug' | 'name' | 'brand'>, PriceText {
  /** '' unless the product has several variants. */
  readonly variantKey: string
  readonly image: CatalogImage | null
  readonly summary: string
  /** A text such as 'Available as: Thread M3 – M20 (63 products)'. Undefined if the product is in no family. */
  readonly family?: string
  readonly discontinued: Discontinued | null
  readonly priceNotes?: readonly PriceNote[]
  readonly facts: readonly NamedValue[]
  readonly rows: readonly NamedValue[]
  readonly rowsNote: string | null
  readonly variants: {
    readonly heads: readonly string[]
    readonly rows: readonly (readonly string[])[]
    readonly note: string | null
  } | null
  /** Each value is the document's URL, which is cut if it is very long. */
  readonly documents: readonly (NamedValue & { readonly url: string })[]
  readonly documentsNote: string | null
  readonly url: string
  /** The QR code of the URL: an SVG path, and its width in modules. */
  readonly code: { readonly path: string; readonly size: number }
  readonly texts: { readonly code: string; readonly print: string; readonly back: string }
  readonly langs?: { readonly name?: string | undefined; readonly summary?: string | undefined }
}

/** Returns the first picture on a product's page: that of the chosen variant, or else of the first variant. */
export function chooseFirstPicture(
  { images, variants }: Pick<Product, 'images' | 'variants'>,
  variantKey: string,
): CatalogImage | null {
  const variant = variants.find(({ key }) => key === variantKey) ?? variants[0]
  return images[variant.imageIndex ?? 0] ?? null
}
