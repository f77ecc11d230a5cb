import type { SiteTranslation } from '../../shared/site.ts'
import { languageKey } from '../../shared/languages.ts'
import { ImportError } from './import-error.ts'
import type { SiteSettings } from './site-schema.ts'

type Json = Readonly<Record<string, unknown>>

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
  readonly own: ReadonlySet<string>
}

/**
 * A text without a translation is that of the first language.
 * @throws ImportError if a text is in a language that the file does not list, or not in the first one
 */
export function splitLanguages(file: string, json: unknown): readonly InLanguage[] {
  const { languages } = isObject(json) ? json : {}
  const tags = Array.isArray(languages) ? languages.filter((tag) => typeof tag === 'string') : []
  const keys = tags.map(languageKey)
  return [null, ...keys.slice(1)].map((key) => {
    const own = new Set<string>()
    const select = (value: unknown, path: readonly string[]): unknown => {
      if (isText(path) && isObject(value)) {
        const byKey = new Map(Object.entries(value).map(([tag, text]) => [languageKey(tag), text]))
        // A text of the interface may also be an object of plural forms.
        const isByLanguage = path[0] !== 'wording' || [...byKey.keys()].every((tag) => keys.includes(tag))
        if (isByLanguage) {
          checkLanguages(file, path, byKey, keys)
          if (key !== null && byKey.has(key)) own.add(path.join('.'))
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

function checkLanguages(
  file: string,
  path: readonly string[],
  byKey: ReadonlyMap<string, unknown>,
  keys: readonly string[],
): void {
  const column = path.join('.')
  const unknown = [...byKey.keys()].find((key) => !keys.includes(key))
  if (unknown !== undefined)
    throw new ImportError(
      { file, column },
      `has a text in "${unknown}", which is not in "languages"; add the language there, the site's first language at the beginning`,
    )
  // The interface has texts of its own in all languages.
  if (path[0] !== 'wording' && !byKey.has(keys[0]!))
    throw new ImportError({ file, column }, `has no text in the first language, "${keys[0]}"`)
}

function isText(path: readonly string[]): boolean {
  return TEXTS.some(
    (pattern) => pattern.length === path.length && pattern.every((part, index) => part === '*' || part === path[index]),
  )
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Picks the texts that are not those of the first language. @param settings the file in that language, checked */
export function pickTranslation(settings: SiteSettings, own: InLanguage['own']): SiteTranslation {
  const { name, description, logoAlt, hero, navigation, priceNotes, wording } = settings
  const pick = <Text>(path: string, text: Text) => (own.has(path) ? (text ?? undefined) : undefined)
  const labels = (navigation ?? []).flatMap(({ href, label }, index) =>
    own.has(`navigation.${index}.label`) ? [[href, label] as const] : [],
  )
  const words = Object.entries(wording ?? {}).filter(([key]) => own.has(`wording.${key}`))
  const heroTexts = {
    title: pick('hero.title', hero?.title),
    text: pick('hero.text', hero?.text),
    imageAlt: pick('hero.imageAlt', hero?.imageAlt),
    link: pick('hero.link.label', hero?.link?.label),
  }
  return withoutMissing({
    name: pick('name', name),
    description: pick('description', description),
    logoAlt: pick('logoAlt', logoAlt),
    hero: withoutMissing(heroTexts),
    priceNotes: withoutMissing({
      tax: pick('priceNotes.tax', priceNotes?.tax),
      delivery: pick('priceNotes.delivery', priceNotes?.delivery),
    }),
    navigation: Object.fromEntries(labels),
    wording: Object.fromEntries(words),
  })
}

function withoutMissing<Texts extends object>(texts: Texts): { [Key in keyof Texts]?: Exclude<Texts[Key], undefined> } {
  return Object.fromEntries(
    Object.entries(texts).filter(
      ([, text]) => text !== undefined && !(isObject(text) && Object.keys(text).length === 0),
    ),
  ) as { [Key in keyof Texts]?: Exclude<Texts[Key], undefined> }
}
