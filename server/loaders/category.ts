import { messagesFor } from '../language.ts'
import type { Loader } from './loader.ts'
import { buildNamedHead } from './page-head.ts'

export const loadCategory: Loader<'category'> = async ({ store }) => {
  const [site, categories] = await Promise.all([store.readSite(), store.listCategoryTree()])
  return { data: { categories }, head: buildNamedHead(site, '/category', messagesFor(site.locale).categories) }
}
