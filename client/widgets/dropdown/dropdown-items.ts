import { foldText } from '../../../shared/slug.ts'

const ITEM = '[data-dropdown-item]:not([aria-disabled="true"])'

/** The items of a popup that can be chosen, in their order. */
export function listEnabledItems(popup: HTMLElement): HTMLElement[] {
  return [...popup.querySelectorAll<HTMLElement>(ITEM)]
}

/**
 * Moves the focus as a menu's keys do; past either end it goes on at the other.
 * @returns whether the key is one of them
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

/** Quiet time after which typing begins a new word. */
const TYPING_PAUSE_MS = 500

/** Finds items by their first letters, as they are typed: `e` finds Étagère. */
export interface TypeAhead {
  /**
   * @param labels of the items, in their order
   * @param current index of the item that has the focus, or -1
   * @param atMs time of the key, in milliseconds
   * @returns the index of the item that is meant, or -1
   */
  type(character: string, labels: readonly string[], current: number, atMs: number): number
  /** Whether a word is being typed, of which a space may be a part. */
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
      // The same letter again and again goes through all that begin with it.
      const isRepeated = typed.length > 1 && [...typed].every((letter) => letter === typed[0])
      const start = isRepeated ? typed[0]! : typed
      // A word that goes on may still mean the item it has led to.
      const first = typed.length === 1 || isRepeated ? current + 1 : Math.max(current, 0)
      for (let step = 0; step < labels.length; step += 1) {
        const index = (first + step) % labels.length
        if (foldText(labels[index]!.trimStart()).startsWith(start)) return index
      }
      return -1
    },
  }
}
