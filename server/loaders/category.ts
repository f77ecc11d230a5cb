import type { Loader } from './loader.ts'
import { buildSiteHead } from './page-head.ts'

export const loadCategory: Loader<'category'> = async ({ store }) => {
  const [site, categories] = await Promise.all([store.readSite(), store.listCategoryTree()])
  return { data: { categories }, head: buildSiteHead(site, '/category') }
}
