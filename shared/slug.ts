const SLUG_MAX_LENGTH = 200
const SLUG_PATTERN = /^[\p{Ll}\p{Lo}\p{N}][\p{Ll}\p{Lo}\p{M}\p{N}_-]*$/u

/** Whether a text can stand in an address as it is: small letters of any script, digits, dashes and underscores. */
export function isSlug(text: string): boolean {
  return text.length <= SLUG_MAX_LENGTH && SLUG_PATTERN.test(text)
}

/** A slug made from a name ('Déjà vu & Co.' becomes 'deja-vu-co'), or '' where nothing of it can be used. */
export function buildSlug(name: string): string {
  return foldText(name)
    .replace(/[^\p{Ll}\p{Lo}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, SLUG_MAX_LENGTH)
    .replace(/-+$/, '')
}

/** How German writes its umlauts where they cannot stand, in addresses as in the shops that exports come from (DIN 5007-2). */
const GERMAN_UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' }

/**
 * A slug that readers of a language know for their word: 'Küche' becomes 'kueche' in German, 'kuche' elsewhere.
 * @param locale BCP 47
 */
export function buildLocalSlug(name: string, locale: string): string {
  if (!/^de\b/.test(locale)) return buildSlug(name)
  return buildSlug(
    name
      .normalize('NFC')
      .toLowerCase()
      .replace(/[äöü]/g, (umlaut) => GERMAN_UMLAUTS[umlaut]!),
  )
}

/** Lower case without accents: two spellings that a visitor takes for the same compare equal. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/[ßẞ]/g, 'ss')
    .toLowerCase()
    .normalize('NFC')
}
