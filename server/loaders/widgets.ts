import type { Loader } from './loader.ts'
import { buildSiteHead } from './page-head.ts'

export const loadWidgets: Loader<'widgets'> = async ({ store }) => ({
  data: {},
  head: buildSiteHead(await store.readSite(), '/widgets', 'noindex'),
})
