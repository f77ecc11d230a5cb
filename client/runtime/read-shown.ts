import type { PageRestByRoute } from '../../shared/document-data.ts'
import type { PageDataByRoute, PageHead } from '../../shared/page-data.ts'
import type { RouteName } from '../../shared/routes.ts'
import { readListing } from '../components/listing/read-listing.ts'
import { readBreadcrumb, readCards, readText, readTiles } from '../components/read-cards.ts'

type Readers = { readonly [Name in RouteName]?: (rest: PageRestByRoute[Name], params: Readonly<Record<string, string>>) => PageDataByRoute[Name] }

/** How what a page shows is read back from its document, for all that the server leaves out of its data. */
const READERS: Readers = {
  index: (rest) => ({ ...rest, categories: readTiles(), featured: readCards('featured'), newest: readCards('newest') }),
  about: () => ({ aboutHtml: readHtml('.about > .prose:not(.about-nothing)') || null }),
  products: ({ listing, ...rest }) => ({ ...rest, listing: readListing(listing) }),
  'category-category': ({ listing, ...rest }, params) => ({
    ...rest,
    category: {
      slug: params['category']!,
      name: readText(document, 'h1'),
      description: document.querySelector('.page-head > .lead')?.textContent ?? null,
      children: readTiles(),
    },
    ancestors: readBreadcrumb(),
    listing: readListing(listing),
  }),
  'products-product': ({ product, ...rest }) => ({
    ...rest,
    product: { ...product, shortDescription: readHtml('.product-summary'), description: readHtml('.product-description'), metaDescription: null },
    // For search engines only.
    partPrices: null,
    breadcrumb: readBreadcrumb(),
    included: readCards('included'),
    related: readCards('related'),
  }),
}

/** A page's data, put together from what its document says and what it shows. */
export function readShown<Name extends RouteName>(name: Name, rest: PageRestByRoute[Name], params: Readonly<Record<string, string>>): PageDataByRoute[Name] {
  // Without a reader nothing was left out.
  return READERS[name]?.(rest, params) ?? (rest as unknown as PageDataByRoute[Name])
}

/** What the document's head says of its page. */
export function readHead(): PageHead {
  const description = document.querySelector<HTMLMetaElement>('meta[name="description"]')!.content
  const { pathname, search } = new URL(document.querySelector<HTMLLinkElement>('link[rel="canonical"]')!.href)
  // Of interest to search engines only, which read the server's.
  return { title: document.title, description, canonicalPath: pathname + search, robots: 'index' }
}

/** The owner's HTML as the browser holds it; '' where there is none. */
function readHtml(selector: string): string {
  return document.querySelector(selector)?.innerHTML ?? ''
}
