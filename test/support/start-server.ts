import { dirname } from 'node:path'
import supertest from 'supertest'
import { afterAll } from 'vitest'
import type { Product } from '../../shared/catalog.ts'
import type { Category } from '../../server/catalog/category.ts'
import type { Site } from '../../shared/site.ts'
import { openAppContext, type AppContext } from '../../server/web/app-context.ts'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { readConfig, type Config } from '../../server/platform/settings/config.ts'
import { createLogger } from '../../server/platform/log.ts'
import { openStores } from '../../server/site.ts'
import { startServer as listen } from '../../server/server.ts'
import { useBuild } from './builds.ts'
import { writeEmptyDatabase } from './empty-database.ts'
import { findFreePort } from './find-free-port.ts'
import { PROJECT_DIR } from './folders.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'
import { TEST_SETTINGS } from './test-settings.ts'

export interface StartOptions {
  readonly products?: readonly Product[]
  readonly categories?: readonly Category[]
  readonly site?: Site
  readonly environment?: Readonly<Record<string, string>>
  /** Replaces what no environment variable sets. */
  readonly config?: Partial<Config>
  /** Replaces the store, to delay or break it. */
  readonly wrapStore?: (store: CatalogStore) => CatalogStore
  readonly buildDir?: string
}

/** A server in the test's process. */
export interface TestServer extends AsyncDisposable {
  readonly url: string
  readonly request: ReturnType<typeof supertest>
  readonly metricsUrl: string | null
  readonly context: AppContext
  readonly store: CatalogStore
  /** Parsed log lines so far. */
  readonly logLines: readonly Readonly<Record<string, unknown>>[]
  stop(): Promise<boolean>
}

/**
 * The port of the worker's servers, if no other one runs: the browser reuses processes and files for the same origin.
 */
let usualPort: Promise<number> | undefined
let isUsualPortTaken = false

/** Starts the server on a free port with a temporary data folder, until the end of the scope. */
export async function startServer(options: StartOptions = {}): Promise<TestServer> {
  const folder = await makeTemporaryFolder()
  const hasUsualPort = !isUsualPortTaken && options.environment?.['PORT'] === undefined
  if (hasUsualPort) isUsualPortTaken = true
  const environment = { NODE_ENV: 'test', ...TEST_SETTINGS, DATA_DIR: folder.path, ...options.environment }
  const settings = { ...readConfig(environment), ...options.config }
  // SITE_URL contains PORT by default, and two servers of one site must not differ in it.
  const config = hasUsualPort ? { ...settings, port: await (usualPort ??= findFreePort()) } : settings
  const logLines: Record<string, unknown>[] = []
  const logger = createLogger(config, { write: (line) => logLines.push(JSON.parse(line) as Record<string, unknown>) })
  const { database } = config
  if (database.kind === 'sqlite' && dirname(database.path) === folder.path) await writeEmptyDatabase(database.path)
  const stores = await openStores(database)
  const { catalog: store } = stores
  await fillStore(store, options)
  const context = await openAppContext(
    config,
    { buildDir: options.buildDir ?? (await useBuild('production')), projectDir: PROJECT_DIR },
    { logger, stores: { ...stores, catalog: options.wrapStore?.(store) ?? store } },
  )
  const server = await listen(context)
  let stopped: Promise<boolean> | undefined
  const stop = () =>
    (stopped ??= server.stop().finally(() => {
      if (hasUsualPort) isUsualPortTaken = false
    }))
  return {
    url: server.url,
    request: supertest(server.url),
    metricsUrl: server.metricsUrl,
    context,
    store,
    logLines,
    stop,
    async [Symbol.asyncDispose]() {
      await stop()
      await folder[Symbol.asyncDispose]()
    },
  }
}

/** Starts a server that all tests of the file use. */
export async function useServer(options: StartOptions = {}): Promise<TestServer> {
  const server = await startServer(options)
  afterAll(() => server[Symbol.asyncDispose]())
  return server
}

/** Finds the first log line whose message contains a text. */
export const findLine = ({ logLines }: Pick<TestServer, 'logLines'>, text: string) =>
  logLines.find(({ msg }) => String(msg).includes(text))

/** Writes products, categories and settings in one transaction, as an import does. */
export async function fillStore(
  store: CatalogStore,
  { products = [], categories = [], site }: Pick<StartOptions, 'products' | 'categories' | 'site'>,
): Promise<void> {
  await store.write(async (writer) => {
    for (const category of categories) await writer.putCategory(category)
    for (const product of products) await writer.putProduct(product)
    if (site) await writer.putSite(site)
  })
}
