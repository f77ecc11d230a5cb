import type { OrderTerms } from './order-terms.ts'

/**
 * Types of the catalogue, named after schema.org. Prices are in minor units (cents); null means 'price on request'. A field
 * `lang` is set only if a text is not in the language of the page.
 */

export type Availability = 'InStock' | 'BackOrder' | 'PreOrder' | 'OutOfStock'
export type ItemCondition = 'NewCondition' | 'RefurbishedCondition' | 'UsedCondition'

/** An `unlisted` product has a page, but is in no list, search result or sitemap. A `hidden` product has no page. */
export type Visibility = 'public' | 'unlisted' | 'hidden'

export const IMAGE_FORMATS = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const
export type ImageFormat = (typeof IMAGE_FORMATS)[number]

export interface StoredImage {
  /** Hexadecimal SHA-256 of the bytes. */
  readonly hash: string
  readonly format: ImageFormat
  readonly width: number
  readonly height: number
  readonly alt: string
  readonly lang?: string
}

/** A picture on another server. */
export interface RemoteImage {
  readonly url: string
  readonly alt: string
  readonly lang?: string
}

export type CatalogImage = StoredImage | RemoteImage

export interface ProductOption {
  readonly name: string
  readonly values: readonly string[]
  /** The texts in the first language and in the same order, by which filters and columns find a translated option. */
  readonly original?: Omit<ProductOption, 'original'>
}

/** Response to the address of a discontinued product: a page with a notice, a redirect to the successor, or status 410. */
export const DISCONTINUED_MODES = ['page', 'redirect', 'gone'] as const

export type DiscontinuedMode = (typeof DISCONTINUED_MODES)[number]

/** Which prices are shown: all, only the lowest, none, or the text "Price on request". */
export const PRICE_DISPLAYS = ['shown', 'from', 'hidden', 'request'] as const
export type PriceDisplay = (typeof PRICE_DISPLAYS)[number]

/** A number under which another maker sells the same article. */
export interface EquivalentNumber {
  readonly maker: string | null
  readonly number: string
}

export type MeasureUnit = 'mg' | 'g' | 'kg' | 'ml' | 'cl' | 'l' | 'm³' | 'mm' | 'cm' | 'm' | 'cm²' | 'm²' | 'piece'

/** An amount above 0 with its unit, such as 750 ml. */
export interface Measure {
  readonly amount: number
  readonly unit: MeasureUnit
}

export interface UnitPricing {
  readonly quantity: Measure
  /** What the price per unit refers to. Undefined means 1 kg, 1 l, 1 m³, 1 m, 1 m² or 1 piece. */
  readonly base?: Measure
}

export interface ProductVariant extends OrderTerms {
  /** The value of `?variant=`; '' if the product has no options. */
  readonly key: string
  readonly optionValues: readonly string[]
  readonly sku: string | null
  readonly gtin: string | null
  /** An imported barcode that is not a valid GTIN. It is exported again, but not shown. */
  readonly barcode?: string
  readonly mpn: string | null
  readonly priceMinor: number | null
  /** The former price if it was higher, otherwise null. */
  readonly compareAtMinor: number | null
  readonly availability: Availability
  readonly imageIndex: number | null
  readonly weightGrams: number | null
  readonly unitPricing?: UnitPricing
  readonly equivalents?: readonly EquivalentNumber[]
}

export interface ProductAttribute {
  readonly name: string
  readonly value: string
  /** The texts in the first language, by which filters and columns find a translated attribute. */
  readonly original?: Omit<ProductAttribute, 'original'>
}

export interface TranslatedAddress {
  readonly slug?: string | undefined
  readonly formerSlugs?: readonly string[] | undefined
}

/** Texts in a further language. Missing ones are shown in the first language. */
export interface ProductTranslation extends TranslatedAddress {
  readonly name?: string | undefined
  readonly shortDescription?: string | undefined
  readonly description?: string | undefined
  readonly safetyInformation?: string | undefined
  readonly metaTitle?: string | undefined
  readonly metaDescription?: string | undefined
  readonly taxNote?: string | undefined
  readonly terms?: Readonly<Record<string, TranslatedTerm>> | undefined
}

