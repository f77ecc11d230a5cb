import type { Loader } from './loader.ts'
import { buildSiteHead } from './page-head.ts'

export const loadAbout: Loader<'about'> = async ({ store }) => ({
  data: {},
  head: buildSiteHead(await store.readSite(), '/about'),
})
