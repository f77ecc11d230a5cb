import { buildListingHead, loadListing } from './listing.ts'
import type { Loader } from './loader.ts'
import { buildSiteHead } from './page-head.ts'

export const loadProducts: Loader<'products'> = async ({ store, query }) => {
  const [site, listing] = await Promise.all([store.readSite(), loadListing(store, query)])
  if (!listing) return undefined
  return { data: { listing }, head: buildListingHead(buildSiteHead(site, '/products'), '/products', listing.query) }
}
