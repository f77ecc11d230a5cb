import { setTimeout as wait } from 'node:timers/promises'
import type { CacheEntry } from '../render/page-cache.ts'
import type { AppContext } from '../app-context.ts'
import type { LanguageSites } from '../language-sites.ts'
import { logUnlessExpected } from './page-renders.ts'
import { buildPageRequest } from './page-request.ts'
import { CACHE_ONLY } from './render-queued.ts'

/** Rendering a page takes about 2 ms, so all take less than half a second. */
const PAGES_MAX = 200

const IDLE_CHECK_MS = 50

/**
 * After a change of the catalogue, renders the most requested pages again, one at a time while the server is idle, so
 * that few visitors wait.
 */
export class PageRefresher {
  readonly #context: AppContext
  readonly #languages: LanguageSites
  readonly #stopped = new AbortController()
  #running: Promise<void> | undefined

  constructor(languages: LanguageSites) {
    this.#context = languages.main.context
    this.#languages = languages
  }

  /** Starts a run, unless one is in progress, which also notices later changes. */
  start(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { store, pageCache } = this.#context
    let revision: number
    do {
      ;({ revision } = store)
      for (const entry of pageCache.listPopular(PAGES_MAX)) {
        await this.#waitUntilIdle()
        if (this.#stopped.signal.aborted) return
        await this.#refresh(entry)
      }
    } while (store.revision !== revision)
  }

  async #refresh({ key, kind, base, match, search }: CacheEntry): Promise<void> {
    const { store, pageCache, metrics, logger } = this.#context
    // A visitor may have requested the page meanwhile. While the database is unreachable, the old page is kept.
    if (pageCache.findStale(key)?.revision === store.revision || store.unavailableSince !== null) return
    const { signal } = this.#stopped
    try {
      const { context, renders } = await this.#languages.find(base)
      // The site may have lost the page's language.
      if (context.base !== base) return
      await renders.renderForCache(buildPageRequest(context, kind, match, search), signal)
      metrics.pagesRefreshed.inc()
    } catch (error) {
      if (!signal.aborted) logUnlessExpected(logger, CACHE_ONLY, error)
    }
  }

  async #waitUntilIdle(): Promise<void> {
    const { renderQueue } = this.#context
    const { signal } = this.#stopped
    while (renderQueue.running + renderQueue.waiting > 0 && !signal.aborted)
      await wait(IDLE_CHECK_MS, undefined, { ref: false })
  }
}
