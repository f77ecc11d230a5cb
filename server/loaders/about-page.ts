import { aboutPagePath } from '../../shared/urls.ts'
import { readDescriptionText } from '../catalog/description-text.ts'
import { showPictures } from '../catalog/text-pictures.ts'
import type { Loader } from './loader.ts'
import { buildNamedHead } from './page-head.ts'

export const loadAboutPage: Loader<'about-page'> = async ({ store, params }) => {
  const site = await store.readSite()
  const page = site.pages.find(({ slug }) => slug === params['page'])
  if (!page) return undefined
  const { slug, title, description, html } = page
  return {
    data: { title, html: showPictures(html) },
    head: buildNamedHead(site, aboutPagePath(slug), title, { description: description ?? readDescriptionText(html) }),
  }
}
