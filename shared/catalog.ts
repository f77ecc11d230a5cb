import type { FamilyMode, ListingView } from './listing-query.ts'
import type { Wording } from './messages/wording.ts'
import type { OrderTerms } from './order-terms.ts'

/** Types of the catalogue, named after schema.org. Prices are in minor units (cents); null means 'price on request'. */

export type Availability = 'InStock' | 'BackOrder' | 'PreOrder' | 'OutOfStock'
export type ItemCondition = 'NewCondition' | 'RefurbishedCondition' | 'UsedCondition'

/** An `unlisted` product has a page, but is not in lists, search results or the sitemap; a `hidden` one has no page. */
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

/** A picture on another server: the import had only its `https` URL. */
export interface RemoteImage {
  readonly url: string
  readonly alt: string
}

export type CatalogImage = StoredImage | RemoteImage

export interface ProductOption {
  readonly name: string
  readonly values: readonly string[]
  /** Set if the texts are translated: those of the first language, in the same order. Filters and columns are found by them. */
  readonly original?: Omit<ProductOption, 'original' | 'lang'>
  /** Language of the values, if it is not that of the page. */
  readonly lang?: string
}

/** What the address of a discontinued product responds with: its page with a notice, a redirect to its successor, or 410. */
export const DISCONTINUED_MODES = ['page', 'redirect', 'gone'] as const

export type DiscontinuedMode = (typeof DISCONTINUED_MODES)[number]

/** Shop systems whose usual addresses can be redirected to the pages of this site. */
export const OLD_SHOPS = ['shopify', 'woocommerce', 'prestashop', 'magento', 'wix'] as const

export type OldShop = (typeof OLD_SHOPS)[number]

/** What an import with `--prune` does with products that are missing from the file. */
export const MISSING_MODES = ['unpublish', 'discontinue', 'keep'] as const
export type MissingMode = (typeof MISSING_MODES)[number]

/** How prices are shown: all, only the lowest one, none, or "Price on request". */
export const PRICE_DISPLAYS = ['shown', 'from', 'hidden', 'request'] as const
export type PriceDisplay = (typeof PRICE_DISPLAYS)[number]

/** A number under which another maker sells the same article. */
export interface EquivalentNumber {
  readonly maker: string | null
  readonly number: string
}

export type MeasureUnit = 'mg' | 'g' | 'kg' | 'ml' | 'cl' | 'l' | 'm³' | 'mm' | 'cm' | 'm' | 'cm²' | 'm²' | 'piece'

/** Such as 750 ml. The amount is above 0. */
export interface Measure {
  readonly amount: number
  readonly unit: MeasureUnit
}

/** What the price per unit is computed from. */
export interface UnitPricing {
  /** What the pack holds. */
  readonly quantity: Measure
  /** What the price per unit refers to; if missing, 1 kg, 1 l, 1 m³, 1 m, 1 m² or 1 piece. */
  readonly base?: Measure
}

export interface ProductVariant extends OrderTerms {
  /** The value of `?variant=`; '' if the product has no options. */
  readonly key: string
  /** In the order of `options`. */
  readonly optionValues: readonly string[]
  readonly sku: string | null
  readonly gtin: string | null
  /** An imported barcode that is not a valid GTIN. It is exported again, but not shown. */
  readonly barcode?: string
  readonly mpn: string | null
  readonly priceMinor: number | null
  /** The former price, if it was higher. */
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
  /** Set if the texts are translated: those of the first language. Filters and columns are found by them. */
  readonly original?: Omit<ProductAttribute, 'original' | 'lang'>
  /** Language of the value, if it is not that of the page. */
  readonly lang?: string
}

/** Address and former addresses in one language. */
interface TranslatedAddress {
  readonly slug?: string | undefined
  readonly formerSlugs?: readonly string[] | undefined
}

/** The texts of a product in a further language. A text that is missing is shown in the first language. */
export interface ProductTranslation extends TranslatedAddress {
  readonly name?: string | undefined
  readonly shortDescription?: string | undefined
  readonly description?: string | undefined
  readonly safetyInformation?: string | undefined
  readonly metaTitle?: string | undefined
  readonly metaDescription?: string | undefined
  readonly taxNote?: string | undefined
  /** Texts of options and attributes, by their names in the first language. */
  readonly terms?: Readonly<Record<string, TranslatedTerm>> | undefined
}

