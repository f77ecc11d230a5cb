import type { Site, SiteTranslation } from '../../shared/site.ts'
import { getOwn } from '../../shared/get-own.ts'
import { languageKey } from '../../shared/languages.ts'
import { isSetByOwner } from '../catalog/rules/neutral-site.ts'
import type { CatalogReader } from '../catalog/store/catalog-reader.ts'
import { ImportError } from './import-error.ts'
import type { SiteSettings } from './site-schema.ts'

type Json = Readonly<Record<string, unknown>>

type Path = readonly string[]

/** Texts that may be written by language: { "en": …, "de": … }. */
const TEXTS = [
  'name',
  'description',
  'logoAlt',
  'hero.title',
  'hero.text',
  'hero.imageAlt',
  'hero.link.label',
  'navigation.*.label',
  'priceNotes.tax',
  'priceNotes.delivery',
  'wording.*',
].map((path) => path.split('.'))

/** `site.json` in one language. */
interface InLanguage {
  /** Key of the language; null for the first one. */
  readonly key: string | null
  /** The file in this language alone. */
  readonly json: unknown
  /** Paths of texts that are written by language and have one in this language. */
  readonly own: readonly Path[]
}

/**
 * A text without a translation is that of the first language.
 * @param stored the site's languages, which count if the file does not list any
 * @throws ImportError if a text is in a language that the file does not list, or not in the first one
 */
export function splitLanguages(file: string, json: unknown, stored: readonly string[] = []): readonly InLanguage[] {
  const { languages = stored } = isObject(json) ? json : {}
  const tags = Array.isArray(languages) ? languages.filter((tag) => typeof tag === 'string') : []
  const keys = tags.map(languageKey)
  return [null, ...keys.slice(1)].map((key) => {
    const own: Path[] = []
    const select = (value: unknown, path: Path): unknown => {
      if (isText(path) && isObject(value)) {
        const byKey = new Map(Object.entries(value).map(([tag, text]) => [languageKey(tag), text]))
        // A text of the interface may also be an object of plural forms.
        const isByLanguage = path[0] !== 'wording' || [...byKey.keys()].every((tag) => keys.includes(tag))
        if (isByLanguage) {
          checkLanguages(file, path, byKey, keys)
          if (key !== null && byKey.has(key)) own.push(path)
          const text = byKey.get(key ?? keys[0]!)
          return path[0] === 'wording' ? text : (text ?? byKey.get(keys[0]!))
        }
      }
      // A text of the interface that is not written by language is in the first one.
      if (key !== null && path[0] === 'wording' && path.length === 2) return undefined
      if (Array.isArray(value)) return value.map((item, index) => select(item, [...path, String(index)]))
      if (!isObject(value)) return value
      return Object.fromEntries(
        Object.entries(value)
          .map(([name, item]) => [name, select(item, [...path, name])] as const)
          .filter(([, selected]) => selected !== undefined),
      )
    }
    return { key, json: select(json, []), own }
  })
}

function checkLanguages(file: string, path: Path, byKey: ReadonlyMap<string, unknown>, keys: readonly string[]): void {
  const column = path.join('.')
  const unknown = [...byKey.keys()].find((key) => !keys.includes(key))
  if (unknown !== undefined)
    throw new ImportError(
      { file, column },
      `has a text in "${unknown}", which is not in "languages"; add the language there, the site's first language at the beginning`,
    )
  // The interface has texts of its own in all languages.
  const [main] = keys
  if (path[0] !== 'wording' && (main === undefined || !byKey.has(main)))
    throw new ImportError(
      { file, column },
      main === undefined ? 'has no text' : `has no text in the first language, "${main}"`,
    )
}

/** A language without a region, such as `en`, keeps the region of the stored one, such as `en-GB`. */
export function keepRegion(tag: string, stored: string): string {
  return stored.startsWith(`${tag}-`) ? stored : tag
}

export function isSameLanguage(tag: string, other: string): boolean {
  return new Intl.Locale(tag).language === new Intl.Locale(other).language
}

/**
 * Rejects another first language if texts of products stay in the former one. `locale` alone may correct the language of
 * a site that has only one.
 * @param before the settings before the import
 * @param listed `languages` of the imported `site.json`; missing if it has none
 * @param brought number of products that the import has in the first language, without hidden ones
 * @throws ImportError if the import does not have all products
 */
