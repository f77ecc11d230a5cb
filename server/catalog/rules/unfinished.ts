import type { Site } from '../../../shared/site.ts'
import { isSetByOwner } from './neutral-site.ts'
import { findPageOfRole, PAGE_ROLES } from './owner-pages.ts'

const LOCAL_HOST = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/

/**
 * Lists what the owner must change before the site can go public, one sentence each.
 * @param siteUrl `SITE_URL`; undefined if the caller does not know it
 */
export function listUnfinished(site: Site, siteUrl: string | undefined): readonly string[] {
  const { email, phone, address } = site.contact
  return [
    describeUnset(site),
    email === null && phone === null && address === null && 'Visitors cannot contact you: set "contact" in site.json.',
    siteUrl !== undefined &&
      LOCAL_HOST.test(new URL(siteUrl).hostname) &&
      `SITE_URL is ${siteUrl}, which visitors and search engines cannot reach: set it to the public address, for the server and for this command.`,
  ].filter((line) => typeof line === 'string')
}

const AND = new Intl.ListFormat('en')

/** Describes which of currency, language and name were never set, with the command for it; null if none. */
export function describeUnset(site: Site): string | null {
  const language = new Intl.DisplayNames('en', { type: 'language' }).of(site.locale)
  const basics = [
    { setting: 'currency', what: 'prices in', value: site.currency, option: '--currency EUR' },
    { setting: 'locale', what: 'texts in', value: `${language} (${site.locale})`, option: '--language de' },
    { setting: 'name', what: 'the name', value: `"${site.name}"`, option: '--name NAME' },
  ] as const
  const unset = basics.filter(({ setting }) => !isSetByOwner(site, setting))
  if (unset.length === 0) return null
  const assumed = AND.format(unset.map(({ what, value }) => `${what} ${value}`))
  const keeps = unset[0]?.setting === 'currency' ? ' (prices keep their amounts)' : ''
  return `Assumed, because it was never set: ${assumed}. To set it: npm run catalog -- site ${unset.map(({ option }) => option).join(' ')}${keeps}`
}

/** Advises pages that some countries require and the site lacks. */
export function listMissingPages({ pages }: Site): readonly string[] {
  const missing = PAGE_ROLES.filter((role) => !findPageOfRole(pages, role))
  if (missing.length === 0) return []
  const names = missing.map((role) => (role === 'imprint' ? 'no imprint' : 'no privacy page')).join(' and ')
  const files = missing.map((role) => `pages/${role}.md`).join(' and ')
  return [
    `Some countries require an imprint and a privacy page. The site has ${names}: if yours must have both, import a folder with ${files}.`,
  ]
}