/** A translated option or attribute. Values are keyed by their texts in the first language. */
export interface TranslatedTerm {
  readonly name?: string | undefined
  readonly values?: Readonly<Record<string, string>>
}

/** Texts by lower-case language tag. */
export type Translations<Texts> = Readonly<Record<string, Texts>>

export type ProductText = 'name' | 'shortDescription' | 'description' | 'safetyInformation' | 'taxNote'

export interface ProductDocument {
  readonly name: string
  /** An `https` URL or a path on the site, such as `/about/care` or, for a stored document, `/files/{hash}/{name}`. */
  readonly url: string
  readonly bytes?: number
}

/** Fields of a product that browsers do not get. */
export interface UnshownFields {
  readonly metaTitle: string | null
  readonly categorySlug: string | null
  readonly otherCategorySlugs?: readonly string[] | undefined
  readonly visibility: Visibility
  /** Set if an import with `--prune` discontinued the product. An import that contains the product offers it again. */
  readonly discontinuedByPrune?: true | undefined
  /** Slug or article number of the successor, as the owner wrote it. */
  readonly replacedBy?: string | undefined
  readonly featured: boolean
  readonly tags: readonly string[]
  /** Name of a company, which may have no record in `companies.csv`. */
  readonly manufacturer?: string | undefined
  /** The company that is responsible for the product in the European Union. */
  readonly responsiblePerson?: string | undefined
  /** Plain text with line breaks. */
  readonly safetyInformation?: string | undefined
  /** Pictures of warnings, such as the GHS hazard symbols. */
  readonly pictograms?: readonly CatalogImage[] | undefined
  /** Slugs of the products in a set; empty for other products. */
  readonly includes: readonly string[]
  /** Id in the imported file, which a new name does not change. */
  readonly sourceId: string | null
  readonly formerSlugs: readonly string[]
  /** The family that the owner chose. '' keeps the product out of families; if undefined, the family is recognised. */
  readonly family?: string | undefined
  readonly taxNote?: string | undefined
  readonly translations?: Translations<ProductTranslation> | undefined
  /** The texts that a page in a further language has to show in the site's first language. They are computed and not stored. */
  readonly fallback?: Fallback | undefined
}

export interface Product extends UnshownFields {
  readonly slug: string
  readonly name: string
  readonly brand: string | null
  /** Sanitised HTML, as is `description`; '' if there is none. */
  readonly shortDescription: string
  readonly description: string
  /** If null, the page uses the beginning of the description. */
  readonly metaDescription: string | null
  readonly currency: string
  readonly condition: ItemCondition
  /** The visibility before an import with `--prune` hid the product. An import that contains the product restores it. */
  readonly visibilityBeforePrune?: Visibility | undefined
  /** Set if the product is no longer offered. 'yes' means the mode in the site's settings. */
  readonly discontinued?: 'yes' | DiscontinuedMode | undefined
  readonly options: readonly ProductOption[]
  readonly variants: readonly [ProductVariant, ...ProductVariant[]]
  readonly images: readonly CatalogImage[]
  readonly attributes: readonly ProductAttribute[]
  readonly documents: readonly ProductDocument[]
  readonly externalLink: SiteLink | null
  /** If undefined, the setting of the nearest category that has one, or of the site, applies. Pages read the resulting value. */
  readonly priceDisplay?: PriceDisplay | undefined
  /** The lowest price, if only this one is shown. It is computed for pages and not stored. */
  readonly priceFrom?: { readonly priceMinor: number; readonly unitPricing?: UnitPricing }
}

/** Which texts of a product a page in a further language shows in the first language. */
export interface Fallback {
  readonly mainSlug: string
  /** The specification is marked if no name or value of its attributes and options is translated. */
  readonly langs: Partial<Readonly<Record<ProductText | 'specification', string>>>
}

export interface CategoryLink {
  readonly slug: string
  readonly name: string
  readonly lang?: string
}

export interface SiteLink {
  readonly label: string
  /** A path of this site or an `https` URL. */
  readonly href: string
  readonly lang?: string
}
