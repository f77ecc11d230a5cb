import { createPath, parsePath, type Location, type Navigator } from 'react-router-dom'
import { checkNavigationTarget } from '../../shared/route-middleware.ts'
import type { View } from '../base/view.ts'
import type { PageHooks } from './page-hooks.ts'

/** Back and forward are `POP`. */
export type Action = 'POP' | 'PUSH' | 'REPLACE'

export interface ConfirmedLocation {
  readonly location: Location
  readonly action: Action
  /** Whether the page keeps its scroll position, as some links request. */
  readonly keepsScroll: boolean
}

/**
 * The path may differ after a redirect. 'document' means that the browser loads the page; 'stay' cancels the
 * navigation, and so does 'unavailable', because neither the page nor its document can be loaded.
 */
export type LoadResult = { readonly content: View; readonly path: string } | 'document' | 'stay' | 'unavailable'

interface NavigationOptions {
  readonly hooks: PageHooks
  /** Never rejects: a failure results in content too. @param from the current page */
  load(location: Location, action: Action, signal: AbortSignal, from: Location): Promise<LoadResult>
  /** Called without content if only the hash of the URL changed. */
  commit(confirmed: ConfirmedLocation, content: View | undefined): void
}

interface NavigateOptions {
  readonly replace?: boolean
  readonly state?: unknown
  readonly keepsScroll?: boolean
  readonly external?: boolean
}

/** Navigates to a path or URL. @throws if the target is another site and `external` is not set, or if it is a script */
export type NavigateTo = (to: string, options?: NavigateOptions) => void

/** The router defines `key` and `usr`. */
interface HistoryState {
  readonly key?: string
  readonly usr?: unknown
  readonly index?: number
}

/** Content is loaded before the history entry is written. A newer navigation aborts an older one. */
export function startNavigation({ hooks, load, commit }: NavigationOptions) {
  let current = readLocation()
  let currentIndex = readHistoryState().index ?? 0
  let running: AbortController | undefined
  const initialLocation = current
  writeHistory('REPLACE', current, currentIndex)

  async function go(target: Location, action: Action, keepsScroll = false, targetIndex = currentIndex): Promise<void> {
    running?.abort()
    const controller = new AbortController()
    running = controller
    let location = target
    let content: View | undefined
    if (target.pathname !== current.pathname || target.search !== current.search) {
      hooks.emit('loading-start', undefined)
      const loaded = await load(target, action, controller.signal, current)
      if (controller.signal.aborted || loaded === 'document') return
      if (loaded === 'stay' || loaded === 'unavailable') {
        hooks.emit('loading-end', undefined)
        if (loaded === 'unavailable') hooks.emit('loading-failed', { path: createPath(target) })
        // Restores the URL, which back and forward have already changed.
        if (action === 'POP' && targetIndex !== currentIndex) window.history.go(currentIndex - targetIndex)
        return
      }
      content = loaded.content
      location = { ...target, ...parsePath(loaded.path) }
    }
    const index = action === 'PUSH' ? currentIndex + 1 : action === 'POP' ? targetIndex : currentIndex
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
    // As in browsers, the current URL gets no new history entry.
    const isReplaced = replace ?? createPath(target) === createPath(current)
    void go(target, isReplaced ? 'REPLACE' : 'PUSH', keepsScroll)
  }

  /** If only the hash is given, the current query is kept; if only the query is given, the path. */
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

  function navigateByLink(replace: boolean): Navigator['push'] {
    return (to, state, link) =>
      navigateTo(toPath(to), { replace, state, keepsScroll: link?.preventScrollReset ?? false })
  }

  window.addEventListener('popstate', () => {
    void go(readLocation(), 'POP', false, readHistoryState().index)
  })

  return {
    initialLocation,
    navigateTo,
    navigator: {
      createHref: toPath,
      push: navigateByLink(false),
      replace: navigateByLink(true),
      go: (delta) => window.history.go(delta),
    } satisfies Navigator,
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

function readHistoryState(): HistoryState {
  return (window.history.state as HistoryState | null) ?? {}
}

function createKey(): string {
  return Math.random().toString(36).slice(2, 10)
}

function toPath(to: Parameters<Navigator['push']>[0]): string {
  return typeof to === 'string' ? to : createPath(to)
}
