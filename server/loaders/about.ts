import { showPictures } from '../catalog/text-pictures.ts'
import type { Loader } from './loader.ts'
import { buildSiteHead } from './page-head.ts'

export const loadAbout: Loader<'about'> = async ({ store }) => {
  const { aboutHtml, ...site } = await store.readSite()
  return { data: { aboutHtml: aboutHtml && showPictures(aboutHtml) }, head: buildSiteHead(site, '/about') }
}
