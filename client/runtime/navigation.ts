import { createPath, parsePath, type Location, type Navigator, type To } from 'react-router-dom'

/** How a location came about: by back and forward, by a link, or in place of the present one. */
export type Action = 'POP' | 'PUSH' | 'REPLACE'

export interface Confirmed {
  readonly location: Location
  readonly action: Action
  /** The link asked for the page to stay where it is (`preventScrollReset`). */
  readonly keepsScroll: boolean
}

export interface NavigationOptions<Content> {
  /** Brings what is to be shown at a location, and where that really is. */
  load(location: Location, signal: AbortSignal): Promise<{ content: Content; pathname: string }>
  /** The location is confirmed: history and address are its own by now. Without content only the hash is another. */
  commit(confirmed: Confirmed, content: Content | undefined): void
  /** The place being left, with its key. */
  onLeave(location: Location): void
}

/** A navigator for the router: what a link asks for is loaded first, then confirmed and shown; the newest one wins. */
export interface Navigation {
  readonly navigator: Navigator
  readonly initialLocation: Location
}

/** Takes over history and address of the tab. */
export function startNavigation<Content>(options: NavigationOptions<Content>): Navigation {
  let current = readLocation()
  let running: AbortController | undefined
  history.replaceState({ ...(history.state as object | null), key: current.key }, '')

  async function go(target: Location, action: Action, keepsScroll = false): Promise<void> {
    running?.abort()
    const controller = new AbortController()
    running = controller
    let location = target
    let content: Content | undefined
    // Only the hash differs: the page is there already.
    if (target.pathname !== current.pathname || target.search !== current.search) {
      try {
        const loaded = await options.load(target, controller.signal)
        content = loaded.content
        location = { ...target, pathname: loaded.pathname }
      } catch (error) {
        if (controller.signal.aborted) return
        // The visitor gets the page all the same: from the server, as a document.
        console.warn('The page could not be loaded in place; loading the document.', error)
        window.location.assign(createPath(target))
        return
      }
      if (controller.signal.aborted) return
    }
    options.onLeave(current)
    const entry = { key: location.key, usr: location.state as unknown }
    if (action === 'PUSH') history.pushState(entry, '', createPath(location))
    else if (action === 'REPLACE' || location !== target) history.replaceState(entry, '', createPath(location))
    current = location
    options.commit({ location, action, keepsScroll }, content)
  }

  window.addEventListener('popstate', () => void go(readLocation(), 'POP'))
  window.addEventListener('pagehide', () => options.onLeave(current))

  return {
    initialLocation: current,
    navigator: {
      createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
      push: (to, state, link) => void go(resolve(to, state), 'PUSH', link?.preventScrollReset),
      replace: (to, state, link) => void go(resolve(to, state), 'REPLACE', link?.preventScrollReset),
      go: (delta) => history.go(delta),
    },
  }

  function resolve(to: To, state: unknown): Location {
    const path = typeof to === 'string' ? parsePath(to) : to
    return {
      pathname: path.pathname || current.pathname,
      search: path.search ?? '',
      hash: path.hash ?? '',
      state,
      key: createKey(),
      mask: undefined,
    }
  }
}

function readLocation(): Location {
  const { pathname, search, hash } = window.location
  const entry = history.state as { key?: string; usr?: unknown } | null
  return { pathname, search, hash, state: entry?.usr ?? null, key: entry?.key ?? createKey(), mask: undefined }
}

function createKey(): string {
  return Math.random().toString(36).slice(2, 10)
}
