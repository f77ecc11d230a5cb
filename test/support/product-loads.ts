import type { CatalogStore } from '../../server/store/catalog-store.ts'
import { changeStore } from './change-store.ts'

/**
 * Lists the slugs of products in the order in which a server loads them from the store that `wrapStore` returns.
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
