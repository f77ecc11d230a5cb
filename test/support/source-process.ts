// Refreshes sources, also from loopback addresses, until it is killed. Arguments: PostgreSQL address or an empty text,
// and the data folder.
import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from '../../server/config/config.ts'
import { openStores } from '../../server/databases/open-stores.ts'
import { refreshSources } from '../../server/import/sources/refresh-sources.ts'
import { LOOPBACK_RULES } from './supplier.ts'

const [url = '', dataDir = ''] = process.argv.slice(2)
const config = readConfig({ DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
const stores = await openStores(config.database)
for (;;) {
  await refreshSources(stores, {
    isRepeated: true,
    isForced: false,
    siteUrl: 'https://vitrine.example',
    rules: LOOPBACK_RULES,
  })
  await wait(5)
}
