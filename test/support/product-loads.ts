import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { changeStore } from './change-store.ts'

/**
 * Lists slugs in the order in which products are loaded through `wrapStore`.
 * @param allowLoad a product is loaded when this is fulfilled
 */
export function watchProductLoads(allowLoad: () => Promise<unknown> = async () => {}) {
  const loaded: string[] = []
  const wrapStore = (store: CatalogStore) =>
    changeStore(store, {
      async findProduct(slug) {
        loaded.push(slug)
        await allowLoad()
        return store.findProduct(slug)
      },
    })
  return { loaded, wrapStore }
}
