/** In the languages of the interface; spreadsheets write their own words in the owner's language, such as WAHR. */
const TRUE_WORDS = new Set(['true', '1', 'yes', 'y', 'ja', 'j', 'wahr', 'sí', 'si', 's', 'verdadero'])
const FALSE_WORDS = new Set(['false', '0', 'no', 'n', 'nein', 'falsch', 'falso'])

/** @returns undefined where a text is neither yes nor no */
export function readBoolean(text: string): boolean | undefined {
  const word = text.trim().toLowerCase()
  if (TRUE_WORDS.has(word)) return true
  return FALSE_WORDS.has(word) ? false : undefined
}
