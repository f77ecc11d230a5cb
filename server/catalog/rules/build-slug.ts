import { foldText, SLUG_MAX_LENGTH } from '../../../shared/slug.ts'

/** Builds a slug from a name: 'Déjà vu & Co.' becomes 'deja-vu-co'. @returns '' if the name has no letters or digits */
export function buildSlug(name: string): string {
  return foldText(name)
    .replace(/[^\p{Ll}\p{Lo}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, SLUG_MAX_LENGTH)
    .replace(/-+$/, '')
}

/** DIN 5007-2 defines this transcription, which shop systems use in slugs too. */
const GERMAN_UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' }

const LIGATURES: Readonly<Record<string, string>> = { æ: 'ae', œ: 'oe' }

/**
 * Builds the slug of a new page with the transcription of a language: 'Küche' becomes 'kueche' in German, 'kuche' in
 * other languages, and 'Œuf' becomes 'oeuf'.
 * @param locale BCP 47 language tag
 */
export function buildLocalSlug(name: string, locale: string): string {
  return buildRepeatableSlug(
    name.replace(/[æœ]/gi, (ligature) => LIGATURES[ligature.toLowerCase()] ?? ligature),
    locale,
  )
}

/** Builds a slug as all versions do, for products that later imports find only by the slug of their name. */
export function buildRepeatableSlug(name: string, locale: string): string {
  if (!/^de\b/.test(locale)) return buildSlug(name)
  return buildSlug(
    name
      .normalize('NFC')
      .toLowerCase()
      .replace(/[äöü]/g, (umlaut) => GERMAN_UMLAUTS[umlaut] ?? umlaut),
  )
}

/** Returns the first free one of `bowl`, `bowl-2`, `bowl-3` and so on. */
export function findFreeName(base: string, isTaken: (name: string) => boolean): string {
  let name = base
  for (let number = 2; isTaken(name); number++) name = `${base}-${number}`
  return name
}
