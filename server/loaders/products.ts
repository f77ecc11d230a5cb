import { buildListingHead, loadListing } from './listing.ts'
import type { Loader } from './loader.ts'
import { buildSiteHead } from './page-head.ts'

export const loadProducts: Loader<'products'> = async ({ store, query }) => {
  const [site, loaded] = await Promise.all([store.readSite(), loadListing(store, query)])
  if (!loaded) return undefined
  return { data: loaded, head: buildListingHead(buildSiteHead(site, '/products'), '/products', loaded.listing.query) }
}
