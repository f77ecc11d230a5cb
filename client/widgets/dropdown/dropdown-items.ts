export function listItems(popup: HTMLElement): HTMLElement[] {
  return [...popup.querySelectorAll<HTMLElement>('[data-dropdown-item]')]
}

/** Moves the focus by arrow key, Home or End, wrapping around. @returns whether the key was one of these */
export function moveFocus(popup: HTMLElement, key: string): boolean {
  const items = listItems(popup)
  const current = items.indexOf(document.activeElement as HTMLElement)
  const target = findTargetItem(items, current, key)
  if (target === undefined) return false
  target.focus()
  return true
}

function findTargetItem(items: readonly HTMLElement[], current: number, key: string): HTMLElement | undefined {
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
