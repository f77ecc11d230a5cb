// Starts the server and delays related products, as a database on another machine may do. `compare.ts` bundles this program.
//   node late-related.js BUILD_DIR DELAY_MS
import { setTimeout as wait } from 'node:timers/promises'
import { openAppContext } from '../../server/web/app-context.ts'
import { readConfig } from '../../server/platform/settings/config.ts'
import { createLogger } from '../../server/platform/log.ts'
import { openStores } from '../../server/site.ts'
import { findProjectDir } from '../../server/platform/project-dir.ts'
import { startServer } from '../../server/server.ts'
import { changeStore } from '../support/change-store.ts'

const [buildDir, delayMs] = process.argv.slice(2) as [string, string]
const config = readConfig(process.env)
const stores = await openStores(config.database)
const catalog = changeStore(stores.catalog, {
  async listRelated(...args) {
    await wait(Number(delayMs))
    return stores.catalog.listRelated(...args)
  },
})
await startServer(
  await openAppContext(
    config,
    { buildDir, projectDir: findProjectDir(buildDir) },
    { logger: createLogger(config), stores: { ...stores, catalog } },
  ),
)
