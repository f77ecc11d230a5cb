const ITEM = '[data-dropdown-item]:not([aria-disabled="true"])'

/** The items of a popup that can be chosen, in their order. */
export function findItems(popup: HTMLElement): HTMLElement[] {
  return [...popup.querySelectorAll<HTMLElement>(ITEM)]
}

/**
 * Moves the focus as a menu's keys do; past either end it goes on at the other.
 * @returns whether the key is one of them
 */
export function moveFocus(popup: HTMLElement, key: string): boolean {
  const items = findItems(popup)
  const current = items.indexOf(document.activeElement as HTMLElement)
  const target = nextItem(items, current, key)
  if (target === undefined) return false
  target.focus()
  return true
}

function nextItem(items: readonly HTMLElement[], current: number, key: string): HTMLElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return items[(current + 1) % items.length]
    case 'ArrowUp':
      return items.at(current === -1 ? -1 : current - 1)
    case 'Home':
      return items[0]
    case 'End':
      return items.at(-1)
    default:
      return undefined
  }
}
