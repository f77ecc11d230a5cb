import { join } from 'node:path'
import { CatalogBusyError, type CatalogStore } from '../catalog/catalog-store.ts'
import { importFolder } from '../catalog/import/import-folder.ts'
import { logDemoFilled, type Logger } from '../log.ts'

/** Fills an empty store with the demo, so that the first start shows a whole site; any other store stays as it is, and one that somebody is filling. */
export async function fillWithDemo(store: CatalogStore, projectDir: string, logger: Logger): Promise<void> {
  if (await hasProducts(store)) return
  const filled = await importFolder(store, join(projectDir, 'server', 'demo', 'content'), { isDemo: true }).catch((error: unknown) => {
    if (error instanceof CatalogBusyError) return undefined
    throw error
  })
  if (filled?.applied) logDemoFilled(logger, (await store.readStatistics()).products.public)
}

/** Without counting them, which takes seconds where there are a million. */
function hasProducts(store: CatalogStore): Promise<boolean> {
  return store.read(async (reader) => !(await reader.scanProducts().next()).done)
}
