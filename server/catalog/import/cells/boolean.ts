const TRUE_WORDS = new Set(['true', '1', 'yes', 'y'])
const FALSE_WORDS = new Set(['false', '0', 'no', 'n'])

/** @returns undefined where a text is neither yes nor no */
export function readBoolean(text: string): boolean | undefined {
  const word = text.trim().toLowerCase()
  if (TRUE_WORDS.has(word)) return true
  return FALSE_WORDS.has(word) ? false : undefined
}
