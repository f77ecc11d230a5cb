import type { PastedListTexts, TakeAwayTexts } from './messages/server-texts/en.ts'
import type { CatalogImage, CategoryLink, SiteLink } from './catalog.ts'
import type { Hero, PageLinkPlace, Site, Contact } from './site.ts'
import type { OpenDays } from './local-date-time.ts'
import type { CheckedList } from './part-list.ts'
import type { EnquiryErrors, EnquiryItem, EnquiryStatus, EnquiryValues } from './enquiry-fields.ts'
import type { HttpErrorBody } from './http-error.ts'
import type { OrderTerms, QuantityTerms } from './order-terms.ts'
import type { RouteName } from './routes.ts'
import type {
  Card,
  CardImage,
  CategoryCard,
  CategoryGroup,
  CategoryTreeTile,
  PriceNote,
  PriceText,
  ShownCategory,
  ShownComparison,
  ShownListing,
} from './shown-catalog.ts'
import type { Discontinued, NamedValue, PartPrices, ShownFamily, ShownProduct, ShownSafety } from './shown-product.ts'

/** A product as a search suggestion shows it. Optional fields are set only if they distinguish it from other products. */
export interface ProductSuggestion extends CategoryLink, PriceText {
  readonly image: CatalogImage | null
  readonly brand?: string
  /** The variant that matches the typed text better than the product's other variants. */
  readonly variant?: { readonly key: string; readonly name: string }
  /** An article number that contains the typed text, or distinguishes products with the same name. */
  readonly number?: string
}

export interface CategorySuggestion extends CategoryLink {
  /** The parent's name, if another suggested category has the same name. */
  readonly parentName?: string
}

export interface Suggestions {
  readonly products: readonly ProductSuggestion[]
  readonly categories: readonly CategorySuggestion[]
  readonly brands: readonly string[]
}

/** A link that removes a filter. */
export interface FilterRemoval {
  readonly label: string
  /** Query string of the list without the filter. */
  readonly search: string
}

/** A promise if the page can be rendered before the value is available. */
export type Deferred<T> = T | Promise<T>

export interface ReturnedEnquiry {
  readonly values: EnquiryValues
  readonly errors: EnquiryErrors
  /** The reason if the enquiry could not be stored, otherwise null. */
  readonly message: string | null
}

export interface ListedItem extends EnquiryItem {
  /** The product's name, or its slug if the catalogue lacks it. */
  readonly name: string
  /** The variant's name, or its key if it no longer exists. Null if none was chosen or the product has no options. */
  readonly variantName: string | null
  readonly sku: string | null
  readonly image: CardImage | null
  /** Undefined if every quantity fits. */
  readonly quantityTerms?: QuantityTerms
  /** 'vanished' means that the catalogue has no such product, 'variant-vanished' that the product has no such variant. */
  readonly state: 'known' | 'vanished' | 'variant-vanished'
  /** The name's language, if it is not the page's. */
  readonly lang?: string
}

/** An item of a stored enquiry, as the catalogue described it when the enquiry was sent. */
export type SentItem = Pick<ListedItem, 'product' | 'variant' | 'name' | 'variantName' | 'sku' | 'quantity' | 'note'>

/**
 * What anyone who knows an enquiry's reference may see: no name, address or telephone number, and the message only if the e-mail
 * address was typed as well.
 */
export interface LookedUpEnquiry extends EnquiryStatus {
  /** The formatted days. */
  readonly receivedOn: string
  readonly answeredOn: string | null
  readonly items: readonly SentItem[]
  /** Null if the e-mail address was not typed, or is not that of the enquiry. */
  readonly request: string | null
}

export interface EnquiryLookup {
  readonly typed: string
  /** The e-mail address, or '' if it was not typed. */
  readonly typedEmail: string
  /** Null if the reference is unknown. */
  readonly enquiry: LookedUpEnquiry | null
}

export interface ProductPageData {
  readonly product: ShownProduct
  readonly price: PriceText
  readonly priceNotes?: readonly PriceNote[]
  /** The site's price notes, if the product itself shows no price. */
  readonly listNotes?: readonly PriceNote[]
  /** Price range of the products in a set. Null if the product is not a set or none of them has a price. */
  readonly partPrices: PartPrices | null
  readonly included: readonly Card[]
  /** Undefined if the product is in no family. */
  readonly family?: ShownFamily
  readonly breadcrumb: readonly CategoryLink[]
  readonly otherCategories: readonly CategoryLink[]
  /** `filter` is the tag's value in listing URLs; null if listings offer no filter for the tag. */
  readonly tags: readonly { readonly name: string; readonly filter: string | null }[]
  /** Key of the variant that `?variant=` names, or of the first available variant. */
  readonly variantKey: string
  readonly placeholder: string | null
  /** Null if the product is offered. */
  readonly discontinued: Discontinued | null
  /** The weight, terms, condition and numbers of the chosen variant. */
  readonly facts: readonly NamedValue[]
  /** Undefined if nothing is known. */
  readonly safety?: ShownSafety
  /** Names of the order terms that at least one variant has; null if there are none. */
  readonly orderTerms: Partial<Readonly<Record<keyof OrderTerms, string>>> | null
  /** The order terms of the chosen variant; missing if it has none. */
  readonly orderLine?: string
  /** Null if every quantity of the chosen variant fits. */
  readonly quantityTerms: QuantityTerms | null
  readonly related: Deferred<readonly Card[]>
}

