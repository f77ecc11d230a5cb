import type { Loader } from './loader.ts'
import { buildSiteHead } from './page-head.ts'

export const loadContact: Loader<'contact'> = async ({ store, query }) => {
  const slug = query.get('product')
  const [site, product] = await Promise.all([store.readSite(), slug ? store.findProductCard(slug) : undefined])
  return { data: { product: product ?? null }, head: buildSiteHead(site, '/contact') }
}
