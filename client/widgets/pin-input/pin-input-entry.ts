export interface PinFormat {
  readonly length: number
  isAllowed(character: string): boolean
  /** Brings text into the form that codes have: upper case, say. */
  normalize(text: string): string
}

/** A code, or its beginning, with the place where the next character goes. */
export interface PinEntry {
  readonly value: string
  readonly caret: number
}

/** What of a text can be part of a code; spaces, dashes and everything else that is not allowed falls out. */
export function filterPin(text: string, { isAllowed, normalize }: Pick<PinFormat, 'isAllowed' | 'normalize'>): string {
  return [...normalize(text)].filter(isAllowed).join('')
}

/**
 * Reads what the field holds after any kind of input. Where that is too much, what was put in replaces what follows it,
 * as it would in boxes that hold one character each.
 */
export function normalizePinEntry(raw: string, caret: number, rules: PinFormat): PinEntry {
  const head = filterPin(raw.slice(0, caret), rules).slice(0, rules.length)
  const tail = filterPin(raw.slice(caret), rules)
  const excess = Math.max(0, head.length + tail.length - rules.length)
  return { value: head + tail.slice(excess), caret: head.length }
}

/** Puts a pasted text in: a whole code takes the place of everything, a part of one that of the selection. */
export function pastePin(
  value: string,
  selection: { readonly start: number; readonly end: number },
  pasted: string,
  rules: PinFormat,
): PinEntry {
  const text = filterPin(pasted, rules)
  if (text === '') return { value, caret: selection.end }
  if (text.length >= rules.length) return { value: text.slice(0, rules.length), caret: rules.length }
  const head = value.slice(0, selection.start) + text
  return normalizePinEntry(head + value.slice(selection.end), head.length, rules)
}