export interface PageDataByRoute {
  index: {
    readonly hero: Hero
    /** Whether to link to the about page, because the owner set no hero and the page has a text. */
    readonly linksToAbout: boolean
    readonly categories: readonly CategoryCard[]
    readonly featured: readonly Card[]
    readonly newest: readonly Card[]
    readonly priceNotes?: readonly PriceNote[]
    /** Blurred preview as a `data:` URL. */
    readonly heroPlaceholder: string | null
  }
  about: { readonly aboutHtml: Site['aboutHtml']; readonly lang?: string }
  'about-page': { readonly title: string; readonly html: string; readonly lang?: string }
  contact: {
    readonly items: readonly ListedItem[]
    /** Whether items were left out, because the list had more than `ENQUIRY_ITEMS_MAX`. */
    readonly isListCut: boolean
    readonly country: string | null
    /** Formatted texts such as 'Monday – Friday' and '9:00 AM – 6:00 PM'. */
    readonly openingHours: readonly { readonly days: string; readonly times: string }[]
    readonly openDays: OpenDays
    /** Whether the form for lists of part numbers is shown without a pasted list. */
    readonly offersLists: boolean
    readonly returned: ReturnedEnquiry | null
    /** Reference of an enquiry that was sent without scripts. */
    readonly sentReference: string | null
    readonly lookup: EnquiryLookup | null
    readonly texts: { readonly pastedList: PastedListTexts; readonly takeAway: TakeAwayTexts }
    /** A list that was pasted without scripts. */
    readonly pasted: CheckedList | null
  }
  category: {
    /** The categories with their subcategories. Empty if there are too many for tiles. */
    readonly tiles: readonly CategoryTreeTile[]
    /** All categories, without pictures. Empty if there are few enough for tiles. */
    readonly groups: readonly CategoryGroup[]
  }
  'category-category': {
    readonly category: ShownCategory
    /** The categories above this one, from the top level down. */
    readonly ancestors: readonly CategoryLink[]
    readonly listing: ShownListing
    readonly relaxations: readonly FilterRemoval[]
  }
  products:
    | { readonly listing: ShownListing; readonly relaxations: readonly FilterRemoval[] }
    | { readonly comparison: ShownComparison }
  'products-product': ProductPageData
  widgets: Record<string, never>
}

export interface PageHead {
  readonly title: string
  readonly description: string
  /** The path relative to `SITE_URL`. */
  readonly canonicalPath: string
  readonly robots: 'index' | 'noindex'
  /** The page in each language of the site. Undefined if the site has one language. */
  readonly alternates?: readonly PageAlternate[]
}

interface PageAlternate {
  readonly lang: string
  /** Path with the query, so that another language shows the same filters. */
  readonly path: string
  /** Undefined if the whole page falls back to the first language. */
  readonly isTranslated?: true
}

export interface SiteLanguageLink {
  readonly lang: string
  /** Name of the language in that language. */
  readonly name: string
  /** The prefix of its paths, such as '/de'; '' for the first language. */
  readonly base: string
}

interface LoadedPage<Name extends RouteName = RouteName> {
  readonly name: Name
  readonly params: Readonly<Record<string, string>>
  readonly data: PageDataByRoute[Name]
  readonly head: PageHead
  /** Private pages are not cached. */
  readonly isPrivate?: true
}

export type AnyLoadedPage = { [Name in RouteName]: LoadedPage<Name> }[RouteName]

export interface Frame {
  /** Changes whenever the layout's data or the picture hosts of the Content-Security-Policy change. */
  readonly id: string
  readonly site: Omit<Site, 'aboutHtml' | 'aboutMarkdown' | 'aboutLang' | 'pages' | 'translations' | 'languages'>
  /**
   * At most `CATEGORIES_SHOWN_MAX` top-level categories: the first in the owner's order or, without an order, those with the most
   * products.
   */
  readonly categories: readonly CategoryLink[]
  /** Label of the link to all categories, with their number; null if `categories` has all of them. */
  readonly allCategories: string | null
  /** Links to the owner's pages, except those that are in the navigation anyway. */
  readonly pageLinks: Readonly<Record<PageLinkPlace, readonly SiteLink[]>>
  /** Path of the owner's privacy page; null if there is none. */
  readonly privacyPath: string | null
  readonly siteUrl: string
  /** Undefined if the site has one language. */
  readonly languages?: readonly SiteLanguageLink[]
}

export type PageView = AnyLoadedPage | { readonly error: HttpErrorBody }

export interface ShownFrame extends Omit<Frame, 'site'> {
  readonly site: Pick<
    Site,
    'name' | 'base' | 'locale' | 'timeZone' | 'navigation' | 'logo' | 'pageTitles' | 'wording'
  > & {
    readonly contact: Omit<Contact, 'openingHours'>
  }
}

export interface ClientSettings {
  /** The value 0 disables the check for a newer build. */
  readonly buildCheckIntervalMs: number
  /** '/' or another origin. */
  readonly httpBaseUrl: string
}

/** The document's JSON block, from which the browser hydrates the page. */
export interface DocumentData {
  readonly buildId: string
  /** Scripts relative to `/builds/`, which the start script loads on first use. */
  readonly scripts: readonly [messages: string, ...others: string[]]
  /** Undefined if all settings have their defaults. */
  readonly settings?: ClientSettings
  readonly frame: ShownFrame
  /** The page without late data; undefined if the document shows an error. */
  readonly page?: AnyLoadedPage
  readonly error?: HttpErrorBody
  /** Whether related products follow in a block of their own. */
  readonly hasLateData?: boolean
}

export interface OpenedDocument extends Pick<DocumentData, 'buildId' | 'frame'> {
  /** The style sheets of each page. */
  readonly styles: Readonly<Record<RouteName, readonly string[]>>
  readonly settings: ClientSettings
  readonly view: PageView
  /** False while late data is pending. */
  readonly isComplete: boolean
}
