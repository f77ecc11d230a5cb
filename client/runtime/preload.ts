import { PRELOAD_SKIPPED_CONNECTION, PRELOADS_CONCURRENT_MAX } from '../../shared/constants.ts'
import type { PageHooks } from './page-hooks.ts'
import { readPageLink } from './links.ts'
import { readConnection, runWhenIdle } from '../base/scheduling.ts'

const INTENT_EVENTS = ['pointerover', 'focusin', 'touchstart'] as const

/**
 * Preloads pages: links in the viewport when the browser is idle, and first the link that the visitor is about to
 * follow.
 */
export function startPreloading(hooks: PageHooks, preload: (path: string, signal: AbortSignal) => Promise<void>): void {
  /** The paths include the query. */
  const started = new Set<string>()
  let queue: string[] = []
  let running = 0
  let page = new AbortController()

  function add(link: HTMLAnchorElement, isIntended: boolean): void {
    const path = readPath(link)
    if (path === undefined || started.has(path) || shouldSaveData()) return
    queue = queue.filter((other) => other !== path)
    if (isIntended) queue.unshift(path)
    else queue.push(path)
    processQueue()
  }

  function processQueue(): void {
    while (running < PRELOADS_CONCURRENT_MAX) {
      const path = queue.shift()
      if (path === undefined) return
      void run(path, page.signal)
    }
  }

  async function run(path: string, signal: AbortSignal): Promise<void> {
    started.add(path)
    running++
    try {
      await preload(path, signal)
    } catch {
      // Aborted preloads may be repeated; for failed ones, the navigation loads the page.
      if (signal.aborted) started.delete(path)
    }
    running--
    processQueue()
  }

  const links = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      links.unobserve(target)
      runWhenIdle(() => add(target as HTMLAnchorElement, false))
    }
  })
  /**
   * Links to sorted and filtered lists (`nofollow`) and to the sizes of a family are too many. They are preloaded only
   * if the visitor is about to follow them.
   */
  function observeLinks(): void {
    for (const link of document.querySelectorAll('a[href]:not([rel~=nofollow], [data-preload=intent] a)'))
      links.observe(link)
  }

  function stop(): void {
    links.disconnect()
    queue = []
    page.abort()
    page = new AbortController()
  }

  hooks.on('page-start', stop)
  // A retry would share the request of a preload that gets no response.
  hooks.on('loading-failed', stop)
  hooks.on('page-finish', observeLinks)
  // Parts that are streamed later contain further links.
  window.addEventListener('load', observeLinks)
  for (const type of INTENT_EVENTS) {
    document.addEventListener(
      type,
      ({ target }) => {
        const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
        if (link) add(link, true)
      },
      { passive: true },
    )
  }
}

function readPath(link: HTMLAnchorElement): string | undefined {
  const path = readPageLink(link)?.replace(/#.*$/, '')
  return path === window.location.pathname + window.location.search ? undefined : path
}

function shouldSaveData(): boolean {
  const { saveData, effectiveType } = readConnection()
  return saveData === true || effectiveType === PRELOAD_SKIPPED_CONNECTION
}
