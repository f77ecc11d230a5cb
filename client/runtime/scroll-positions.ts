const STORAGE_KEY = 'vitrine:scroll'

/** Scroll positions by the key of their history entry. They are stored in session storage. */
const positions = readPositions()

export function saveScrollPosition(key: string): void {
  positions[key] = window.scrollY
  writePositions()
}

/** @returns false if no position of this entry is stored */
export function restoreScrollPosition(key: string): boolean {
  const position = positions[key]
  if (position === undefined) return false
  window.scrollTo(0, position)
  return true
}

/** Restores the position of a page that was loaded again, and saves it when the visitor leaves the document. */
export function keepScrollPosition(): void {
  const key = readKey()
  if (key !== undefined) restoreScrollPosition(key)
  window.addEventListener('pagehide', () => {
    const lastKey = readKey()
    if (lastKey !== undefined) saveScrollPosition(lastKey)
  })
}

/** The browser itself restores the position of an entry that has no key, because the navigation never controlled it. */
function readKey(): string | undefined {
  return (window.history.state as { readonly key?: string } | null)?.key
}

function readPositions(): Record<string, number> {
  try {
    return (JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, number> | null) ?? {}
  } catch {
    return {}
  }
}

function writePositions(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(positions))
  } catch {
    // If session storage is full or forbidden, the positions stay in memory until the next document is loaded.
  }
}
