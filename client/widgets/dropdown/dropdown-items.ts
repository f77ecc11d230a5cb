import { foldText } from '../../../shared/slug.ts'

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

const TYPING_PAUSE_MS = 500

/** Finds items by their first letters, ignoring accents (`e` finds Étagère). */
export interface TypeAhead {
  /** Returns the index of the matching label, or -1; `current` is the focused item's index, or -1. */
  type(character: string, labels: readonly string[], current: number, atMs: number): number
  /** Whether a search is in progress, so that a typed space is part of it. */
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
      // A repeated letter cycles through the items that start with it.
      const letter = typed.charAt(0)
      const isRepeated = typed.length > 1 && typed === letter.repeat(typed.length)
      const start = isRepeated ? letter : typed
      // A single letter searches after the focused item; a longer text may still match that one.
      const first = typed.length === 1 || isRepeated ? current + 1 : Math.max(current, 0)
      const entries = [...labels.entries()]
      const inOrder = [...entries.slice(first), ...entries.slice(0, first)]
      return inOrder.find(([, label]) => foldText(label.trimStart()).startsWith(start))?.[0] ?? -1
    },
  }
}
