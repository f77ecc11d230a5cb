import type { Product, ProductText, ProductTranslation } from '../../../shared/catalog.ts'
import type { Category } from '../../catalog/category.ts'
import type { Site } from '../../../shared/site.ts'
import { getOwn } from '../../../shared/get-own.ts'
import { type CatalogLanguage, hasWords, PRODUCT_TEXTS, translateSite } from '../../catalog/rules/translate.ts'
import { listFile, SITE_FILE } from '../content-folder.ts'
import type { Findings } from './check-report.ts'

type TranslatedTexts = Pick<Product | Category, 'slug' | 'name' | 'translations'> & {
  readonly [Text in Exclude<ProductText, 'name'>]?: string | null | undefined
} & Partial<Pick<Product, 'attributes' | 'options'>>

/** Looks for texts without a translation. */
export class TranslationCheck {
  readonly #findings: Findings
  readonly #languages: readonly CatalogLanguage[]
  /** Names of attributes and options that products show in the first language, by the key of the language. */
  readonly #names: ReadonlyMap<string, Set<string>>

  /** @param languages the site's further languages */
  constructor(findings: Findings, languages: readonly CatalogLanguage[]) {
    this.#findings = findings
    this.#languages = languages
    this.#names = new Map(languages.map(({ key }) => [key, new Set()]))
  }

  addSite(site: Site): void {
    for (const language of this.#languages) {
      const { key } = language
      const own = getOwn(site.translations ?? {}, key)
      this.#add(SITE_FILE, key, listUntranslatedSettings(site, language))
      if (site.aboutHtml !== null && own?.aboutHtml === undefined) this.#add('about', key, ['the about page'])
      for (const { slug } of site.pages)
        if (!own?.pages?.some((page) => page.slug === slug)) this.#add(`about/${slug}`, key, ['the page'])
    }
  }

  addProduct(product: Product): void {
    this.addTexts(product)
    for (const language of this.#languages)
      for (const name of listUntranslatedNames(product, language)) this.#names.get(language.key)?.add(name)
  }

  addTexts(texts: TranslatedTexts): void {
    for (const { key } of this.#languages) this.#add(texts.slug, key, listUntranslated(texts, key))
  }

  /** Call it after the products are added. */
  finish(): void {
    for (const [key, names] of this.#names)
      for (const name of names) this.#add(listFile('attributes'), key, [`the name "${name}"`])
  }

  #add(what: string, key: string, texts: readonly string[]): void {
    if (texts.length > 0) this.#findings.add('untranslated', what, `${key}: ${texts.join(', ')}`)
  }
}

/**
 * Lists a product's or category's texts without a translation.
 * @param key of the language
 */
function listUntranslated(texts: TranslatedTexts, key: string): readonly string[] {
  const own = getOwn<{ readonly [Text in ProductText]?: string | undefined } & Pick<ProductTranslation, 'terms'>>(
    texts.translations ?? {},
    key,
  )
  const missing = PRODUCT_TEXTS.filter((text) => texts[text] && own?.[text] === undefined)
  const attributes = (texts.attributes ?? []).map(({ name, value }) => ({ name, values: [value] }))
  const terms = [...attributes, ...(texts.options ?? [])].filter(({ name, values }) => {
    const translated = getOwn(own?.terms ?? {}, name)?.values ?? {}
    return values.some((value) => hasWords(value) && !/\d/.test(value) && getOwn(translated, value) === undefined)
  })
  return [...missing.map(writeInWords), ...new Set(terms.map(({ name }) => name))]
}

/** Writes `shortDescription` as `short description`. */
function writeInWords(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/** Lists the names of attributes and options that a product shows in the first language. */
function listUntranslatedNames(
  { attributes, options, translations = {} }: Product,
  { key, attributeNames }: CatalogLanguage,
): readonly string[] {
  const terms = getOwn(translations, key)?.terms ?? {}
  return [...attributes, ...options]
    .map(({ name }) => name)
    .filter((name) => hasWords(name) && (getOwn(terms, name)?.name ?? getOwn(attributeNames, name)) === undefined)
}

/** Lists the texts of `site.json` without a translation. The name may be the same in all languages. */
function listUntranslatedSettings(site: Site, language: CatalogLanguage): readonly string[] {
  const own = getOwn(site.translations ?? {}, language.key) ?? {}
  const { description, logo, hero, priceNotes } = site
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
  const { navigation } = translateSite(site, language)
  return [
    ...texts.flatMap(([name, text, translated]) => (text && translated === undefined ? [name] : [])),
    ...navigation.flatMap(({ lang }, index) => (lang === undefined ? [] : [`navigation.${index}.label`])),
  ]
}
