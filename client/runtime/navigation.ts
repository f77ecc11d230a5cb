import { createPath, parsePath, type Location, type Navigator } from 'react-router-dom'
import { checkNavigationTarget } from '../../shared/navigation-target.ts'
import type { PageHooks } from './page-hooks.ts'

/** How a location came about: by back and forward, by a link, or in place of the present one. */
export type Action = 'POP' | 'PUSH' | 'REPLACE'

export interface Confirmed {
  readonly location: Location
  readonly action: Action
  /** The link asked for the page to stay where it is (`preventScrollReset`). */
  readonly keepsScroll: boolean
}

/** What became of loading a location: something to show, and where that really is; else the browser takes over, or nobody. */
export type Loaded<Content> = { readonly content: Content; readonly path: string } | 'document' | 'stay'

interface NavigationOptions<Content> {
  readonly hooks: PageHooks
  /** Brings what is to be shown at a location. It never throws: a failure is something to show as well. */
  load(location: Location, action: Action, signal: AbortSignal): Promise<Loaded<Content>>
  /** The location is confirmed: history and address are its own by now. Without content only the hash is another. */
  commit(confirmed: Confirmed, content: Content | undefined): void
}

interface NavigateOptions {
  /** Takes the place of the present entry of the history. */
  readonly replace?: boolean
  readonly state?: unknown
  readonly keepsScroll?: boolean
  /** The target may be another site. */
  readonly external?: boolean
}

/**
 * Moves on: every navigation of the site's scripts comes through here.
 * @throws where the target is another site that was not explicitly allowed, or a script
 */
export type NavigateTo = (to: string, options?: NavigateOptions) => void

/** What is asked for is loaded first, then confirmed and shown; the newest one wins. */
export interface Navigation {
  readonly navigateTo: NavigateTo
  /** The same for the router and its links. */
  readonly navigator: Navigator
  readonly initialLocation: Location
}

/** What an entry of the history holds. */
interface HistoryState {
  readonly key?: string
  readonly usr?: unknown
  /** Position in the history of this tab. */
  readonly index?: number
}

/** Takes over history and address of the tab. */
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
    // Only the hash differs: the page is there already.
    if (target.pathname !== current.pathname || target.search !== current.search) {
      hooks.emit('loading-start', undefined)
      const loaded = await load(target, action, controller.signal)
      if (controller.signal.aborted || loaded === 'document') return
      if (loaded === 'stay') {
        hooks.emit('loading-end', undefined)
        // Back and forward have moved already: the address goes back to what is still shown.
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
    // The address one is at already makes no new entry, as with any link.
    const isReplaced = replace ?? createPath(target) === createPath(current)
    void go(target, isReplaced ? 'REPLACE' : 'PUSH', keepsScroll, isReplaced ? currentIndex : currentIndex + 1)
  }

  /** A mere hash is one of the present page, a mere query one of the present path. */
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
