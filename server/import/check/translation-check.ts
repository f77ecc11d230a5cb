import type { Product, ProductText, ProductTranslation } from '../../../shared/catalog.ts'
import type { Category } from '../../catalog/category.ts'
import type { Site } from '../../../shared/site.ts'
import { getOwn } from '../../../shared/get-own.ts'
import { type CatalogLanguage, hasWords, PRODUCT_TEXTS, translateSite } from '../../catalog/rules/translate.ts'
import { SITE_FILE } from '../content-folder.ts'
import type { Findings } from './check-report.ts'

/** Looks for settings, pages and texts about the shop without a translation. The name may be the same in all languages. */
export function checkSettings(site: Site, language: CatalogLanguage, findings: Findings): void {
  const { key } = language
  const own = getOwn(site.translations ?? {}, key) ?? {}
  const { description, logo, hero, priceNotes, aboutHtml, pages } = site
  const texts = [
    ['description', description, own.description],
    ['logoAlt', logo?.alt, own.logoAlt],
    ['hero.title', hero?.title, own.hero?.title],
    ['hero.text', hero?.text, own.hero?.text],
    ['hero.imageAlt', hero?.image?.alt, own.hero?.imageAlt],
    ['hero.link.label', hero?.link?.label, own.hero?.link],
    ['priceNotes.tax', priceNotes?.tax, own.priceNotes?.tax],
    ['priceNotes.delivery', priceNotes?.delivery, own.priceNotes?.delivery],
  ] as const
  const links = translateSite(site, language).navigation.flatMap(({ lang }, index) =>
    lang === undefined ? [] : [`navigation.${index}.label`],
  )
  const missing = texts.flatMap(([name, text, translated]) => (text && translated === undefined ? [name] : []))
  addUntranslated(SITE_FILE, key, [...missing, ...links], findings)
  if (aboutHtml !== null && own.aboutHtml === undefined) addUntranslated('about', key, ['the about page'], findings)
  for (const { slug } of pages)
    if (!own.pages?.some((page) => page.slug === slug)) addUntranslated(`about/${slug}`, key, ['the page'], findings)
}

type TranslatedTexts = Pick<Product | Category, 'slug' | 'name' | 'translations'> & {
  readonly [Text in Exclude<ProductText, 'name'>]?: string | null | undefined
} & Partial<Pick<Product, 'attributes' | 'options'>>

/** Looks for texts of a product or category, and values of its attributes and options, without a translation. */
export function checkTexts(texts: TranslatedTexts, { key }: CatalogLanguage, findings: Findings): void {
  const own = getOwn<{ readonly [Text in ProductText]?: string | undefined } & Pick<ProductTranslation, 'terms'>>(
    texts.translations ?? {},
    key,
  )
  const missing = PRODUCT_TEXTS.filter((text) => texts[text] && own?.[text] === undefined)
  // Writes `shortDescription` as `short description`.
  const names = missing.map((field) => field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
  const attributes = (texts.attributes ?? []).map(({ name, value }) => ({ name, values: [value] }))
  const terms = [...attributes, ...(texts.options ?? [])].filter(({ name, values }) => {
    const translated = getOwn(own?.terms ?? {}, name)?.values ?? {}
    return values.some((value) => hasWords(value) && !/\d/.test(value) && getOwn(translated, value) === undefined)
  })
  addUntranslated(texts.slug, key, [...names, ...new Set(terms.map(({ name }) => name))], findings)
}

/** Lists the names of attributes and options that a product shows in the first language. */
export function listUntranslatedNames(
  { attributes, options, translations = {} }: Product,
  { key, attributeNames }: CatalogLanguage,
): readonly string[] {
  const terms = getOwn(translations, key)?.terms ?? {}
  return [...attributes, ...options]
    .map(({ name }) => name)
    .filter((name) => hasWords(name) && (getOwn(terms, name)?.name ?? getOwn(attributeNames, name)) === undefined)
}

function addUntranslated(what: string, key: string, texts: readonly string[], findings: Findings): void {
  if (texts.length > 0) findings.add('untranslated', what, `${key}: ${texts.join(', ')}`)
}
