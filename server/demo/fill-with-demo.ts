import { join } from 'node:path'
import type { CatalogStore } from '../catalog/catalog-store.ts'
import { importFolder } from '../catalog/import/import-folder.ts'
import { logDemoFilled, type Logger } from '../log.ts'

/** Fills an empty store with the demo, so that the first start shows a whole site; any other store stays as it is. */
export async function fillWithDemo(store: CatalogStore, projectDir: string, logger: Logger): Promise<void> {
  const { products } = await store.readStatistics()
  if (products.public + products.unlisted + products.hidden > 0) return
  const { applied } = await importFolder(store, join(projectDir, 'server', 'demo', 'content'), { isDemo: true })
  if (applied) logDemoFilled(logger, (await store.readStatistics()).products.public)
}
