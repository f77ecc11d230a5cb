import { createPath, parsePath, type Location, type Navigator } from 'react-router-dom'
import { checkNavigationTarget } from '../../shared/navigation-target.ts'
import type { PageHooks } from './page-hooks.ts'

/** How a location was reached: by back and forward (POP), as a new history entry, or in place of the current one. */
export type Action = 'POP' | 'PUSH' | 'REPLACE'

/** A location that is loaded and whose history entry is written. */
export interface ConfirmedLocation {
  readonly location: Location
  readonly action: Action
  /** The link keeps the scroll position (`preventScrollReset`). */
  readonly keepsScroll: boolean
}

/**
 * The result of loading a location: content and its final path; 'document' if the browser loads the document instead;
 * 'stay' if the navigation is cancelled.
 */
export type LoadResult<Content> = { readonly content: Content; readonly path: string } | 'document' | 'stay'

interface NavigationOptions<Content> {
  readonly hooks: PageHooks
  /** Loads the content of a location; never rejects, because a failure has content as well. */
  load(location: Location, action: Action, signal: AbortSignal): Promise<LoadResult<Content>>
  /** Shows the content. Called after the history is written; without content if only the hash changed. */
  commit(confirmed: ConfirmedLocation, content: Content | undefined): void
}

interface NavigateOptions {
  readonly replace?: boolean
  readonly state?: unknown
  readonly keepsScroll?: boolean
  readonly external?: boolean
}

/**
 * Navigates to a path or URL. All scripts of the site navigate with this function.
 * @throws if the target is another site and `external` is not set, or if the target is a script
 */
export type NavigateTo = (to: string, options?: NavigateOptions) => void

/** Content is loaded first, then written to the history and shown. A newer navigation aborts an older one. */
export interface Navigation {
  readonly navigateTo: NavigateTo
  /** Adapter for the router and its links. */
  readonly navigator: Navigator
  readonly initialLocation: Location
}

/** `history.state` of an entry; `key` and `usr` are the router's. */
interface HistoryState {
  readonly key?: string
  readonly usr?: unknown
  /** Position of the entry in the history of this tab. */
  readonly index?: number
}

/** Takes control of the tab's history. */
export function startNavigation<Content>({ hooks, load, commit }: NavigationOptions<Content>): Navigation {
  let current = readLocation()
  let currentIndex = readIndex() ?? 0
  let running: AbortController | undefined
  const initialLocation = current
  writeHistory('REPLACE', current, currentIndex)

  async function go(target: Location, action: Action, keepsScroll = false, index = currentIndex): Promise<void> {
    running?.abort()
    const controller = new AbortController()
    running = controller
    let location = target
    let content: Content | undefined
    // If only the hash differs, there is nothing to load.
    if (target.pathname !== current.pathname || target.search !== current.search) {
      hooks.emit('loading-start', undefined)
      const loaded = await load(target, action, controller.signal)
      if (controller.signal.aborted || loaded === 'document') return
      if (loaded === 'stay') {
        hooks.emit('loading-end', undefined)
        // The browser has already changed the URL on back and forward, so it is changed back to the page that is shown.
        if (action === 'POP' && index !== currentIndex) window.history.go(currentIndex - index)
        return
      }
      content = loaded.content
      location = { ...target, ...parsePath(loaded.path) }
    }
    hooks.emit('page-start', { leaving: current })
    if (action !== 'POP' || createPath(location) !== createPath(target)) writeHistory(action, location, index)
    current = location
    currentIndex = index
    commit({ location, action, keepsScroll }, content)
  }

  const navigateTo: NavigateTo = (to, { replace, state, keepsScroll, external = false } = {}) => {
    const address = checkNavigationTarget(to, { external })
    if (external) {
      window.location.assign(address)
      return
    }
    const target = resolve(address, state)
    // Like the browser, a navigation to the current URL adds no history entry.
    const isReplaced = replace ?? createPath(target) === createPath(current)
    void go(target, isReplaced ? 'REPLACE' : 'PUSH', keepsScroll, isReplaced ? currentIndex : currentIndex + 1)
  }

  /** Resolves a hash relative to the current page, and a query relative to the current path. */
  function resolve(address: string, state: unknown): Location {
    const search = address.startsWith('#') ? current.search : ''
    return {
      pathname: current.pathname,
      search,
      hash: '',
      ...parsePath(address),
      state,
      key: createKey(),
    }
  }

  window.addEventListener('popstate', () => void go(readLocation(), 'POP', false, readIndex()))

  return {
    initialLocation,
    navigateTo,
    navigator: {
      createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
      push: (to, state, link) =>
        navigateTo(toPath(to), { replace: false, state, keepsScroll: link?.preventScrollReset ?? false }),
      replace: (to, state, link) =>
        navigateTo(toPath(to), { replace: true, state, keepsScroll: link?.preventScrollReset ?? false }),
      go: (delta) => window.history.go(delta),
    },
  }
}

function writeHistory(action: Action, location: Location, index: number): void {
  const state: HistoryState = { key: location.key, usr: location.state as unknown, index }
  if (action === 'PUSH') window.history.pushState(state, '', createPath(location))
  else window.history.replaceState(state, '', createPath(location))
}

function readLocation(): Location {
  const { pathname, search, hash } = window.location
  const { key, usr } = readHistoryState()
  return { pathname, search, hash, state: usr ?? null, key: key ?? createKey() }
}

function readIndex(): number | undefined {
  return readHistoryState().index
}

function readHistoryState(): HistoryState {
  return (window.history.state as HistoryState | null) ?? {}
}

function createKey(): string {
  return Math.random().toString(36).slice(2, 10)
}

function toPath(to: Parameters<Navigator['push']>[0]): string {
  return typeof to === 'string' ? to : createPath(to)
}
