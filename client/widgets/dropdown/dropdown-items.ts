import { foldText } from '../../../shared/slug.ts'

const ITEM = '[data-dropdown-item]:not([aria-disabled="true"])'

export function listEnabledItems(popup: HTMLElement): HTMLElement[] {
  return [...popup.querySelectorAll<HTMLElement>(ITEM)]
}

/**
 * Moves the focus to another item by arrow key, Home or End, wrapping around at both ends.
 * @returns whether the key was one of these
 */
export function moveFocus(popup: HTMLElement, key: string): boolean {
  const items = listEnabledItems(popup)
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

/** A pause this long starts a new search. */
const TYPING_PAUSE_MS = 500

/** Type-ahead: finds items by their first letters, ignoring accents (`e` finds Étagère). */
export interface TypeAhead {
  /**
   * @param labels of the items
   * @param current index of the focused item, or -1
   * @param atMs timestamp of the key press, in milliseconds
   * @returns index of the matching item, or -1
   */
  type(character: string, labels: readonly string[], current: number, atMs: number): number
  /** Whether a search is in progress, so that a space belongs to it. */
  isTyping(atMs: number): boolean
}

export function createTypeAhead(): TypeAhead {
  let typed = ''
  let lastMs = -Infinity
  const isTyping = (atMs: number) => typed !== '' && atMs - lastMs < TYPING_PAUSE_MS
  return {
    isTyping,
    type(character, labels, current, atMs) {
      typed = (isTyping(atMs) ? typed : '') + foldText(character)
      lastMs = atMs
      // Repeating one letter cycles through the items that start with it.
      const isRepeated = typed.length > 1 && [...typed].every((letter) => letter === typed[0])
      const start = isRepeated ? typed[0]! : typed
      // A search that gets longer may still match the focused item.
      const first = typed.length === 1 || isRepeated ? current + 1 : Math.max(current, 0)
      for (let step = 0; step < labels.length; step += 1) {
        const index = (first + step) % labels.length
        if (foldText(labels[index]!.trimStart()).startsWith(start)) return index
      }
      return -1
    },
  }
}
