import type { Category, Product, ProductText, ProductTranslation } from '../../../shared/catalog.ts'
import type { Site } from '../../../shared/site.ts'
import { getOwn } from '../../../shared/get-own.ts'
import { type CatalogLanguage, hasWords, PRODUCT_TEXTS, translateSite } from '../../catalog/rules/translate.ts'

const TEXT_NAMES = {
  name: 'name',
  shortDescription: 'short description',
  description: 'description',
  safetyInformation: 'safety information',
  taxNote: 'tax note',
} as const

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
  const missing = PRODUCT_TEXTS.filter((text) => texts[text] && own?.[text] === undefined).map(
    (text) => TEXT_NAMES[text],
  )
  const named = [
    ...(texts.attributes ?? []).map(({ name, value }) => ({ name, values: [value] })),
    ...(texts.options ?? []),
  ]
  const terms = named.filter(({ name, values }) => {
    const term = getOwn(own?.terms ?? {}, name)
    return values.some(
      (value) => hasWords(value) && !/\d/.test(value) && getOwn(term?.values ?? {}, value) === undefined,
    )
  })
  return [...missing, ...new Set(terms.map(({ name }) => name))]
}

/** Lists the names of attributes and options that a product shows in the first language. */
export function listUntranslatedNames(
  { attributes, options, translations = {} }: Product,
  { key, attributeNames }: CatalogLanguage,
): readonly string[] {
  const terms = getOwn(translations, key)?.terms ?? {}
  return [...attributes, ...options]
    .map(({ name }) => name)
    .filter(
      (name) => hasWords(name) && getOwn(terms, name)?.name === undefined && getOwn(attributeNames, name) === undefined,
    )
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
