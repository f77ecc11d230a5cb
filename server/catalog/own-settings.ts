import { isDeepStrictEqual } from 'node:util'
import type { Site } from '../../shared/catalog.ts'
import { buildDefaultNavigation } from './default-navigation.ts'
import { NEUTRAL_SITE } from './neutral-site.ts'

/** Settings whose default an owner may have chosen, which nobody can tell from the value. */
const WITH_DEFAULT = ['name', 'locale', 'currency', 'timeZone', 'navigation'] as const satisfies readonly (keyof Site)[]

type SettingWithDefault = (typeof WITH_DEFAULT)[number]

/** Whether the owner set a value, be it that of the default. */
export function isOwn(site: Site, setting: SettingWithDefault): boolean {
  return !hasDefault(site, setting) || site.confirmedDefaults?.includes(setting) === true
}

/**
 * Which defaults of a site its owner chose.
 * @param given what `site.json` holds; null takes a choice back
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
    setting === 'navigation' ? buildDefaultNavigation(site.locale) : NEUTRAL_SITE[setting],
  )
}
