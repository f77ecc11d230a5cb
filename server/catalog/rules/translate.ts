import type {
  CatalogImage,
  Product,
  ProductAttribute,
  ProductOption,
  ProductText,
  ProductVariant,
  SiteLink,
  TranslatedTerm,
} from '../../../shared/catalog.ts'
import type { Category } from '../category.ts'
import type { OwnerPage, PriceNotes, Site, SiteTranslation } from '../../../shared/site.ts'
import { getOwn } from '../../../shared/get-own.ts'
import { languageKey } from '../../../shared/languages.ts'
import { type AttributeEntry, listAttributeNames } from './attribute-entries.ts'
import { buildDefaultNavigation } from './neutral-site.ts'
import { sortPages } from './owner-pages.ts'

export interface CatalogLanguage {
  /** Key of the language's translations. */
  readonly key: string
  /** Language tag (BCP 47). */
  readonly tag: string
  /** The first language, which marks texts that are not translated. */
  readonly mainTag: string
  /** Names of attributes by their names in the first language. */
  readonly attributeNames: Readonly<Record<string, string>>
}

/** Finds a further language of a site. */
export function findLanguage(
  { languages = [] }: Pick<Site, 'languages'>,
  key: string,
  attributeNames: CatalogLanguage['attributeNames'],
): CatalogLanguage | undefined {
  const [mainTag = '', ...others] = languages
  const tag = others.find((other) => languageKey(other) === key)
  return tag === undefined ? undefined : { key, tag, mainTag, attributeNames }
}

/** @param attributes the rules of `attributes.csv` */
export function listFurtherLanguages(site: Site, attributes: readonly AttributeEntry[]): readonly CatalogLanguage[] {
  const keys = (site.languages ?? []).slice(1).map(languageKey)
  return keys.flatMap((key) => findLanguage(site, key, listAttributeNames(attributes, key)) ?? [])
}

const MAIN_TEXTS = ['name', 'shortDescription', 'description'] as const
export const PRODUCT_TEXTS: readonly ProductText[] = [...MAIN_TEXTS, 'safetyInformation', 'taxNote']

/** Translates a product. Texts without a translation stay in the first language, and are marked with it. */
export function translateProduct(product: Product, language: CatalogLanguage): Product {
  const own = getOwn(product.translations ?? {}, language.key) ?? {}
  const { mainTag } = language
  const termOf = (name: string): TranslatedTerm => ({
    name: getOwn(language.attributeNames, name),
    ...getOwn(own.terms ?? {}, name),
  })
  const untranslated = PRODUCT_TEXTS.filter((text) => own[text] === undefined && product[text])
  const terms = [...product.options, ...product.attributes].map(({ name }) => termOf(name))
  const hasNoTerms = terms.every(({ name, values = {} }) => name === undefined && Object.keys(values).length === 0)
  const options = product.options.map((option) => translateOption(option, termOf(option.name)))
  const [first, ...others] = product.variants
  const translateVariant = (variant: ProductVariant): ProductVariant => ({
    ...variant,
    optionValues: variant.optionValues.map((value, index) => translateValue(options[index], value)),
  })
  return {
    ...product,
    slug: own.slug ?? product.slug,
    name: own.name ?? product.name,
    shortDescription: own.shortDescription ?? product.shortDescription,
    description: own.description ?? product.description,
    safetyInformation: own.safetyInformation ?? product.safetyInformation,
    metaTitle: own.metaTitle ?? (own.name === undefined ? product.metaTitle : null),
    metaDescription: own.metaDescription ?? (isTranslated(own) ? null : product.metaDescription),
    ...(own.taxNote !== undefined && { taxNote: own.taxNote }),
    attributes: product.attributes.map((attribute) => translateAttribute(attribute, termOf(attribute.name))),
    options,
    images: product.images.map((image) => translateImage(image, undefined, mainTag)),
    variants: [translateVariant(first), ...others.map(translateVariant)],
    fallback: {
      mainSlug: product.slug,
      langs: {
        ...Object.fromEntries(untranslated.map((text) => [text, mainTag])),
        ...(terms.length > 0 && hasNoTerms && { specification: mainTag }),
      },
    },
  }
}

/** Whether a page has texts in this language. */
export function isTranslated(texts: { readonly [Text in ProductText]?: string | undefined } | undefined): boolean {
  return texts !== undefined && MAIN_TEXTS.some((text) => texts[text] !== undefined)
}

/** Whether a text may need a translation, unlike sizes and other texts with few letters. */
export const hasWords = (text: string): boolean => /\p{L}{3}/u.test(text)

