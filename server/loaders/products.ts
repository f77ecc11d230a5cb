import { buildListingHead, loadListing } from './listing.ts'
import type { Loader } from './loader.ts'
import { messagesFor } from '../language.ts'
import { buildNamedHead } from './page-head.ts'

export const loadProducts: Loader<'products'> = async ({ store, query }) => {
  const [site, loaded] = await Promise.all([store.readSite(), loadListing(store, query)])
  if (!loaded) return undefined
  const { query: listingQuery } = loaded.listing
  const messages = messagesFor(site.locale)
  const name = listingQuery.search ? messages.searchTitle(listingQuery.search) : messages.products
  return {
    data: loaded,
    head: buildListingHead(buildNamedHead(site, '/products', name, { page: listingQuery.page }), listingQuery),
  }
}
