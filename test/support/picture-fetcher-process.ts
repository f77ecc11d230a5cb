// Fetches remote pictures, also from loopback addresses, until it is killed. Arguments: PostgreSQL address or an empty
// text, and the data folder.
import { createLogger } from '../../server/base/log.ts'
import { readConfig } from '../../server/config/config.ts'
import { openStores } from '../../server/databases/open-stores.ts'
import { PictureFetcher } from '../../server/import/background/picture-fetcher.ts'

const [url = '', dataDir = ''] = process.argv.slice(2)
const config = readConfig({ DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
const { catalog, background } = await openStores(config.database)
new PictureFetcher({
  catalog,
  background,
  logger: createLogger(config),
  countPicture: () => {},
  rules: { protocols: ['http:'], isAllowed: () => true },
  pollIntervalMs: 20,
  revisionIntervalMs: 100,
}).start()
// The fetcher's timer does not keep a process alive.
setInterval(() => {}, 60_000)
