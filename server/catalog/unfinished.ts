import type { Site } from '../../shared/catalog.ts'
import { isSetByOwner } from './neutral-site.ts'
import { describeFittedAccent } from './palette.ts'
import { findPageOfRole, PAGE_ROLES } from './owner-pages.ts'

const LOCAL_HOST = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/

/**
 * Lists the settings that the owner must still change before the site can go public, one sentence each.
 * @param siteUrl `SITE_URL`; undefined if the caller does not know it
 */
export function listUnfinished(site: Site, siteUrl: string | undefined): readonly string[] {
  const {
    name,
    locale,
    currency,
    contact: { email, phone, address },
  } = site
  const unset = (['currency', 'locale'] as const).filter((setting) => !isSetByOwner(site, setting))
  return [
    !isSetByOwner(site, 'name') && `The site still has the default name "${name}": set "name" in site.json.`,
    unset.length > 0 &&
      `${unset.map((setting) => `"${setting}"`).join(' and ')} ${unset.length > 1 ? 'were' : 'was'} never set, so the site uses the ${unset.length > 1 ? 'defaults' : 'default'} (${unset.map((setting) => ({ currency, locale })[setting]).join(', ')}): set ${unset.length > 1 ? 'them' : 'it'} in site.json.`,
    email === null && phone === null && address === null && 'Visitors cannot contact you: set "contact" in site.json.',
    siteUrl !== undefined &&
      LOCAL_HOST.test(new URL(siteUrl).hostname) &&
      `SITE_URL is ${siteUrl}, which visitors and search engines cannot reach: set it to the public address, for the server and for this command.`,
  ].filter((line) => line !== false)
}

/**
 * Lists what the owner may want to change: missing pages that some countries require, and an accent colour that is not shown as
 * given.
 */
export function listAdvice(site: Site): readonly string[] {
  const fitted = describeFittedAccent(site)
  return [...listMissingPages(site), ...(fitted ? [`"accentColor" is ${site.accentColor}: ${fitted}.`] : [])]
}

function listMissingPages({ pages }: Site): readonly string[] {
  const missing = PAGE_ROLES.filter((role) => !findPageOfRole(pages, role))
  if (missing.length === 0) return []
  const names = missing.map((role) => (role === 'imprint' ? 'no imprint' : 'no privacy page')).join(' and ')
  const files = missing.map((role) => `pages/${role}.md`).join(' and ')
  return [
    `Some countries require an imprint and a privacy page. The site has ${names}: if yours must have both, import a folder with ${files}.`,
  ]
}