function translateAttribute({ name, value }: ProductAttribute, term: TranslatedTerm): ProductAttribute {
  return {
    name: term.name ?? name,
    value: getOwn(term.values ?? {}, value) ?? value,
    original: { name, value },
  }
}

/** Options keep their original texts, by which filters find values. */
export function translateOption(original: ProductOption, { name, values = {} }: TranslatedTerm) {
  return {
    name: name ?? original.name,
    values: original.values.map((value) => getOwn(values, value) ?? value),
    original,
  }
}

function translateValue(option: ProductOption | undefined, value: string): string {
  const place = option?.original?.values.indexOf(value) ?? -1
  return option?.values[place] ?? value
}

/** Translates a category; slug and parent stay those of the first language. */
export function translateCategory(category: Category, { key, mainTag }: CatalogLanguage) {
  const own = getOwn(category.translations ?? {}, key) ?? {}
  return {
    ...category,
    name: own.name ?? category.name,
    description: own.description ?? category.description,
    address: own.slug ?? category.slug,
    ...(own.name === undefined && { lang: mainTag }),
    ...(own.description === undefined && category.description !== null && { descriptionLang: mainTag }),
  }
}

/** Translates the site's settings and the owner's texts. */
export function translateSite(site: Site, { key, tag, mainTag }: CatalogLanguage): Site {
  const own: SiteTranslation = getOwn(site.translations ?? {}, key) ?? {}
  return {
    ...site,
    locale: tag,
    base: `/${key}`,
    name: own.name ?? site.name,
    description: own.description ?? (own.name === undefined ? site.description : null),
    wording: own.wording,
    logo: site.logo && translateImage(site.logo, own.logoAlt, mainTag),
    navigation: translateNavigation(site, own.navigation ?? {}, tag, mainTag),
    hero: translateHero(site.hero, own.hero, mainTag),
    priceNotes: site.priceNotes && translatePriceNotes(site.priceNotes, own.priceNotes, mainTag),
    aboutHtml: own.aboutHtml ?? site.aboutHtml,
    aboutMarkdown: own.aboutMarkdown ?? site.aboutMarkdown,
    aboutLang: own.aboutHtml === undefined && site.aboutHtml !== null ? mainTag : undefined,
    pages: translatePages(site.pages, own.pages ?? [], mainTag),
  }
}

function translateImage<Image extends CatalogImage>(image: Image, alt: string | undefined, mainTag: string): Image {
  if (alt !== undefined) return { ...image, alt }
  return image.alt === '' ? image : { ...image, lang: mainTag }
}

/** A default label of the first language becomes the default one of the other. */
function translateNavigation(
  site: Site,
  labels: Readonly<Record<string, string>>,
  locale: string,
  mainTag: string,
): readonly SiteLink[] {
  const usual = buildDefaultNavigation(site)
  const others = buildDefaultNavigation({ locale })
  return site.navigation.map(({ href, label }) => {
    const place = usual.findIndex((link) => link.href === href && link.label === label)
    const translated = getOwn(labels, href) ?? others[place]?.label
    return translated === undefined ? { href, label, lang: mainTag } : { href, label: translated }
  })
}

function translateHero(hero: Site['hero'], own: SiteTranslation['hero'], mainTag: string): Site['hero'] {
  if (!hero) return hero
  const { title, text, imageAlt, link } = own ?? {}
  return {
    ...hero,
    title: title ?? hero.title,
    text: text ?? (title === undefined ? hero.text : null),
    image: hero.image && translateImage(hero.image, imageAlt, mainTag),
    link: hero.link && { ...hero.link, label: link ?? hero.link.label, ...(link === undefined && { lang: mainTag }) },
    ...(title === undefined && { lang: mainTag }),
  }
}

function translatePriceNotes(notes: PriceNotes, own: SiteTranslation['priceNotes'] = {}, mainTag: string): PriceNotes {
  const langs = {
    ...(own.tax === undefined && { tax: mainTag }),
    ...(own.delivery === undefined && { delivery: mainTag }),
  }
  return { ...notes, ...own, langs }
}

function translatePages(pages: Site['pages'], own: readonly OwnerPage[], mainTag: string): readonly OwnerPage[] {
  const bySlug = new Map<string, OwnerPage>(pages.map((page) => [page.slug, { ...page, lang: mainTag }]))
  for (const page of own) {
    const { links, role, position, formerSlugs } = bySlug.get(page.slug) ?? page
    bySlug.set(page.slug, { ...page, links, role, position, ...(formerSlugs && { formerSlugs }) })
  }
  return sortPages([...bySlug.values()])
}
