import { join } from 'node:path'
import type { CatalogStore } from '../../catalog/store/catalog-store.ts'
import { DatabaseBusyError } from '../../platform/database-error.ts'
import type { Logger } from '../../platform/log.ts'

/** The import of the demo takes a fraction of this, even on a slow machine. */
const WAIT_LIMIT_MS = 60_000

/** Imports the demo into an empty store. If another import is running, waits for its products. */
export async function fillWithDemo(store: CatalogStore, projectDir: string, logger: Logger): Promise<void> {
  const deadline = performance.now() + WAIT_LIMIT_MS
  while (!(await store.read((reader) => reader.hasProducts()))) {
    // Later starts do without the modules of imports.
    const { importFolder } = await import('../import-catalog.ts')
    try {
      const { products } = await importFolder(store, join(projectDir, 'server', 'import', 'demo', 'content'), {
        isDemo: true,
      })
      // Another server may have imported the demo meanwhile.
      if (products.created > 0) {
        const statistics = await store.readStatistics()
        logger.info(
          { products: statistics.products.public },
          'the demo catalogue was imported into the empty database; your first import replaces it',
        )
      }
      return
    } catch (error) {
      if (!(error instanceof DatabaseBusyError)) throw error
      if (performance.now() >= deadline) return
    }
  }
}
