import { namePages } from '../../../shared/page-title.ts'
import { buildListingHead, loadListing } from './listing.ts'
import type { Loader } from './loader.ts'
import { messagesFor } from '../../platform/language.ts'
import { loadComparison } from './comparison.ts'
import { buildNamedHead } from './page-head.ts'

const PATH = '/products'

export const loadProducts: Loader<'products'> = async ({ store, query }) => {
  const [site, loaded] = await Promise.all([
    store.readSite(),
    'compared' in query ? loadComparison(store, query.compared) : loadListing(store, query, PATH),
  ])
  const messages = messagesFor(site)
  if ('comparison' in loaded)
    return { data: loaded, head: buildNamedHead(site, PATH, messages.comparison.heading, { robots: 'noindex' }) }
  const { query: listingQuery } = loaded.listing
  const name = listingQuery.search ? messages.searchTitle(listingQuery.search) : namePages(site, messages).products
  return {
    data: loaded,
    head: buildListingHead(buildNamedHead(site, PATH, name, { page: listingQuery.page }), loaded.listing),
  }
}
