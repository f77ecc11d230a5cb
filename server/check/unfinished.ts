import type { Site } from '../../shared/catalog.ts'
import { isOwn } from '../catalog/own-settings.ts'

const LOCAL_HOST = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/

/**
 * What an owner has still to do before visitors come, a sentence for each.
 * @param siteUrl `SITE_URL`; undefined if nobody knows it
 */
export function listUnfinished(site: Site, siteUrl: string | undefined): readonly string[] {
  const {
    name,
    locale,
    currency,
    contact: { email, phone, address },
  } = site
  const unset = (['currency', 'locale'] as const).filter((setting) => !isOwn(site, setting))
  return [
    !isOwn(site, 'name') && `The site has no name of its own, but the default "${name}": set "name" in site.json.`,
    unset.length > 0 &&
      `${unset.map((setting) => `"${setting}"`).join(' and ')} ${unset.length > 1 ? 'were' : 'was'} never set, so that the defaults hold (${unset.map((setting) => ({ currency, locale })[setting]).join(', ')}): set ${unset.length > 1 ? 'them' : 'it'} in site.json.`,
    email === null &&
      phone === null &&
      address === null &&
      'Visitors find no way to reach you: set "contact" in site.json.',
    siteUrl !== undefined &&
      LOCAL_HOST.test(new URL(siteUrl).hostname) &&
      `SITE_URL is ${siteUrl} here, where no visitor and no search engine can follow: set it to the public address where the server is started.`,
  ].filter((line) => line !== false)
}
