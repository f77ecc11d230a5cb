import { join } from 'node:path'
import type { CatalogStore } from '../store/catalog-store.ts'
import { importFolder } from '../import/import-catalog.ts'
import { hasProducts } from '../store/is-catalog-empty.ts'
import { DatabaseBusyError } from '../store/database-error.ts'
import { logDemoFilled, type Logger } from '../log.ts'

/** Several times what the demo takes where disk and processor are slow. */
const WAIT_LIMIT_MS = 60_000

/**
 * Fills an empty store with the demo, so that the first start shows a whole site; any other store stays as it is. Another
 * server that is doing the same is waited for; an import that takes longer is not: what it brings is shown when it is done.
 */
export async function fillWithDemo(store: CatalogStore, projectDir: string, logger: Logger): Promise<void> {
  const until = performance.now() + WAIT_LIMIT_MS
  while (!(await store.read(hasProducts))) {
    try {
      const { products } = await importFolder(store, join(projectDir, 'server', 'demo', 'content'), { isDemo: true })
      // Whoever began at the same time may have been first.
      if (products.created > 0) logDemoFilled(logger, (await store.readStatistics()).products.public)
      return
    } catch (error) {
      if (!(error instanceof DatabaseBusyError)) throw error
      if (performance.now() >= until) return
    }
  }
}