export async function rejectOldTexts(
  writer: CatalogReader,
  before: Site,
  listed: readonly string[] = [],
  brought: number,
  file: string,
): Promise<void> {
  const [main] = listed
  const hasSeveral = listed.length > 1 || before.languages !== undefined
  if (!main || !hasSeveral || !isSetByOwner(before, 'locale') || isSameLanguage(main, before.locale)) return
  let count = 0
  for await (const { visibility } of writer.scanProducts()) if (visibility !== 'hidden') count += 1
  if (count <= brought) return
  const [old] = before.languages ?? [before.locale]
  throw new ImportError(
    { file, column: 'languages' },
    `the first language becomes "${main}", but only ${brought} of ${count} products are in the import, and the others keep their texts in "${old}". Import all products in "${main}" with the same folder; if their texts are in "${main}" already, import "languages": ["${old}"] first, then "locale": "${main}", and then this list`,
  )
}

/** @returns the language of the site that a code such as `de_AT` means; undefined if the site does not have it */
export function matchLanguage(code: string, languages: readonly string[]): string | undefined {
  const own = languageKey(code.trim()).replaceAll('_', '-')
  const [language] = own.split('-')
  return languages.find((key) => key === own) ?? languages.find((key) => key.split('-')[0] === language)
}

/**
 * Explains why a column or file is left out.
 * @param key of its language
 * @param languages keys of the site's languages, the first one first
 */
export function describeOtherLanguage(what: 'column' | 'file', key: string, languages: readonly string[]): string {
  return key === languages[0]
    ? `"${key}" is the site's first language, so the ${what} was left out; texts in it have no "${key}" in the name of their ${what}`
    : `"${key}" is none of the site's languages (${languages.join(', ')}), so the ${what} was left out; add it to "languages" in site.json`
}

function isText(path: Path): boolean {
  return TEXTS.some(
    (pattern) => pattern.length === path.length && pattern.every((part, index) => part === '*' || part === path[index]),
  )
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Picks the texts that are not those of the first language. @param settings the file in that language, checked */
export function pickTranslation(settings: SiteSettings, own: InLanguage['own']): SiteTranslation {
  const texts: Record<string, unknown> = {}
  for (const path of own) {
    const text = path.reduce<unknown>((value, key) => (value as Json | undefined)?.[key], settings)
    const [field, key] = placeInTranslation(path, settings)
    if (text === undefined || text === null) continue
    texts[field] = key === undefined ? text : { ...(texts[field] as Json | undefined), [key]: text }
  }
  return texts
}

/** Writes the texts that are translated by language: the reverse of `splitLanguages`. */
export function joinLanguages(settings: SiteSettings, { languages = [], translations = {} }: Site): object {
  const [main = '', ...others] = languages
  const join = (value: unknown, path: Path): unknown => {
    if (isText(path) && (value !== undefined || path[0] === 'wording')) {
      const [field, key] = placeInTranslation(path, settings)
      const translated = others.flatMap((tag) => {
        const texts = getOwn(translations, languageKey(tag)) as Json | undefined
        const text = key === undefined ? texts?.[field] : getOwn((texts?.[field] ?? {}) as Json, key)
        return text === undefined ? [] : [[tag, text] as const]
      })
      if (translated.length === 0) return value
      return Object.fromEntries(value === undefined ? translated : [[main, value], ...translated])
    }
    if (Array.isArray(value)) return value.map((item, index) => join(item, [...path, String(index)]))
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, join(item, [...path, name])]))
  }
  const words = [settings, ...Object.values(translations)].flatMap(({ wording }) => Object.keys(wording ?? {}))
  const wording = Object.fromEntries(words.map((key) => [key, getOwn(settings.wording ?? {}, key)]))
  return join({ ...settings, ...(words.length > 0 && { wording }) }, []) as object
}

/** Translations name links by their targets, and have a single text for the link of the large picture. */
function placeInTranslation([field = '', key]: Path, { navigation }: SiteSettings): readonly [string, string?] {
  const target = field === 'navigation' ? navigation?.[Number(key)]?.href : key
  return target === undefined ? [field] : [field, target]
}
