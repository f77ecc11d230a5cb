import { getOwn } from '../../../shared/get-own.ts'
import { aboutPagePath } from '../../catalog/rules/owner-pages.ts'
import { readDescriptionText } from './description-text.ts'
import { showText } from '../../catalog/rules/text-pictures.ts'
import { notFound, redirect, type Loader } from './loader.ts'
import { buildNamedHead } from './page-head.ts'

export const loadAboutPage: Loader<'about-page'> = async ({ store, params }) => {
  const site = await store.readSite()
  const { page: wanted = '' } = params
  const page = site.pages.find(({ slug }) => slug === wanted)
  if (!page) {
    const renamed = site.pages.find(({ formerSlugs = [] }) => formerSlugs.includes(wanted)) ?? notFound()
    redirect(site, aboutPagePath(renamed.slug))
  }
  const { slug, title, description, html, lang } = page
  const path = aboutPagePath(slug)
  const { translations = {} } = site
  return {
    data: { title, html: showText(html, site), ...(lang && { lang }) },
    head: buildNamedHead(site, path, title, { description: description ?? readDescriptionText(html) }),
    addressIn: (key) => {
      const isOwn = key !== null && getOwn(translations, key)?.pages?.some((own) => own.slug === slug)
      return { path, isTranslated: key === null || isOwn === true }
    },
  }
}
