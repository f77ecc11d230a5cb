import type { Contact, Site } from './catalog.ts'
import type { HttpErrorBody } from './http-error.ts'
import type { Frame, PageDataByRoute, PageView } from './page-data.ts'
import type { RouteName } from './routes.ts'
import type { ShownListing, ShownProduct } from './shown-catalog.ts'

/** What of the frame the browser draws. */
export interface ShownFrame extends Omit<Frame, 'site'> {
  readonly site: Pick<Site, 'name' | 'locale' | 'currency' | 'timeZone' | 'navigation' | 'logo'> & { readonly contact: Omit<Contact, 'openingHours'> }
}

/** The settings that the browser follows. */
export interface ClientSettings {
  /** 0 never looks for a newer build. */
  readonly buildCheckIntervalMs: number
  /** In front of what the browser fetches: '/' or another origin. */
  readonly httpBaseUrl: string
}

/** Of a list what its document does not say. */
export interface ListingRest extends Pick<ShownListing, 'total' | 'pageCount' | 'correctedSearch'> {
  /** In a table: cards are read back. */
  readonly items?: ShownListing['items']
}

type WithoutLists = {
  readonly index: 'categories' | 'featured' | 'newest'
  readonly about: 'aboutHtml'
  readonly 'category-category': 'category' | 'ancestors' | 'listing'
  readonly products: 'listing'
  readonly 'products-product': 'product' | 'partPrices' | 'included' | 'breadcrumb' | 'related'
}

/**
 * What of a page's data does not stand in the document that shows it, by route name. The browser reads the others back
 * from there: `leaveOutShown` on the server and `readShown` in the browser are each other's reverse.
 */
export type PageRestByRoute = {
  readonly [Name in RouteName]: (Name extends keyof WithoutLists ? Omit<PageDataByRoute[Name], WithoutLists[Name]> : PageDataByRoute[Name]) &
    (Name extends 'products' | 'category-category' ? { readonly listing: ListingRest } : unknown) &
    (Name extends 'products-product' ? { readonly product: Omit<ShownProduct, 'description' | 'shortDescription' | 'metaDescription'> } : unknown)
}

/** The document's data block: all that the browser needs to hydrate what the server drew, and cannot read there. */
export interface DocumentData {
  readonly buildId: string
  /** Where they are not what they are by default. */
  readonly settings?: ClientSettings
  /** Style sheets of each page, to be loaded with its chunk, where the scripts do not know them. */
  readonly styles?: Readonly<Record<RouteName, readonly string[]>>
  readonly frame: ShownFrame
  /** Of the page, which is the one of the document's address. */
  readonly rest?: PageRestByRoute[RouteName]
  readonly isPrivate?: true
  /** In place of a page. */
  readonly error?: HttpErrorBody
  /** Names of the data that arrives in blocks of its own, after the shell. */
  readonly deferred?: readonly string[]
}

/** What a document shows, put together again. */
export interface OpenedDocument extends Pick<DocumentData, 'buildId' | 'frame'> {
  readonly styles: Readonly<Record<RouteName, readonly string[]>>
  readonly settings: ClientSettings
  readonly view: PageView
  /** Whether a part of it is still on its way. */
  readonly isComplete: boolean
}
