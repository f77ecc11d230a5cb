import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { startServer, type StartOptions } from './start-server.ts'

/** Returns a store with some methods replaced. */
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

/** Delays related products, as a database on another machine would. */
export function withLateRelated(related: Promise<void>): (store: CatalogStore) => CatalogStore {
  return (store) => changeStore(store, { listRelated: (...args) => related.then(() => store.listRelated(...args)) })
}

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

/** Starts a server that loads no product before `release`, and lists the slugs of products that it is asked for. */
export async function startHeld(options: StartOptions) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { loaded, wrapStore } = watchProductLoads(() => promise)
  return Object.assign(await startServer({ ...options, wrapStore }), { loaded, release: () => resolve() })
}

/** Starts a server that lists no related products before `release`. */
export async function startLate(options: StartOptions) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const server = await startServer({ ...options, wrapStore: withLateRelated(promise) })
  return Object.assign(server, { release: () => resolve() })
}
