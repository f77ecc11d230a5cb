import type { Site } from '../../../shared/catalog.ts'
import type { SiteSettings } from '../import/site-schema.ts'
import type { PictureFiles } from './picture-files.ts'

/** The site's settings as `site.json` writes them. */
export async function buildSiteSettings(site: Site, pictures: PictureFiles): Promise<SiteSettings> {
  const { name, description, locale, currency, timeZone, contact, navigation, hero, logo, accentColor, sameAs, hasGoogleFeed } = site
  return {
    name,
    description,
    locale,
    currency,
    timeZone,
    contact: { ...contact, openingHours: contact.openingHours.map((hours) => ({ ...hours, days: [...hours.days] })) },
    navigation: [...navigation],
    hero: hero && {
      title: hero.title,
      text: hero.text,
      image: hero.image && (await pictures.write(hero.image, 'hero')),
      imageAlt: hero.image && hero.image.alt,
      link: hero.link,
    },
    logo: logo && (await pictures.write(logo, 'logo')),
    logoAlt: logo && logo.alt,
    accentColor,
    sameAs: [...sameAs],
    googleFeed: hasGoogleFeed,
  }
}
