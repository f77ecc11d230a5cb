import type { Product, ProductTranslation, Translations } from '../../../shared/catalog.ts'
import type { CategoryTranslation } from '../../catalog/category.ts'
import type { Frame, PageHead } from '../../../shared/page-data.ts'
import { buildTitle } from '../../../shared/page-title.ts'
import { cutAtWord } from '../../platform/cut-at-word.ts'
import { serverTextsFor, type SiteLanguage } from '../../platform/language.ts'
import { readDescriptionText } from './description-text.ts'
import type { Site } from '../../../shared/site.ts'
import { getOwn } from '../../../shared/get-own.ts'
import { languageKey, withBase } from '../../../shared/languages.ts'
import { isTranslated } from '../../catalog/rules/translate.ts'

/** Search engines truncate longer texts. */
const TITLE_MAX_LENGTH = 60
const DESCRIPTION_MAX_LENGTH = 155

export function buildSiteHead(site: Frame['site'], canonicalPath: string): PageHead {
  const description =
    site.pageTitles === 'site' ? site.name : cutAtWord(site.description ?? site.name, DESCRIPTION_MAX_LENGTH)
  return { title: site.name, description, canonicalPath, robots: 'index' }
}

interface NamedHeadOptions {
  readonly description?: string | null
  /** A number of 2 or more is part of the title. */
  readonly page?: number
  readonly robots?: PageHead['robots']
}

/** The site's name follows the page's name if there is room. */
export function buildNamedHead(
  site: Frame['site'],
  canonicalPath: string,
  name: string,
  { description, page = 1, robots = 'index' }: NamedHeadOptions = {},
): PageHead {
  const head: PageHead = { ...buildSiteHead(site, canonicalPath), robots }
  if (site.pageTitles === 'site') return head
  const number = page > 1 ? ` (${page})` : ''
  const both = buildTitle(name + number, site)
  return {
    ...head,
    title: both.length <= TITLE_MAX_LENGTH ? both : cutAtWord(name, TITLE_MAX_LENGTH - number.length) + number,
    description: description ? cutAtWord(description, DESCRIPTION_MAX_LENGTH) : head.description,
  }
}

/** Returns the owner's description, the beginning of the product's texts, or else its attributes. */
export function describeProduct(
  product: Pick<Product, 'metaDescription' | 'shortDescription' | 'description' | 'attributes'>,
  language: SiteLanguage,
): string | null {
  const text = product.metaDescription ?? readDescriptionText(product.shortDescription || product.description)
  if (text) return text
  const { labelled } = serverTextsFor(language)
  return product.attributes.map(({ name, value }) => labelled(name, value)).join(', ') || null
}

/**
 * Returns the path without the beginning of the language's paths, and whether something of the page is translated.
 * @param language null for the first one @returns undefined if the language lacks the page
 */
export type AddressIn = (
  language: string | null,
) => { readonly path: string; readonly isTranslated: boolean } | undefined

/** @param mainSlug the slug in the first language, and in languages without a translation */
export function addressOfTranslations(
  pathOf: (slug: string) => string,
  mainSlug: string,
  translations: Translations<ProductTranslation | CategoryTranslation> = {},
): AddressIn {
  return (key) => {
    const texts = key === null ? undefined : getOwn(translations, key)
    return { path: pathOf(texts?.slug ?? mainSlug), isTranslated: key === null || isTranslated(texts) }
  }
}

/**
 * Adds a page's addresses in all languages, and the beginning of the language's paths to the canonical path. A page
 * that is wholly in the first language has that language's page as canonical.
 * @param query the query that a change of the language keeps
 */
export function addAlternates(
  head: PageHead,
  { languages = [], base = '' }: Pick<Site, 'languages' | 'base'>,
  addressIn: AddressIn,
  query: string,
): PageHead {
  if (languages.length < 2) return head
  const main = addressIn(null)
  const isTranslated = base === '' || !main || addressIn(base.slice(1))?.isTranslated === true
  const [, search = ''] = /(\?.*)?$/.exec(head.canonicalPath) ?? []
  return {
    ...head,
    canonicalPath: isTranslated ? withBase(base, head.canonicalPath) : main.path + search,
    alternates: languages.flatMap((lang, index) => {
      const key = index === 0 ? null : languageKey(lang)
      const address = addressIn(key)
      if (!address) return []
      const path = withBase(key === null ? '' : `/${key}`, address.path)
      return { lang, path: path + query, ...(address.isTranslated && { isTranslated: true as const }) }
    }),
  }
}
