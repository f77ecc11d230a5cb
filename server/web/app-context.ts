import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { CatalogStore } from '../catalog/store/catalog-store.ts'
import type { Config } from '../platform/settings/config.ts'
import type { EnquiryStore } from '../enquiries/enquiry-store.ts'
import { Outbox } from '../enquiries/outbox.ts'
import { FairQueue } from '../platform/concurrency/fair-queue.ts'
import { createRedirectReader } from './pages/moved-address.ts'
import { createLogger, type Logger } from '../platform/log.ts'
import { FileCache } from './files/file-cache.ts'
import type { ServerMetrics } from './metrics.ts'
import { openStores, type Stores, type PoolMetrics } from '../site.ts'
import { normaliseAddress, UnmatchedTextRecorder } from '../catalog/unmatched-texts/unmatched-text-recorder.ts'
import { PageCache } from './page-cache.ts'
import { readBuildManifest, type BuildManifest } from './render/build-manifest.ts'

export interface AppContext {
  readonly config: Config
  readonly logger: Logger
  /** The whole catalogue; its pages are in the first language, see `siteOf` for the others. */
  readonly catalog: CatalogStore
  readonly readRedirects: ReturnType<typeof createRedirectReader>
  readonly enquiries: EnquiryStore
  readonly pools: readonly PoolMetrics[]
  /** Null without `METRICS_PORT`. */
  readonly metrics: ServerMetrics | null
  readonly closeStores: () => Promise<void>
  readonly outbox: Outbox | null
  readonly unmatchedSearches: UnmatchedTextRecorder | null
  readonly missingAddresses: UnmatchedTextRecorder | null
  readonly build: BuildManifest
  readonly etagPrefix: string
  readonly pageCache: PageCache
  readonly renderQueue: FairQueue
  readonly fileCache: FileCache
  readonly buildDir: string
  /** Contains `public/` and the demo's content. */
  readonly projectDir: string
  phase: 'starting' | 'serving' | 'draining'
}

/** What loading and rendering a page takes. Of the settings, it gets only those on which its ETag depends. */
export type PageContext = Pick<AppContext, 'build' | 'enquiries' | 'logger'> & {
  readonly config: Pick<Config, 'pages'>
}

/** More than one per processor, because a render that waits for the database uses none. */
const RENDERS_MAX = 16

/** Limits memory: a waiting request takes about 20 KB. */
const RENDERS_WAITING_MAX = 1_000

/** A start without mail does not need the library. */
const loadMailer = () => import('../enquiries/mail-transport.ts')

/** @throws if the build is missing or the database cannot be opened */
export async function openAppContext(
  config: Config,
  folders: { readonly buildDir: string; readonly projectDir: string },
  overrides: { readonly logger?: Logger; readonly stores?: Stores } = {},
): Promise<AppContext> {
  const logger = overrides.logger ?? createLogger(config)
  const build = readBuildManifest(folders.buildDir)
  const stores = overrides.stores ?? (await openStores(config.database))
  const { catalog: store, enquiries } = stores
  const { mail, recordSearches } = config
  const send = mail && (await loadMailer()).createEnquiryMailer(mail, config.pages.siteUrl, store)
  const { unmatchedSearches, missingAddresses } = stores.background
  return {
    config,
    logger,
    build,
    etagPrefix: `${build.id}-${hash('sha256', JSON.stringify(config.pages), 'base64url').slice(0, 8)}`,
    pageCache: new PageCache(config.pageCacheMb * 2 ** 20),
    renderQueue: new FairQueue({
      maxRunning: RENDERS_MAX,
      maxWaitMs: config.renderWaitMs,
      maxWaiting: RENDERS_WAITING_MAX,
    }),
    fileCache: new FileCache(join(config.dataDir, 'renditions'), config.pictureCacheMb * 2 ** 20, logger),
    catalog: store,
    readRedirects: createRedirectReader(store),
    enquiries,
    pools: stores.pools,
    metrics: config.metricsPort === undefined ? null : new (await import('./metrics.ts')).ServerMetrics(),
    closeStores: async () => stores[Symbol.asyncDispose](),
    outbox: mail && send && new Outbox({ enquiries, send, logger, sendsConfirmations: mail.sendsConfirmations }),
    unmatchedSearches: recordSearches ? new UnmatchedTextRecorder({ logger, store: unmatchedSearches }) : null,
    missingAddresses: recordSearches
      ? new UnmatchedTextRecorder({ logger, store: missingAddresses, normalise: normaliseAddress })
      : null,
    ...folders,
    phase: 'starting',
  }
}
