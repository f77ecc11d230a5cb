import { isDeepStrictEqual } from 'node:util'
import { messagesFor, type SiteLanguage } from '../../platform/language.ts'
import type { SiteLink } from '../../../shared/catalog.ts'
import type { Site } from '../../../shared/site.ts'

export const NEUTRAL_SITE: Site = {
  name: 'Vitrine',
  description: null,
  locale: 'en',
  currency: 'USD',
  timeZone: 'UTC',
  contact: { email: null, phone: null, address: null, openingHours: [] },
  navigation: buildDefaultNavigation({ locale: 'en' }),
  hero: null,
  logo: null,
  accentColor: null,
  sameAs: [],
  hasGoogleFeed: false,
  aboutHtml: null,
  aboutMarkdown: null,
  pages: [],
}

export function buildDefaultNavigation(language: SiteLanguage): readonly SiteLink[] {
  const { products, categories, about, contact } = messagesFor(language)
  return [
    { label: products, href: '/products' },
    { label: categories, href: '/category' },
    { label: about, href: '/about' },
    { label: contact, href: '/contact' },
  ]
}

/** Settings whose value alone does not tell whether the owner chose it. */
export const WITH_DEFAULT = [
  'name',
  'locale',
  'currency',
  'timeZone',
  'navigation',
] as const satisfies readonly (keyof Site)[]

type SettingWithDefault = (typeof WITH_DEFAULT)[number]

/** Returns whether the owner set a value, even the default one. */
export function isSetByOwner(site: Site, setting: SettingWithDefault): boolean {
  return !hasDefault(site, setting) || site.confirmedDefaults?.includes(setting) === true
}

/**
 * Lists the settings for which the owner chose the default value.
 * @param given contents of `site.json`; null resets a setting
 */
export function listConfirmedDefaults(
  site: Site,
  given: { readonly [Setting in SettingWithDefault]?: unknown },
): Pick<Site, 'confirmedDefaults'> {
  const confirmed = WITH_DEFAULT.filter((setting) => {
    if (!hasDefault(site, setting)) return false
    return given[setting] === undefined ? site.confirmedDefaults?.includes(setting) : given[setting] !== null
  })
  return { confirmedDefaults: confirmed.length > 0 ? confirmed : undefined }
}

function hasDefault(site: Site, setting: SettingWithDefault): boolean {
  return isDeepStrictEqual(
    site[setting],
    setting === 'navigation' ? buildDefaultNavigation(site) : NEUTRAL_SITE[setting],
  )
}
