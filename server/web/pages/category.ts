import { namePages } from '../../../shared/page-title.ts'
import { messagesFor } from '../../platform/language.ts'
import { buildTile, groupCategories, CATEGORIES_SHOWN_MAX } from './categories.ts'
import type { Loader } from './loader.ts'
import { buildNamedHead } from './page-head.ts'

export const loadCategory: Loader<'category'> = async ({ store }) => {
  const [site, categories] = await Promise.all([store.readSite(), store.listCategoryTree()])
  const isMany = categories.length > CATEGORIES_SHOWN_MAX
  return {
    data: {
      tiles: isMany ? [] : categories.map((category) => buildTile(category, site)),
      groups: isMany ? groupCategories(categories, site) : [],
    },
    head: buildNamedHead(site, '/category', namePages(site, messagesFor(site)).categories),
  }
}
