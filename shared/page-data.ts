import type { CatalogImage, CategoryLink, CategoryNode, Hero, Site } from './catalog.ts'
import type { EnquiryErrors, EnquiryStatus, EnquiryValues } from './enquiry-fields.ts'
import type { HttpErrorBody } from './http-error.ts'
import type { ListingFilter } from './listing-filters.ts'
import type { RouteName } from './routes.ts'
import type {
  Card,
  CategoryCard,
  PartPrices,
  PriceText,
  ShownCategory,
  ShownListing,
  ShownProduct,
} from './shown-catalog.ts'

export interface ProductSuggestion {
  readonly slug: string
  readonly name: string
  readonly image: CatalogImage | null
  readonly currency: string
  readonly priceFromMinor: number | null
  readonly priceToMinor: number | null
}

export interface Suggestions {
  readonly products: readonly ProductSuggestion[]
  readonly categories: readonly CategoryLink[]
  readonly brands: readonly string[]
}

/** A suggestion for a listing without results: a filter to remove, and the number of results without it. */
export interface FilterRelaxation {
  readonly without: ListingFilter
  readonly total: number
}

/** A value, or a promise of it if the page can be rendered before the value is available. */
export type Deferred<T> = T | Promise<T>

/** Names of the data that may be streamed after the shell, by route. */
export const DEFERRED_KEYS: { readonly [Name in RouteName]?: readonly (keyof PageDataByRoute[Name] & string)[] } = {
  'products-product': ['related'],
}

/** A rejected enquiry, shown again in the form with its errors. */
export interface ReturnedEnquiry {
  readonly values: EnquiryValues
  readonly errors: EnquiryErrors
  /** An error that belongs to no field: the enquiry could not be stored. */
  readonly message: string | null
}

export interface EnquiryLookup {
  readonly typed: string
  /** Null if no enquiry has this reference. */
  readonly status: EnquiryStatus | null
}

export interface PageDataByRoute {
  index: {
    readonly hero: Hero
    readonly categories: readonly CategoryCard[]
    readonly featured: readonly Card[]
    readonly newest: readonly Card[]
    /** Blurred placeholder of the hero's picture, as a `data:` URL. */
    readonly heroFirstLook: string | null
  }
  about: { readonly aboutHtml: Site['aboutHtml'] }
  contact: {
    /** The product of `?product=` and the variant of `?variant=`, with the variant's picture and article number. */
    readonly product:
      | (Card & {
          readonly sku: string | null
          readonly variant: { readonly key: string; readonly name: string } | null
        })
      | null
    /** Name of the country of the site's address. */
    readonly country: string | null
    /** Formatted: 'Monday – Friday', '9:00 AM – 6:00 PM'. */
    readonly openingHours: readonly { readonly days: string; readonly times: string }[]
    readonly returned: ReturnedEnquiry | null
    /** Reference of the enquiry that was sent with the plain form. */
    readonly sentReference: string | null
    /** Result of the lookup with `?reference=`. */
    readonly lookup: EnquiryLookup | null
  }
  category: { readonly categories: readonly CategoryNode[] }
  'category-category': {
    readonly category: ShownCategory
    /** From the top level down, without this category. */
    readonly ancestors: readonly CategoryLink[]
    readonly listing: ShownListing
    readonly waysOn: readonly FilterRelaxation[]
  }
  products: { readonly listing: ShownListing; readonly waysOn: readonly FilterRelaxation[] }
  'products-product': {
    readonly product: ShownProduct
    readonly price: PriceText
    /** Prices of the parts, if the product is a set. */
    readonly partPrices: PartPrices | null
    readonly included: readonly Card[]
    /** From the top level down to the product's category. */
    readonly breadcrumb: readonly CategoryLink[]
    /** Key of the variant of `?variant=`, or of the first available one. */
    readonly variantKey: string
    /** Blurred placeholder of the first picture, as a `data:` URL. */
    readonly firstLook: string | null
    readonly related: Deferred<readonly Card[]>
  }
  widgets: Record<string, never>
}

/** Metadata of a page, for search engines, link previews and the browser's tab. */
export interface PageHead {
  readonly title: string
  readonly description: string
  /** Path with the canonical query, relative to `SITE_URL`. */
  readonly canonicalPath: string
  readonly robots: 'index' | 'noindex'
}

/** A page with its data, ready to be rendered. */
interface LoadedPage<Name extends RouteName = RouteName> {
  readonly name: Name
  readonly params: Readonly<Record<string, string>>
  readonly data: PageDataByRoute[Name]
  readonly head: PageHead
  /** Private pages are not cached. */
  readonly isPrivate?: true
}

export type AnyLoadedPage = { [Name in RouteName]: LoadedPage<Name> }[RouteName]

/** The data of the layout, the same on every page. */
export interface Frame {
  /** Changes with any data of the layout, and with the picture hosts of the Content-Security-Policy. */
  readonly id: string
  /** Without the text of the about page, which only that page contains. */
  readonly site: Omit<Site, 'aboutHtml' | 'aboutMarkdown'>
  /** Top-level categories with public products. */
  readonly categories: readonly CategoryLink[]
  /** Origin of absolute URLs, from `SITE_URL`. */
  readonly siteUrl: string
}

export type PageView = AnyLoadedPage | { readonly error: HttpErrorBody }
