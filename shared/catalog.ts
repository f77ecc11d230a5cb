import type { FamilyMode, ListingView } from './listing-query.ts'
import type { Wording } from './messages/wording.ts'
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

export function isPictureFormat(format: string): format is ImageFormat {
  return IMAGE_FORMATS.some((known) => known === format)
}

export interface StoredImage {
  /** Hexadecimal SHA-256 of the bytes. */
  readonly hash: string
  readonly format: ImageFormat
  readonly width: number
  readonly height: number
  readonly alt: string
}

/** A picture on another server. */
export interface RemoteImage {
  readonly url: string
  readonly alt: string
}

export type CatalogImage = StoredImage | RemoteImage

export interface ProductOption {
  readonly name: string
  readonly values: readonly string[]
  /** The texts in the first language and in the same order, by which filters and columns find a translated option. */
  readonly original?: Omit<ProductOption, 'original' | 'lang'>
  readonly lang?: string
}

/** Response to the address of a discontinued product: a page with a notice, a redirect to the successor, or status 410. */
export const DISCONTINUED_MODES = ['page', 'redirect', 'gone'] as const

export type DiscontinuedMode = (typeof DISCONTINUED_MODES)[number]

export const OLD_SHOPS = ['shopify', 'woocommerce', 'prestashop', 'magento', 'wix'] as const

export type OldShop = (typeof OLD_SHOPS)[number]

/** What an import with `--prune` does with products that are missing from the file. */
export const MISSING_MODES = ['unpublish', 'discontinue', 'keep'] as const
export type MissingMode = (typeof MISSING_MODES)[number]

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
  readonly original?: Omit<ProductAttribute, 'original' | 'lang'>
  readonly lang?: string
}

