export const SLUG_MAX_LENGTH = 200
const SLUG_PATTERN = /^[\p{Ll}\p{Lo}\p{N}][\p{Ll}\p{Lo}\p{M}\p{N}_-]*$/u

/** Whether a text is a slug: lower-case letters of any script, digits, dashes and underscores. */
export function isSlug(text: string): boolean {
  return text.length <= SLUG_MAX_LENGTH && SLUG_PATTERN.test(text)
}

/** Matches ASCII without `^` and `` ` ``, which are diacritics. */
const PLAIN_ASCII = /^[\0-\]_a-\x7f]*$/

/** Converts text to lower case without diacritics, to compare spellings. */
export function foldText(text: string): string {
  if (PLAIN_ASCII.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/[ßẞ]/g, 'ss')
    .toLowerCase()
    .normalize('NFC')
}
