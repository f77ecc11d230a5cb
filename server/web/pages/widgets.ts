import { messagesFor } from '../../platform/language.ts'
import type { Loader } from './loader.ts'
import { buildNamedHead } from './page-head.ts'

export const loadWidgets: Loader<'widgets'> = async ({ store }) => {
  const site = await store.readSite()
  return { data: {}, head: buildNamedHead(site, '/widgets', messagesFor(site).widgets, { robots: 'noindex' }) }
}
