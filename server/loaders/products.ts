import { buildListingHead, loadListing } from './listing.ts'
import type { Loader } from './loader.ts'
import { messagesFor } from '../language.ts'
import { buildNamedHead, buildSiteHead } from './page-head.ts'

export const loadProducts: Loader<'products'> = async ({ store, query }) => {
  const [site, loaded] = await Promise.all([store.readSite(), loadListing(store, query)])
  if (!loaded) return undefined
  const { query: asked } = loaded.listing
  const siteHead = buildSiteHead(site, '/products')
  // The first page bears the site's name alone; each further one has to be told from it.
  const head = asked.page > 1 ? buildNamedHead(messagesFor(site.locale).products, null, siteHead, asked.page) : siteHead
  return { data: loaded, head: buildListingHead(head, '/products', asked) }
}
