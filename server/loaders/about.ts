import { namePages } from '../../shared/page-title.ts'
import { showPictures } from '../catalog/text-pictures.ts'
import { messagesFor } from '../base/language.ts'
import type { Loader } from './loader.ts'
import { buildNamedHead } from './page-head.ts'

export const loadAbout: Loader<'about'> = async ({ store }) => {
  const { aboutHtml, ...site } = await store.readSite()
  return {
    data: { aboutHtml: aboutHtml && showPictures(aboutHtml) },
    head: buildNamedHead(site, '/about', namePages(site, messagesFor(site)).about),
  }
}
