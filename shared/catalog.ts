/**
 * Types of the catalogue, named after schema.org. Prices are integers in minor units (cents) of an ISO 4217 currency;
 * a price of null means 'price on request'.
 */

export type Availability = 'InStock' | 'BackOrder' | 'PreOrder' | 'OutOfStock'
export type ItemCondition = 'NewCondition' | 'RefurbishedCondition' | 'UsedCondition'

/** An `unlisted` product has a page, but is not in lists, search results or the sitemap; a `hidden` one has no page. */
export type Visibility = 'public' | 'unlisted' | 'hidden'

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif'

/** A picture in the store, identified by the hexadecimal SHA-256 hash of its bytes. */
export interface StoredImage {
  readonly hash: string
  readonly format: ImageFormat
  readonly width: number
  readonly height: number
  readonly alt: string
}

/** A picture on another server: an import had its `https` URL, but not its file. */
export interface RemoteImage {
  readonly url: string
  readonly alt: string
}

export type CatalogImage = StoredImage | RemoteImage

export interface ProductOption {
  readonly name: string
  /** Ordered by the first variant that has the value. */
  readonly values: readonly string[]
}

export interface ProductVariant {
  /** Unique within the product; the value of `?variant=`. '' if the product has no options. */
  readonly key: string
  /** One value for each of the product's options, in the same order. */
  readonly optionValues: readonly string[]
  readonly sku: string | null
  /** A valid GTIN of 8, 12, 13 or 14 digits. */
  readonly gtin: string | null
  /** The imported value if it was not a valid GTIN; it is exported again, but not shown. */
  readonly barcode?: string
  readonly mpn: string | null
  readonly priceMinor: number | null
  /** The former price; null unless it is higher than the price. */
  readonly compareAtMinor: number | null
  readonly availability: Availability
  readonly imageIndex: number | null
  readonly weightGrams: number | null
}

export interface ProductAttribute {
  readonly name: string
  readonly value: string
}

export interface ProductDocument {
  readonly name: string
  /** An `https` URL or a path of this site. */
  readonly url: string
}

export interface Product {
  readonly slug: string
  readonly name: string
  readonly brand: string | null
  /** Sanitised HTML, shown below the price; '' if there is none. */
  readonly shortDescription: string
  /** Sanitised HTML. */
  readonly description: string
  /** Plain text for the meta description; null to use the beginning of the description. */
  readonly metaDescription: string | null
  readonly metaTitle: string | null
  readonly categorySlug: string | null
  readonly currency: string
  readonly condition: ItemCondition
  readonly visibility: Visibility
  /** Visibility before `--prune` hid the product; restored when an import contains the product again. */
  readonly visibilityBeforePrune?: Visibility | undefined
  readonly featured: boolean
  readonly tags: readonly string[]
  readonly options: readonly ProductOption[]
  readonly variants: readonly [ProductVariant, ...ProductVariant[]]
  readonly images: readonly CatalogImage[]
  readonly attributes: readonly ProductAttribute[]
  readonly documents: readonly ProductDocument[]
  /** Link to a shop that sells the product; an `https` URL. */
  readonly externalLink: SiteLink | null
  /** Slugs of the products in this group or set. */
  readonly includes: readonly string[]
  /** The product's id in the imported file (such as WooCommerce's ID), which stays the same if a new name changes the slug. */
  readonly sourceId: string | null
  readonly formerSlugs: readonly string[]
}

export interface ProductCard {
  readonly slug: string
  readonly name: string
  readonly brand: string | null
  readonly categoryName: string | null
  readonly sku: string | null
  readonly image: CatalogImage | null
  readonly currency: string
  /** The lowest and the highest price of its variants; both null if the price is on request. */
  readonly priceFromMinor: number | null
  readonly priceToMinor: number | null
  /** The former price of the variant with the lowest price. */
  readonly compareAtMinor: number | null
  /** The best availability among its variants. */
  readonly availability: Availability
  readonly variantCount: number
}

export interface Category {
  readonly slug: string
  readonly parentSlug: string | null
  readonly name: string
  readonly description: string | null
  readonly image: StoredImage | null
  readonly position: number
  readonly formerSlugs: readonly string[]
}

export interface CategoryNode {
  readonly slug: string
  readonly name: string
  readonly description: string | null
  /** The category's picture, or one of a product in it. */
  readonly image: CatalogImage | null
  /** Number of public products in the category and its subcategories. */
  readonly productCount: number
  readonly children: readonly CategoryNode[]
}

export interface CategoryLink {
  readonly slug: string
  readonly name: string
}

export interface PostalAddress {
  readonly streetAddress: string
  readonly postalCode: string
  readonly addressLocality: string
  /** ISO 3166-1 alpha-2 code. */
  readonly addressCountry: string
}

export type DayOfWeek = 'Monday' | 'Tuesday' | 'Wednesday' | 'Thursday' | 'Friday' | 'Saturday' | 'Sunday'

export interface OpeningHours {
  readonly days: readonly DayOfWeek[]
  /** 'HH:MM' in the site's time zone. */
  readonly opens: string
  readonly closes: string
}

export interface Contact {
  readonly email: string | null
  readonly phone: string | null
  readonly address: PostalAddress | null
  readonly openingHours: readonly OpeningHours[]
}

export interface SiteLink {
  readonly label: string
  /** A path of this site or an `https` URL. */
  readonly href: string
}

export interface Hero {
  readonly title: string
  readonly text: string | null
  readonly image: StoredImage | null
  readonly link: SiteLink | null
}

export interface Site {
  readonly name: string
  /** Null to use the site's name as description (specification, section 1). */
  readonly description: string | null
  /** `site`: every page has the site's name as title and description. `own` (default): a page's title begins with the page's name. */
  readonly pageTitles?: 'own' | 'site'
  /** BCP 47. */
  readonly locale: string
  /** ISO 4217; the currency of imported prices without one. */
  readonly currency: string
  /** IANA name. */
  readonly timeZone: string
  /** Settings that the owner explicitly set to their default value. */
  readonly confirmedDefaults?: readonly ('name' | 'locale' | 'currency' | 'timeZone' | 'navigation')[] | undefined
  readonly contact: Contact
  readonly navigation: readonly SiteLink[]
  readonly hero: Hero | null
  readonly logo: StoredImage | null
  /** `#rrggbb`; null for Vitrine's default. */
  readonly accentColor: string | null
  /** URLs of the company's profiles on other sites (schema.org `sameAs`). */
  readonly sameAs: readonly string[]
  readonly hasGoogleFeed: boolean
  /** Content of the about page, rendered from Markdown and sanitised; null if there is none. */
  readonly aboutHtml: string | null
  readonly aboutMarkdown: string | null
}