interface TranslatedAddress {
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

export interface CategoryTranslation extends TranslatedAddress {
  readonly name?: string | undefined
  readonly description?: string | undefined
}

/** Texts by lower-case language tag. */
export type Translations<Texts> = Readonly<Record<string, Texts>>

export type ProductText = 'name' | 'shortDescription' | 'description' | 'safetyInformation'

export interface ProductDocument {
  readonly name: string
  /** An `https` URL or a path on the site, such as `/about/care` or, for a stored document, `/files/{hash}/{name}`. */
  readonly url: string
  readonly bytes?: number
}

export interface Product {
  readonly slug: string
  readonly name: string
  readonly brand: string | null
  /** Sanitised HTML, as is `description`; '' if there is none. */
  readonly shortDescription: string
  readonly description: string
  /** If null, the page uses the beginning of the description. */
  readonly metaDescription: string | null
  readonly metaTitle: string | null
  readonly categorySlug: string | null
  readonly otherCategorySlugs?: readonly string[] | undefined
  readonly currency: string
  readonly condition: ItemCondition
  readonly visibility: Visibility
  /** The visibility before an import with `--prune` hid the product. An import that contains the product restores it. */
  readonly visibilityBeforePrune?: Visibility | undefined
  /** Set if the product is no longer offered. 'yes' means the mode in the site's settings. */
  readonly discontinued?: 'yes' | DiscontinuedMode | undefined
  /** Set if an import with `--prune` discontinued the product. An import that contains the product offers it again. */
  readonly discontinuedByPrune?: true | undefined
  /** Slug or article number of the successor, as the owner wrote it. */
  readonly replacedBy?: string | undefined
  readonly featured: boolean
  readonly tags: readonly string[]
  readonly options: readonly ProductOption[]
  readonly variants: readonly [ProductVariant, ...ProductVariant[]]
  readonly images: readonly CatalogImage[]
  readonly attributes: readonly ProductAttribute[]
  readonly documents: readonly ProductDocument[]
  /** Name of a company, which may have no record in `companies.csv`. */
  readonly manufacturer?: string | undefined
  /** The company that is responsible for the product in the European Union. */
  readonly responsiblePerson?: string | undefined
  /** Plain text with line breaks. */
  readonly safetyInformation?: string | undefined
  /** Pictures of warnings, such as the GHS hazard symbols. */
  readonly pictograms?: readonly CatalogImage[] | undefined
  readonly externalLink: SiteLink | null
  /** Slugs of the products in a set; empty for other products. */
  readonly includes: readonly string[]
  /** Id in the imported file, which a new name does not change. */
  readonly sourceId: string | null
  readonly formerSlugs: readonly string[]
  /** The family that the owner chose. '' keeps the product out of families; if undefined, the family is recognised. */
  readonly family?: string | undefined
  /** If undefined, the setting of the nearest category that has one, or of the site, applies. Pages read the resulting value. */
  readonly priceDisplay?: PriceDisplay | undefined
  /** The lowest price, if only this one is shown. It is computed for pages and not stored. */
  readonly priceFrom?: { readonly priceMinor: number; readonly unitPricing?: UnitPricing }
  readonly taxNote?: string | undefined
  readonly translations?: Translations<ProductTranslation> | undefined
  /** The texts that a page in a further language shows in the first one. They are computed and not stored. */
  readonly fallback?: Fallback<ProductText> | undefined
}

/** Which texts of a product or category a page in a further language shows in the first language. */
export interface Fallback<Text extends string> {
  readonly mainSlug: string
  readonly langs: Partial<Readonly<Record<Text, string>>>
}

export interface ProductCard {
  readonly slug: string
  readonly name: string
  readonly brand: string | null
  readonly categoryName: string | null
  readonly sku: string | null
  readonly image: CatalogImage | null
  readonly currency: string
  readonly priceFromMinor: number | null
  /** Null if there is no price, or only the lowest one is shown. */
  readonly priceToMinor: number | null
  /** The former price of the cheapest variant. */
  readonly compareAtMinor: number | null
  /** The unit price of the cheapest variant. */
  readonly unitPricing?: UnitPricing
  readonly taxNote?: string
  /** Whether the card shows nothing in place of a price. */
  readonly hidesPrice?: true
  readonly availability: Availability
  readonly variantCount: number
  readonly isDiscontinued?: true
  readonly secondImage?: CatalogImage
  readonly options?: readonly ProductOption[]
  readonly lang?: string
}

export interface Category {
  readonly slug: string
  readonly parentSlug: string | null
  readonly name: string
  readonly description: string | null
  readonly image: StoredImage | null
  /** Sorts the category among its siblings. Categories with null follow all others, sorted by name. */
  readonly position: number | null
  readonly formerSlugs: readonly string[]
  /** The default view of the products. If undefined, the parent category decides. */
  readonly view?: ListingView
  /** Names of the attributes that tables show as columns. If undefined, the parent category decides. */
  readonly columns?: readonly string[]
  /** How product prices are shown. If undefined, the parent category decides. */
  readonly prices?: PriceDisplay
  readonly translations?: Translations<CategoryTranslation> | undefined
}

export interface CategoryNode {
  readonly slug: string
  readonly name: string
  readonly description: string | null
  /** The category's own picture, or that of one of its products. Remote pictures are not used, because they may fail to load. */
  readonly image: StoredImage | null
  readonly position: number | null
  /** Number of public products, including those of subcategories, each counted once. */
  readonly productCount: number
  readonly children: readonly CategoryNode[]
  readonly lang?: string
  readonly descriptionLang?: string
  readonly mainSlug?: string
  readonly translations?: Category['translations']
}

export interface CategoryLink {
  readonly slug: string
  readonly name: string
  readonly lang?: string
}

export interface PostalAddress {
  readonly streetAddress: string
  readonly postalCode: string
  readonly addressLocality: string
  /** Country code (ISO 3166-1 alpha-2). */
  readonly addressCountry: string
}

export const DAYS_OF_WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
export type DayOfWeek = (typeof DAYS_OF_WEEK)[number]

export interface OpeningHours {
  readonly days: readonly DayOfWeek[]
  /** 'HH:MM' in the site's time zone. */
  readonly opens: string
  readonly closes: string
}

/** A manufacturer or the person responsible for its products, from `companies.csv`. */
export interface Company {
  readonly name: string
  readonly address?: string
  readonly email?: string
  /** An `https` URL. */
  readonly website?: string
  readonly phone?: string
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
  readonly lang?: string
}

export interface Hero {
  readonly title: string
  readonly text: string | null
  readonly image: StoredImage | null
  /** The part of the picture that cropping keeps, as `object-position`. The default is the centre. */
  readonly focus?: string
  readonly link: SiteLink | null
  readonly lang?: string
}

interface StoredFont {
  /** Hexadecimal SHA-256 of the bytes. */
  readonly hash: string
  readonly weights?: readonly [number, number]
  /** It is computed when the site is loaded, and not stored. */
  readonly fallback?: FallbackFace
}

/** How Arial is scaled to take as much room as another font: its size, and its measures in thousandths of this size. */
export interface FallbackFace {
  readonly size: number
  readonly ascent: number
  readonly descent: number
  readonly lineGap: number
}

export type SiteFont = StoredFont | 'serif' | 'sans-serif' | 'monospace' | 'system-ui'

export type PageLinkPlace = 'footer' | 'menu'

/** The role of a page that the site itself links to. For example, the enquiry form links to the privacy page. */
export type PageRole = 'imprint' | 'privacy'

export interface OwnerPage {
  readonly slug: string
  readonly title: string
  /** For search engines. If null, they get the beginning of the text. */
  readonly description: string | null
  readonly links: readonly PageLinkPlace[]
  readonly role: PageRole | null
  /** Sorts the pages. Pages with null follow those with a position. */
  readonly position: number | null
  /** Sanitised HTML. */
  readonly html: string
  readonly markdown: string
  readonly formerSlugs?: readonly string[]
  readonly lang?: string
}

export interface SiteTranslation {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly wording?: Wording | undefined
  readonly logoAlt?: string | undefined
  readonly priceNotes?: Pick<PriceNotes, 'tax' | 'delivery'> | undefined
  readonly hero?: Partial<Readonly<Record<'title' | 'text' | 'imageAlt' | 'link', string>>> | undefined
  readonly navigation?: Readonly<Record<string, string>> | undefined
  readonly aboutHtml?: string | undefined
  readonly aboutMarkdown?: string | undefined
  readonly pages?: readonly OwnerPage[] | undefined
}

/** File formats of products, in the order in which an import tries them. */
export const FORMAT_IDS = [
  'vitrine',
  'shopify',
  'shopify-translations',
  'woocommerce',
  'google',
  'magento',
  'prestashop',
  'squarespace',
  'wix',
  'shopware',
  'etsy',
  'bigcommerce',
  'bmecat',
] as const

export type FormatId = (typeof FORMAT_IDS)[number]

export interface CatalogSource {
  /** An `https` address, in which `${SOURCE_NAME}` stands for an environment variable. */
  readonly address: string
  /** 'HH:MM' in the site's time zone. */
  readonly times: readonly string[]
  /** An import is refused if the file has a smaller share of the last file's products. The default is 0.9. */
  readonly minimumShare?: number | undefined
  readonly format?: FormatId | undefined
  readonly encoding?: string | undefined
  readonly sheet?: string | undefined
  readonly headerRow?: number | undefined
  readonly prune?: boolean | undefined
}

export interface PriceNotes {
  readonly tax?: string | undefined
  readonly delivery?: string | undefined
  /** A path of this site or an `https` URL. */
  readonly deliveryLink?: string | undefined
  /** Languages of the notes that are not translated. They are computed and not stored. */
  readonly langs?: Partial<Readonly<Record<'tax' | 'delivery', string>>>
}

export interface Site {
  readonly name: string
  /** If null, pages use the site's name (requirement 1.5). */
  readonly description: string | null
  /** With `site`, every page has the site's name as title and description. The default is `own`. */
  readonly pageTitles?: 'own' | 'site'
  readonly locale: string
  /** Interface texts that the owner wrote instead of Vitrine's. */
  readonly wording?: Wording | undefined
  /** ISO 4217 code, also used for imported prices without a currency. */
  readonly currency: string
  readonly timeZone: string
  /** The system of units for filters. If undefined, each attribute uses the unit of most of its values. */
  readonly units?: 'metric' | 'imperial' | undefined
  /** Settings whose default value the owner has chosen explicitly. */
  readonly confirmedDefaults?: readonly ('name' | 'locale' | 'currency' | 'timeZone' | 'navigation')[] | undefined
  readonly contact: Contact
  readonly navigation: readonly SiteLink[]
  readonly hero: Hero | null
  readonly logo: StoredImage | null
  /** A colour as `#rrggbb`; null for Vitrine's default. */
  readonly accentColor: string | null
  /** Background and text colours of the light theme as `#rrggbb`. Undefined means Vitrine's defaults. */
  readonly paperColor?: string | undefined
  readonly inkColor?: string | undefined
  /** Fonts of headings and names, and of all other texts. Undefined means Vitrine's defaults. */
  readonly fonts?: { readonly display?: SiteFont; readonly text?: SiteFont } | undefined
  readonly sameAs: readonly string[]
  readonly hasGoogleFeed: boolean
  /** Whether remote pictures are linked instead of being fetched and stored. */
  readonly keepRemotePictures?: boolean
  readonly sources?: readonly CatalogSource[]
  readonly oldShops?: readonly OldShop[] | undefined
  /** The default is 'page'. */
  readonly discontinuedProducts?: DiscontinuedMode | undefined
  /** The default is 'unpublish'. */
  readonly missingProducts?: MissingMode | undefined
  /** The default is 'products'. */
  readonly families?: FamilyMode | undefined
  readonly priceNotes?: PriceNotes | undefined
  /** The default is 'shown'. */
  readonly prices?: PriceDisplay | undefined
  /** Sanitised HTML. */
  readonly aboutHtml: string | null
  readonly aboutMarkdown: string | null
  readonly pages: readonly OwnerPage[]
  /** Language tags (BCP 47), if there are several. Texts without a translation are in the first language. */
  readonly languages?: readonly string[] | undefined
  readonly translations?: Translations<SiteTranslation> | undefined
  /** The prefix of page paths in a further language, such as '/de'. It is computed and not stored. */
  readonly base?: string | undefined
  /** Language of the about page if it is not translated. It is computed and not stored. */
  readonly aboutLang?: string | undefined
}
