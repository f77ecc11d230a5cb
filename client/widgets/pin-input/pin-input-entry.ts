export interface PinFormat {
  readonly length: number
  isAllowed(character: string): boolean
  normalize(text: string): string
}

export interface PinEntry {
  readonly value: string
  readonly caret: number
}

/** Removes characters that are not allowed, such as spaces and dashes. */
export function filterPin(text: string, { isAllowed, normalize }: Pick<PinFormat, 'isAllowed' | 'normalize'>): string {
  return [...normalize(text)].filter(isAllowed).join('')
}

/**
 * Reads the field's text after an input. If it is too long, new characters overwrite those after them, as in separate
 * boxes.
 */
export function normalizePinEntry(raw: string, caret: number, rules: PinFormat): PinEntry {
  const head = filterPin(raw.slice(0, caret), rules).slice(0, rules.length)
  const tail = filterPin(raw.slice(caret), rules)
  const excess = Math.max(0, head.length + tail.length - rules.length)
  return { value: head + tail.slice(excess), caret: head.length }
}

/** A complete code replaces the whole value, a shorter text the selection. */
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
