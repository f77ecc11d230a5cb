import { PRELOAD_SKIPPED_CONNECTION, PRELOADS_CONCURRENT_MAX } from '../../shared/constants.ts'
import type { PageHooks } from './page-hooks.ts'
import { readPageLink } from './links.ts'
import { runWhenIdle } from './scheduling.ts'

/** The visitor's connection, in browsers with the Network Information API. */
interface Connection {
  readonly effectiveType?: string
  readonly saveData?: boolean
}

const INTENT_EVENTS = ['pointerover', 'focusin', 'touchstart'] as const

/**
 * Preloads the pages behind links: links in the viewport when the browser is idle, and with priority the link that the
 * visitor is about to follow (pointer, focus or touch).
 */
export function startPreloading(hooks: PageHooks, preload: (path: string, signal: AbortSignal) => Promise<void>): void {
  /** Pages whose preload has started, by path and query. */
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
      // A failed preload is repeated by the navigation itself; an aborted one may be started again.
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
  /** Links to sorted and filtered lists (`nofollow`) are too many to preload; they are preloaded on intent only. */
  function observeLinks(): void {
    for (const link of document.querySelectorAll('a[href]:not([rel~=nofollow])')) links.observe(link)
  }

  hooks.on('page-start', () => {
    links.disconnect()
    queue = []
    page.abort()
    page = new AbortController()
  })
  hooks.on('page-finish', observeLinks)
  // When the document has loaded, its deferred parts contain further links.
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

/** @returns path and query of the page behind a link; undefined if it is the current page or not a page of the site */
function readPath(link: HTMLAnchorElement): string | undefined {
  const path = readPageLink(link)?.replace(/#.*$/, '')
  return path === window.location.pathname + window.location.search ? undefined : path
}

function shouldSaveData(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: Connection }
  return connection?.saveData === true || connection?.effectiveType === PRELOAD_SKIPPED_CONNECTION
}