/** The name of an option or attribute, and its values by their texts in the first language. */
export interface TranslatedTerm {
  readonly name?: string | undefined
  readonly values?: Readonly<Record<string, string>>
}

/** The texts of a category in a further language. */
export interface CategoryTranslation extends TranslatedAddress {
  readonly name?: string | undefined
  readonly description?: string | undefined
}

/** Texts by language tag, in lower case as in addresses. */
export type Translations<Texts> = Readonly<Record<string, Texts>>

/** Names of a product's texts that may be shown in another language than the page's. */
export type ProductText = 'name' | 'shortDescription' | 'description' | 'safetyInformation'

export interface ProductDocument {
  readonly name: string
  /** An https address, or a path on the site such as `/about/care` or, of a stored document, `/files/{hash}/{name}`. */
  readonly url: string
  /** Size of a stored document. */
  readonly bytes?: number
}

export interface Product {
  readonly slug: string
  readonly name: string
  readonly brand: string | null
  /** Sanitised HTML, as is `description`; '' if there is none. */
  readonly shortDescription: string
  readonly description: string
  /** If null, the beginning of the description is used. */
  readonly metaDescription: string | null
  readonly metaTitle: string | null
  /** The main category, which the breadcrumb shows. */
  readonly categorySlug: string | null
  /** Further categories that list the product. */
  readonly otherCategorySlugs?: readonly string[] | undefined
  readonly currency: string
  readonly condition: ItemCondition
  readonly visibility: Visibility
  /**
   * The visibility before an import with `--prune` hid the product; restored when an import contains the product again.
   */
  readonly visibilityBeforePrune?: Visibility | undefined
  /** Set if the product is no longer offered; 'yes' stands for the mode in the site's settings. */
  readonly discontinued?: 'yes' | DiscontinuedMode | undefined
  /** Set if an import with `--prune` discontinued the product; it is offered again when an import contains it. */
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
  /** Name of a company, whose record may be missing. */
  readonly manufacturer?: string | undefined
  /** Name of the company that is responsible for the product in the European Union. */
  readonly responsiblePerson?: string | undefined
  /** Warnings and safety instructions, a plain text with line breaks. */
  readonly safetyInformation?: string | undefined
  /** Pictures of warnings, such as the hazard symbols of GHS; missing if there are none. */
  readonly pictograms?: readonly CatalogImage[] | undefined
  readonly externalLink: SiteLink | null
  /** If the product is a set, the slugs of its products. */
  readonly includes: readonly string[]
  /** Id in the imported file, which stays the same if a new name changes the slug. */
  readonly sourceId: string | null
  readonly formerSlugs: readonly string[]
  /** The family that the owner chose by name; '' keeps the product out of families. If missing, the family is recognised. */
  readonly family?: string | undefined
  /** If missing, that of the nearest category that has one, or of the site; pages read that one. */
  readonly priceDisplay?: PriceDisplay | undefined
  /** Only in the catalogue that pages read, and not stored: the lowest price, if only this one is shown. */
  readonly priceFrom?: { readonly priceMinor: number; readonly unitPricing?: UnitPricing }
  /** Replaces the site's note about tax. */
  readonly taxNote?: string | undefined
  /** The texts in further languages; missing if there are none. */
  readonly translations?: Translations<ProductTranslation> | undefined
  /** Only in the catalogue of a further language, and not stored: what of the product is in the first language. */
  readonly fallback?: Fallback<ProductText> | undefined
}

/** What the catalogue of a further language shows of a product or category in the first language. */
export interface Fallback<Text extends string> {
  /** Slug in the first language. */
  readonly mainSlug: string
  /** Languages of the texts that are not translated. */
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
  /** The former price of the variant with the lowest price. */
  readonly compareAtMinor: number | null
  /** That of the variant with the lowest price. */
  readonly unitPricing?: UnitPricing
  readonly taxNote?: string
  /** Whether nothing is shown in place of a price. */
  readonly hidesPrice?: true
  /** The best availability of all variants. */
  readonly availability: Availability
  readonly variantCount: number
  readonly isDiscontinued?: true
  readonly secondImage?: CatalogImage
  /** Missing if the product has no options. */
  readonly options?: readonly ProductOption[]
  /** Language of the name, if it is not that of the page. */
  readonly lang?: string
}

