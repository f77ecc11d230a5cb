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

/** What a few typed letters may mean. */
export interface Suggestions {
  readonly products: readonly ProductSuggestion[]
  readonly categories: readonly CategoryLink[]
  readonly brands: readonly string[]
}

/** Out of a list that found nothing: one of its filters, and what is found without it. */
export interface FilterRelaxation {
  readonly without: ListingFilter
  readonly total: number
}

/** A value, or a promise of it where the page can do without it at first. */
export type Deferred<T> = T | Promise<T>

/** The data that may come after the shell, by route name. */
export const DEFERRED_KEYS: { readonly [Name in RouteName]?: readonly (keyof PageDataByRoute[Name] & string)[] } = {
  'products-product': ['related'],
}

export interface ReturnedEnquiry {
  readonly values: EnquiryValues
  readonly errors: EnquiryErrors
  /** What is not any field's: that it could not be stored. */
  readonly message: string | null
}

export interface EnquiryLookup {
  /** The reference as it was typed. */
  readonly typed: string
  /** Null where there is no such enquiry. */
  readonly status: EnquiryStatus | null
}

/** What each page receives. */
export interface PageDataByRoute {
  index: {
    readonly hero: Hero
    readonly categories: readonly CategoryCard[]
    readonly featured: readonly Card[]
    readonly newest: readonly Card[]
    /** A few blurred pixels of the hero's picture, as a `data:` address. */
    readonly heroFirstLook: string | null
  }
  about: { readonly aboutHtml: Site['aboutHtml'] }
  contact: {
    /** The product that is asked about, from `?product=`, and the variant from `?variant=` with its picture and number. */
    readonly product:
      | (Card & {
          readonly sku: string | null
          readonly variant: { readonly key: string; readonly name: string } | null
        })
      | null
    /** Of the address, by name. */
    readonly country: string | null
    /** In words: 'Monday – Friday', '9:00 AM – 6:00 PM'. */
    readonly openingHours: readonly { readonly days: string; readonly times: string }[]
    /** An enquiry that could not be taken, to be put right and sent again. */
    readonly returned: ReturnedEnquiry | null
    /** Reference of the enquiry that was just sent. */
    readonly sentReference: string | null
    /** Answer to `?reference=`. */
    readonly lookup: EnquiryLookup | null
  }
  category: { readonly categories: readonly CategoryNode[] }
  'category-category': {
    readonly category: ShownCategory
    /** From the top level down, without the category itself. */
    readonly ancestors: readonly CategoryLink[]
    readonly listing: ShownListing
    readonly waysOn: readonly FilterRelaxation[]
  }
  products: { readonly listing: ShownListing; readonly waysOn: readonly FilterRelaxation[] }
  'products-product': {
    readonly product: ShownProduct
    /** Of the chosen variant, or of what the group is made of. */
    readonly price: PriceText
    /** Of a set. */
    readonly partPrices: PartPrices | null
    /** What a group is made of. */
    readonly included: readonly Card[]
    /** From the top level down to the product's own category. */
    readonly breadcrumb: readonly CategoryLink[]
    /** The key of the chosen variant, from `?variant=`, or of the first one that can be had. */
    readonly variantKey: string
    /** A few blurred pixels of the first picture, as a `data:` address. */
    readonly firstLook: string | null
    readonly related: Deferred<readonly Card[]>
  }
  widgets: Record<string, never>
}

/** What search engines, previews and the browser's tab are told of a page. */
export interface PageHead {
  readonly title: string
  readonly description: string
  /** Path with its canonical query; absolute addresses are made from `SITE_URL`. */
  readonly canonicalPath: string
  readonly robots: 'index' | 'noindex'
}

/** A page with its data, ready to be drawn. */
interface LoadedPage<Name extends RouteName = RouteName> {
  readonly name: Name
  readonly params: Readonly<Record<string, string>>
  readonly data: PageDataByRoute[Name]
  readonly head: PageHead
  /** Meant for whoever asks for it, and kept by nobody. */
  readonly isPrivate?: true
}

/** One of the seven pages, each with its own data. */
export type AnyLoadedPage = { [Name in RouteName]: LoadedPage<Name> }[RouteName]

/** What a layout needs, on every page. */
export interface Frame {
  /** Another one if anything changes that surrounds the pages, the content security policy's picture hosts included. */
  readonly id: string
  /** Without the text of the about page, which no other page has to carry. */
  readonly site: Omit<Site, 'aboutHtml' | 'aboutMarkdown'>
  /** Top-level categories that hold public products. */
  readonly categories: readonly CategoryLink[]
  /** Origin of absolute addresses, from `SITE_URL`. */
  readonly siteUrl: string
}

/** What stands between the layout's ends: one of the pages, or an error. */
export type PageView = AnyLoadedPage | { readonly error: HttpErrorBody }
