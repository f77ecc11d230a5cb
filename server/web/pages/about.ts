import type { Site } from '../../../shared/site.ts'
import { getOwn } from '../../../shared/get-own.ts'
import { namePages } from '../../../shared/page-title.ts'
import { showText } from '../../catalog/rules/text-pictures.ts'
import { messagesFor } from '../../platform/language.ts'
import type { Loader } from './loader.ts'
import { buildNamedHead } from './page-head.ts'

export const loadAbout: Loader<'about'> = async ({ store }) => {
  const { aboutHtml, aboutLang, ...site } = await store.readSite()
  return {
    data: { aboutHtml: aboutHtml && showText(aboutHtml, site), ...(aboutLang && { lang: aboutLang }) },
    head: buildNamedHead(site, '/about', namePages(site, messagesFor(site)).about),
    addressIn: (key) => ({ path: '/about', isTranslated: key === null || hasOwnAbout(site, key) }),
  }
}

/** A site without a text has the same page in all languages. */
function hasOwnAbout({ aboutMarkdown, translations = {} }: Pick<Site, 'aboutMarkdown' | 'translations'>, key: string) {
  return aboutMarkdown === null || getOwn(translations, key)?.aboutHtml !== undefined
}
