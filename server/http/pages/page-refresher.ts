import { setTimeout as wait } from 'node:timers/promises'
import { logRenderFailure } from '../../base/log.ts'
import { BusyError } from '../../concurrency/fair-queue.ts'
import type { CacheEntry } from '../../render/page-cache.ts'
import type { AppContext } from '../app-context.ts'
import type { PageRenders } from './page-renders.ts'
import { buildPageRequest } from './page-request.ts'
import { splitUrl } from './page-url.ts'

/** With 2 ms for a page, all of them take less than half a second. */
const PAGES_MAX = 200

/** How soon to look again whether the server is idle. */
const IDLE_CHECK_MS = 50

/**
 * Renders the pages that were requested most often again after a change of the catalogue, one at a time while nothing else
 * is rendered, so that few visitors wait for a page that is not cached.
 */
export class PageRefresher {
  readonly #context: AppContext
  readonly #renders: PageRenders
  #isRunning = false

  constructor(context: AppContext, renders: PageRenders) {
    this.#context = context
    this.#renders = renders
  }

  /** Starts a run, unless one is in progress; that one also notices later changes. */
  start(): void {
    if (this.#isRunning) return
    this.#isRunning = true
    void this.#run().finally(() => {
      this.#isRunning = false
    })
  }

  async #run(): Promise<void> {
    const { store, pageCache } = this.#context
    let revision: number
    do {
      ;({ revision } = store)
      for (const entry of pageCache.listPopular(PAGES_MAX)) {
        await this.#waitUntilIdle()
        if (this.#context.phase === 'draining') return
        await this.#refresh(entry)
      }
    } while (store.revision !== revision)
  }

  async #refresh({ key, kind, match }: CacheEntry): Promise<void> {
    const { store, pageCache, metrics, logger } = this.#context
    // A visitor may have requested the page in the meantime. While the database is unreachable, the old page is kept.
    if (pageCache.findStale(key)?.revision === store.revision || store.unavailableSince !== null) return
    const { search } = splitUrl(key)
    try {
      await this.#renders.renderForCache(buildPageRequest(this.#context, kind, match, search))
      metrics.countRefreshedPage()
    } catch (error) {
      if (!(error instanceof BusyError)) logRenderFailure(logger, 'refresh', error)
    }
  }

  async #waitUntilIdle(): Promise<void> {
    const { renderQueue } = this.#context
    while (renderQueue.running + renderQueue.waiting > 0) await wait(IDLE_CHECK_MS, undefined, { ref: false })
  }
}
