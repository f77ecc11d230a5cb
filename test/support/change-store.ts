import type { CatalogStore } from '../../server/store/catalog-store.ts'

/** A store of which some methods are others: slower ones, or ones that fail. */
export function changeStore(store: CatalogStore, methods: Partial<CatalogStore>): CatalogStore {
  return new Proxy(store, {
    get(target, key) {
      const changed: unknown = Reflect.get(methods, key)
      if (changed !== undefined) return changed
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}
