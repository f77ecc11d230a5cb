import type { Action } from './navigation.ts'

/**
 * Leaves for a page as a document, which makes everything new.
 * @param path with query and hash
 */
export function loadDocument(path: string, action: Action): void {
  const { pathname, search } = new URL(path, window.location.href)
  if (pathname === window.location.pathname && search === window.location.search) {
    // To the address one is at already, with a hash or without, a browser would only jump.
    window.history.replaceState(window.history.state, '', path)
    window.location.reload()
  } else if (action === 'REPLACE') window.location.replace(path)
  else window.location.assign(path)
}
