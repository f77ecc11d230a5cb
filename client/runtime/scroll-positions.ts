const STORAGE_KEY = 'vitrine:scroll'

/** Positions by the key of their history entry, stored in session storage. */
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

/** Restores the position of a page that was loaded again, and saves it when the visitor leaves. */
export function keepScrollPosition(): void {
  const key = readKey()
  if (key !== undefined) restoreScrollPosition(key)
  window.addEventListener('pagehide', () => {
    const lastKey = readKey()
    if (lastKey !== undefined) saveScrollPosition(lastKey)
  })
}

/** The browser itself restores entries that the navigation never controlled, which have no key. */
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
    // Storage is full or forbidden: the positions last until the next document.
  }
}
