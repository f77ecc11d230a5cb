import { PRELOAD_SKIPPED_ON, PRELOADS_AT_ONCE } from '../../shared/constants.ts'
import type { PageHooks } from './page-hooks.ts'
import { readPageLink } from './page-link.ts'
import { whenIdle } from './when-idle.ts'

/** What some browsers tell of the line (Network Information API). */
interface Connection {
  readonly effectiveType?: string
  readonly saveData?: boolean
}

const INTENT_EVENTS = ['pointerover', 'focusin', 'touchstart'] as const

/**
 * Preloads the pages that links lead to: those in view when the browser is idle, those that a visitor is about to
 * follow before all others.
 */
export function startPreloading(hooks: PageHooks, preload: (path: string, signal: AbortSignal) => Promise<void>): void {
  const begun = new Set<string>()
  let waiting: string[] = []
  let running = 0
  let page = new AbortController()

  function add(link: HTMLAnchorElement, isIntended: boolean): void {
    const path = readPath(link)
    if (path === undefined || begun.has(path) || isSparing()) return
    waiting = waiting.filter((other) => other !== path)
    if (isIntended) waiting.unshift(path)
    else waiting.push(path)
    startNext()
  }

  function startNext(): void {
    while (running < PRELOADS_AT_ONCE) {
      const path = waiting.shift()
      if (path === undefined) return
      void run(path, page.signal)
    }
  }

  async function run(path: string, signal: AbortSignal): Promise<void> {
    begun.add(path)
    running++
    try {
      await preload(path, signal)
    } catch {
      // What cannot be preloaded is loaded, or fails, when it is asked for; what was broken off may be tried again.
      if (signal.aborted) begun.delete(path)
    }
    running--
    startNext()
  }

  const links = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      links.unobserve(target)
      whenIdle(() => add(target as HTMLAnchorElement, false))
    }
  })
  /** Lists in every order and under every filter are without end: those wait until somebody wants one. */
  function observeLinks(): void {
    for (const link of document.querySelectorAll('a[href]:not([rel~=nofollow])')) links.observe(link)
  }

  // The links of the page before are no longer wanted.
  hooks.on('page-start', () => {
    links.disconnect()
    waiting = []
    page.abort()
    page = new AbortController()
  })
  hooks.on('page-finish', observeLinks)
  // Late parts of a streamed document come before this.
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

/** The path and query of the page behind a link, unless it is the present one. */
function readPath(link: HTMLAnchorElement): string | undefined {
  const path = readPageLink(link)?.replace(/#.*$/, '')
  return path === window.location.pathname + window.location.search ? undefined : path
}

function isSparing(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: Connection }
  return connection?.saveData === true || connection?.effectiveType === PRELOAD_SKIPPED_ON
}
