import type { CategoryTranslation, ProductTranslation, Translations } from '../../../shared/catalog.ts'
import type { Site } from '../../../shared/site.ts'
import { getOwn } from '../../../shared/get-own.ts'
import { languageKey, withBase } from '../../../shared/languages.ts'
import type { PageHead } from '../../../shared/page-data.ts'
import { isTranslated } from '../../catalog/rules/translate.ts'

interface PageAddress {
  /** Path without the beginning of the language's paths. */
  readonly path: string
  /** False if the whole page is in the first language. */
  readonly isTranslated: boolean
}

/** @param language null for the first one @returns undefined if the language lacks the page */
export type AddressIn = (language: string | null) => PageAddress | undefined

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
