import { setTimeout as wait } from 'node:timers/promises'
import type { CatalogStore, CatalogWriter } from '../../server/catalog/store/catalog-store.ts'
import { changeStore } from './change-store.ts'
import { startNginx } from './nginx.ts'
import { startNode, type StartOptions, type TestNode } from './start-node.ts'
import { createTestDatabase } from './test-database.ts'

interface TestNodes extends TestNode {
  readonly nodes: readonly [TestNode, TestNode]
}

/**
 * Starts two servers behind nginx with one PostgreSQL database. Log lines come from both, everything else from the
 * first.
 */
export async function startNodes({
  products = [],
  categories = [],
  site,
  environment,
  ...options
}: StartOptions): Promise<TestNodes> {
  await using started = new AsyncDisposableStack()
  const database = started.use(await createTestDatabase({ hasTables: true }))
  const shared = { ...options, environment: { DATABASE_URL: database.url, TRUST_PROXY: '1', ...environment } }
  const one = started.use(await startNode({ ...shared, products, categories, ...(site ? { site } : {}) }))
  const other = started.use(await startNode(shared))
  const nginx = started.use(await startNginx([new URL(one.url), new URL(other.url)]))
  const owned = started.move()
  return {
    nodes: [one, other],
    url: nginx.url,
    metricsUrl: one.metricsUrl,
    context: one.context,
    store: changeStore(one.store, { write: (change) => writeToAll(one.store, other.store, change) }),
    get logLines() {
      return [...one.logLines, ...other.logLines]
    },
    stop: async () => (await Promise.all([one.stop(), other.stop()])).every((isComplete) => isComplete),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Tests send requests right after a write, so this waits for the other node. */
async function writeToAll<Result>(
  store: CatalogStore,
  other: CatalogStore,
  change: (writer: CatalogWriter) => Promise<Result>,
): Promise<Result> {
  const result = await store.write(change)
  while (other.revision !== store.revision) await wait(10)
  return result
}