export interface Category {
  readonly slug: string
  readonly parentSlug: string | null
  readonly name: string
  readonly description: string | null
  readonly image: StoredImage | null
  /** Sorts the category among its siblings; if null, it is sorted by name, after all siblings with a position. */
  readonly position: number | null
  readonly formerSlugs: readonly string[]
  /** The default view of the products; if missing, that of the parent category. */
  readonly view?: ListingView
  /** Names of the attributes that tables show as columns; if missing, those of the parent category. */
  readonly columns?: readonly string[]
  /** How the prices of its products are shown; if missing, as in the parent category. */
  readonly prices?: PriceDisplay
  /** The texts in further languages; missing if there are none. */
  readonly translations?: Translations<CategoryTranslation> | undefined
}

export interface CategoryNode {
  readonly slug: string
  readonly name: string
  readonly description: string | null
  /** The category's own picture, or that of one of its products; never a remote one, which may fail to load. */
  readonly image: StoredImage | null
  readonly position: number | null
  /** Public products, including those of subcategories, each counted once. */
  readonly productCount: number
  readonly children: readonly CategoryNode[]
  /** Language of the name, if it is not that of the page. */
  readonly lang?: string
  /** Language of the description, if it is not that of the page. */
  readonly descriptionLang?: string
  /** Slug in the first language, if the page's language has another. */
  readonly mainSlug?: string
  readonly translations?: Category['translations']
}

