/**
 * The catalogue in schema.org's words. Prices are whole minor units (cents) of an ISO 4217 currency;
 * a price of null means 'price on request'.
 */

export type Availability = 'InStock' | 'BackOrder' | 'PreOrder' | 'OutOfStock'
export type ItemCondition = 'NewCondition' | 'RefurbishedCondition' | 'UsedCondition'

/** `unlisted` has a page, but stands in no list, search or sitemap; `hidden` has none. */
export type Visibility = 'public' | 'unlisted' | 'hidden'

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif'

/** A picture in the store, addressed by the SHA-256 of its bytes in hex. */
export interface StoredImage {
  readonly hash: string
  readonly format: ImageFormat
  readonly width: number
  readonly height: number
  readonly alt: string
}

/** A picture that an import named by address and found no file for; `https` only. */
export interface RemoteImage {
  readonly url: string
  readonly alt: string
}

export type CatalogImage = StoredImage | RemoteImage

export interface ProductOption {
  readonly name: string
  /** In the order of their first variant. */
  readonly values: readonly string[]
}

export interface ProductVariant {
  /** Unique within the product; chooses the variant in `?variant=`. '' where the product has no options. */
  readonly key: string
  /** One for each of the product's options, in their order. */
  readonly optionValues: readonly string[]
  readonly sku: string | null
  /** 8, 12, 13 or 14 digits with a right check digit; anything else an import found stays out of it. */
  readonly gtin: string | null
  /** What stood in the place of a GTIN and is none; shown nowhere. */
  readonly barcode?: string
  readonly mpn: string | null
  readonly priceMinor: number | null
  /** The price before; kept only where it is above the price. */
  readonly compareAtMinor: number | null
  readonly availability: Availability
  /** Position of its picture in the product's `images`. */
  readonly imageIndex: number | null
  readonly weightGrams: number | null
}

export interface ProductAttribute {
  readonly name: string
  readonly value: string
}

export interface ProductDocument {
  readonly name: string
  /** An `https` address or a path of this site. */
  readonly url: string
}

export interface Product {
  readonly slug: string
  readonly name: string
  readonly brand: string | null
  /** Sanitised HTML; what is said first, beside the price. '' where there is none. */
  readonly shortDescription: string
  /** Sanitised HTML. */
  readonly description: string
  /** Plain text for descriptions in search results; null where the description's beginning serves. */
  readonly metaDescription: string | null
  readonly metaTitle: string | null
  readonly categorySlug: string | null
  readonly currency: string
  readonly condition: ItemCondition
  readonly visibility: Visibility
  /** What it was until `--prune` hid it, and is again once a file has it. */
  readonly visibilityBeforePrune?: Visibility | undefined
  readonly featured: boolean
  readonly tags: readonly string[]
  readonly options: readonly ProductOption[]
  /** Never empty. */
  readonly variants: readonly [ProductVariant, ...ProductVariant[]]
  readonly images: readonly CatalogImage[]
  readonly attributes: readonly ProductAttribute[]
  readonly documents: readonly ProductDocument[]
  /** Where it is sold, with the words of the link; an `https` address. */
  readonly externalLink: SiteLink | null
  /** Slugs of the products that a group is made of. */
  readonly includes: readonly string[]
  /** What its source calls it where a new name changes its slug, such as WooCommerce's ID. */
  readonly sourceId: string | null
  readonly formerSlugs: readonly string[]
}

/** What a list shows of a product. */
export interface ProductCard {
  readonly slug: string
  readonly name: string
  readonly brand: string | null
  readonly categoryName: string | null
  readonly sku: string | null
  readonly image: CatalogImage | null
  readonly currency: string
  /** The lowest and the highest price of its variants; both null where the price is on request. */
  readonly priceFromMinor: number | null
  readonly priceToMinor: number | null
  /** The former price of the variant with the lowest price. */
  readonly compareAtMinor: number | null
  /** The best of its variants. */
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

/** A category in its tree. Its count is of the public products in its whole subtree. */
export interface CategoryNode {
  readonly slug: string
  readonly name: string
  readonly description: string | null
  /** Its own picture, or else one of its products'. */
  readonly image: CatalogImage | null
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
  /** ISO 3166-1, two letters. */
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
  /** A path of this site or an `https` address. */
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
  /** Null gives the name: title and description are both the site's own name (specification, section 1). */
  readonly description: string | null
  /** `site`: title and description of every page are the site's name. `own`, or absent: a page's title begins with its own name. */
  readonly pageTitles?: 'own' | 'site'
  /** BCP 47. */
  readonly locale: string
  /** ISO 4217; the currency of imported prices that name none. */
  readonly currency: string
  /** IANA name. */
  readonly timeZone: string
  /** Settings that the owner gave the value of their default. */
  readonly confirmedDefaults?: readonly ('name' | 'locale' | 'currency' | 'timeZone' | 'navigation')[] | undefined
  readonly contact: Contact
  readonly navigation: readonly SiteLink[]
  readonly hero: Hero | null
  readonly logo: StoredImage | null
  /** `#rrggbb`; null keeps Vitrine's own. */
  readonly accentColor: string | null
  /** Its pages elsewhere. */
  readonly sameAs: readonly string[]
  /** Whether `/feeds/google.xml` is there. */
  readonly hasGoogleFeed: boolean
  /** The owner's text about the site, rendered from Markdown and sanitised; null where none was given. */
  readonly aboutHtml: string | null
  /** The same as the owner wrote it. */
  readonly aboutMarkdown: string | null
}
