import type { Frame } from '../../../shared/page-data.ts'
import { previewUrl } from '../../../shared/renditions.ts'
import { iconPath } from '../../icons/web-app-manifest.ts'
import { SCHEMA, type Absolute, type JsonLd } from './json-ld.ts'

/** Who is behind the site; with premises, as a place that can be visited when it is open. */
export function buildOrganization(
  site: Frame['site'],
  absolute: Absolute,
  type: 'Organization' | 'LocalBusiness' = 'Organization',
): JsonLd {
  const { email, phone, address, openingHours } = site.contact
  const logo = absolute(site.logo ? previewUrl(site.logo) : iconPath(site, 'icon-512.png'))
  const isPlace = type === 'LocalBusiness'
  const picture = site.hero?.image ? absolute(previewUrl(site.hero.image)) : logo
  return {
    '@context': SCHEMA,
    '@type': type,
    '@id': absolute(isPlace ? '/#place' : '/#organization'),
    name: site.name,
    url: absolute('/'),
    logo,
    ...(isPlace && { image: picture }),
    ...(email && { email }),
    ...(phone && { telephone: phone }),
    ...(address && { address: { '@type': 'PostalAddress', ...address } }),
    ...(site.sameAs.length > 0 && { sameAs: site.sameAs }),
    ...(isPlace &&
      openingHours.length > 0 && {
        openingHoursSpecification: openingHours.map(({ days, opens, closes }) => ({
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: days.map((day) => `${SCHEMA}/${day}`),
          opens,
          closes,
        })),
      }),
  }
}