export interface CategoryLink {
  readonly slug: string
  readonly name: string
  /** Language of the name, if it is not that of the page. */
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

/** A manufacturer or the person responsible for its products, from `companies.csv`. What is unknown is missing. */
export interface Company {
  readonly name: string
  /** The postal address with its line breaks. */
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
  /** Language of the label, if it is not that of the page. */
  readonly lang?: string
}

export interface Hero {
  readonly title: string
  readonly text: string | null
  readonly image: StoredImage | null
  /** The part of the picture that stays visible if it is cropped, as `object-position`; by default its centre. */
  readonly focus?: string
  readonly link: SiteLink | null
  /** Language of the texts, if it is not that of the page. */
  readonly lang?: string
}

/** A font in WOFF2 format. */
interface StoredFont {
  /** Hexadecimal SHA-256 of the bytes. */
  readonly hash: string
  /** Lightest and boldest weight of a variable font. */
  readonly weights?: readonly [number, number]
  /** Computed when the site is loaded, and not stored. */
  readonly fallback?: FallbackFace
}

/** How Arial is scaled to take as much room as another font: its size, and its measures in thousandths of this size. */
export interface FallbackFace {
  readonly size: number
  readonly ascent: number
  readonly descent: number
  readonly lineGap: number
}

/** A stored font, or a generic one that the visitor's system chooses. */
export type SiteFont = StoredFont | 'serif' | 'sans-serif' | 'monospace' | 'system-ui'

/** Parts of the layout that link to pages of the owner. */
export type PageLinkPlace = 'footer' | 'menu'

/** The role of a page that the site links to by itself, such as the privacy page beside the enquiry form. */
export type PageRole = 'imprint' | 'privacy'

/** A page of the owner at `/about/{slug}`. */
export interface OwnerPage {
  readonly slug: string
  readonly title: string
  /** For search engines; if null, the beginning of the text is used. */
  readonly description: string | null
  readonly links: readonly PageLinkPlace[]
  readonly role: PageRole | null
  /** Sorts the pages; those without a position follow those that have one. */
  readonly position: number | null
  /** Sanitised HTML of the text. */
  readonly html: string
  readonly markdown: string
  /** Earlier slugs, which redirect to the page; missing if there are none. */
  readonly formerSlugs?: readonly string[]
  /** Language of the page, if it is not that of the site. */
  readonly lang?: string
}

/** The owner's texts in a further language. A text that is missing is shown in the first language. */
export interface SiteTranslation {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly wording?: Wording | undefined
  readonly logoAlt?: string | undefined
  readonly priceNotes?: Pick<PriceNotes, 'tax' | 'delivery'> | undefined
  readonly hero?: Partial<Readonly<Record<'title' | 'text' | 'imageAlt' | 'link', string>>> | undefined
  /** Labels of the navigation, by the targets of the links. */
  readonly navigation?: Readonly<Record<string, string>> | undefined
  readonly aboutHtml?: string | undefined
  readonly aboutMarkdown?: string | undefined
  readonly pages?: readonly OwnerPage[] | undefined
}

/** Formats of products' files in the order in which they are tried. */
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

/** A products' file at an address, which the server downloads and imports every day. */
export interface CatalogSource {
  /** An `https` address; `${SOURCE_NAME}` in it stands for a variable of the environment. */
  readonly address: string
  /** 'HH:MM' in the site's time zone. */
  readonly times: readonly string[]
  /** A file with a smaller share of the products of the last one is refused; 0.9 by default. */
  readonly minimumShare?: number | undefined
  readonly format?: FormatId | undefined
  readonly encoding?: string | undefined
  readonly sheet?: string | undefined
  readonly headerRow?: number | undefined
  readonly prune?: boolean | undefined
}

/** What the owner says beside prices. */
export interface PriceNotes {
  readonly tax?: string | undefined
  readonly delivery?: string | undefined
  /** Target of the note about delivery: a path of this site or an `https` URL. */
  readonly deliveryLink?: string | undefined
  /** Only in the catalogue of a further language, and not stored: languages of the texts that are not translated. */
  readonly langs?: Partial<Readonly<Record<'tax' | 'delivery', string>>>
}

export interface Site {
  readonly name: string
  /** If null, the site's name is used (requirement 1.5). */
  readonly description: string | null
  /** `site`: every page has the site's name as title and description; `own` is the default. */
  readonly pageTitles?: 'own' | 'site'
  /** Language tag (BCP 47), such as `de-AT`. */
  readonly locale: string
  /** Texts of the interface that the owner wrote instead of Vitrine's; missing if there are none. */
  readonly wording?: Wording | undefined
  /** ISO 4217; also used for imported prices without a currency. */
  readonly currency: string
  readonly timeZone: string
  /** The system of units in which numbers are filtered; by default each attribute has the unit of most of its values. */
  readonly units?: 'metric' | 'imperial' | undefined
  /** Settings whose default value the owner has chosen explicitly. */
  readonly confirmedDefaults?: readonly ('name' | 'locale' | 'currency' | 'timeZone' | 'navigation')[] | undefined
  readonly contact: Contact
  readonly navigation: readonly SiteLink[]
  readonly hero: Hero | null
  readonly logo: StoredImage | null
  /** `#rrggbb`; null for Vitrine's default. */
  readonly accentColor: string | null
  /** `#rrggbb`, as is `inkColor`: background and text in the light theme; by default Vitrine's. */
  readonly paperColor?: string | undefined
  readonly inkColor?: string | undefined
  /** Fonts of headings and names, and of all other texts; by default Vitrine's. */
  readonly fonts?: { readonly display?: SiteFont; readonly text?: SiteFont } | undefined
  readonly sameAs: readonly string[]
  readonly hasGoogleFeed: boolean
  /** Whether pictures at remote addresses stay there instead of being fetched and stored. */
  readonly keepRemotePictures?: boolean
  /** Files that the server downloads and imports by itself. */
  readonly sources?: readonly CatalogSource[]
  /** Shops whose usual addresses lead to the pages of this site. */
  readonly oldShops?: readonly OldShop[] | undefined
  /** 'page' by default. */
  readonly discontinuedProducts?: DiscontinuedMode | undefined
  /** 'unpublish' by default. */
  readonly missingProducts?: MissingMode | undefined
  /** What visitors see first; 'products' by default. */
  readonly families?: FamilyMode | undefined
  readonly priceNotes?: PriceNotes | undefined
  /** 'shown' by default. */
  readonly prices?: PriceDisplay | undefined
  /** Content of the about page, sanitised. */
  readonly aboutHtml: string | null
  readonly aboutMarkdown: string | null
  /** In the order in which the menu and the footer link to them. */
  readonly pages: readonly OwnerPage[]
  /** Language tags (BCP 47) of the catalogue, if there are several; the first is that of all texts without a translation. */
  readonly languages?: readonly string[] | undefined
  readonly translations?: Translations<SiteTranslation> | undefined
  /** Only in the catalogue of a further language, and not stored: begins the paths of its pages, such as '/de'. */
  readonly base?: string | undefined
  /** Only in the catalogue of a further language, and not stored: language of the about page, if it is not the site's. */
  readonly aboutLang?: string | undefined
}
