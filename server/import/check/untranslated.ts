import type { Product, ProductText, ProductTranslation } from '../../../shared/catalog.ts'
import type { Category } from '../../catalog/category.ts'
import type { Site } from '../../../shared/site.ts'
import { getOwn } from '../../../shared/get-own.ts'
import { type CatalogLanguage, hasWords, PRODUCT_TEXTS, translateSite } from '../../catalog/rules/translate.ts'

/**
 * Lists a product's or category's texts without a translation.
 * @param key of the language
 */
export function listUntranslated(
  texts: Pick<Product | Category, 'name' | 'translations'> & {
    readonly [Text in Exclude<ProductText, 'name'>]?: string | null | undefined
  } & Partial<Pick<Product, 'attributes' | 'options'>>,
  key: string,
): readonly string[] {
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
export function listUntranslatedNames(
  { attributes, options, translations = {} }: Product,
  { key, attributeNames }: CatalogLanguage,
): readonly string[] {
  const terms = getOwn(translations, key)?.terms ?? {}
  return [...attributes, ...options]
    .map(({ name }) => name)
    .filter((name) => hasWords(name) && (getOwn(terms, name)?.name ?? getOwn(attributeNames, name)) === undefined)
}

/** Lists the texts of `site.json` without a translation. The name may be the same in all languages. */
export function listUntranslatedSettings(site: Site, language: CatalogLanguage): readonly string[] {
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
