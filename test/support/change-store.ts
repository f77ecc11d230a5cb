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

/** Starts a server that lists the slugs of products as it loads them, each of which waits for `allowLoad`. */
export async function startWatched(options: StartOptions, allowLoad = async () => {}) {
  const loaded: string[] = []
  const wrapStore = (store: CatalogStore) =>
    changeStore(store, {
      async findProduct(slug) {
        loaded.push(slug)
        await allowLoad()
        return store.findProduct(slug)
      },
    })
  return Object.assign(await startServer({ ...options, wrapStore }), { loaded })
}

/** Starts such a server that loads no product before `release`. */
export async function startHeld(options: StartOptions) {
  const { promise, resolve } = Promise.withResolvers<void>()
  return Object.assign(await startWatched(options, () => promise), { release: () => resolve() })
}

/** Starts a server that lists no related products before `release`. */
export async function startLate(options: StartOptions) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const server = await startServer({ ...options, wrapStore: withLateRelated(promise) })
  return Object.assign(server, { release: () => resolve() })
}
