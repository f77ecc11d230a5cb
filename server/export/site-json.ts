import type { Contact, Hero, Site } from '../../shared/catalog.ts'
import type { SiteSettings } from '../import/site-schema.ts'
import { isSetByOwner } from '../catalog/neutral-site.ts'
import type { PictureFiles } from './picture-files.ts'

/** Builds `site.json` from the owner's settings. Defaults are omitted, so that they still change with the language. */
export async function buildSiteSettings(
  site: Site,
  pictures: PictureFiles,
  fonts: NonNullable<SiteSettings['fonts']>,
): Promise<SiteSettings> {
  const {
    name,
    description,
    pageTitles,
    locale,
    wording,
    currency,
    timeZone,
    units,
    navigation,
    hero,
    logo,
    accentColor,
    paperColor,
    inkColor,
    sameAs,
    hasGoogleFeed,
    keepRemotePictures,
    sources,
    discontinuedProducts,
    missingProducts,
    families,
  } = site
  const contact = buildContact(site.contact)
  return {
    ...(isSetByOwner(site, 'name') && { name }),
    ...(description !== null && { description }),
    ...(pageTitles && { pageTitles }),
    ...(isSetByOwner(site, 'locale') && { locale }),
    ...(wording && { wording }),
    ...(isSetByOwner(site, 'currency') && { currency }),
    ...(isSetByOwner(site, 'timeZone') && { timeZone }),
    ...(units && { units }),
    ...(Object.keys(contact).length > 0 && { contact }),
    ...(isSetByOwner(site, 'navigation') && { navigation: [...navigation] }),
    ...(hero && { hero: await buildHero(hero, pictures) }),
    ...(logo && { logo: await pictures.write(logo, 'logo'), logoAlt: logo.alt }),
    ...(accentColor !== null && { accentColor }),
    ...(paperColor !== undefined && { paperColor }),
    ...(inkColor !== undefined && { inkColor }),
    ...(Object.keys(fonts).length > 0 && { fonts }),
    ...(sameAs.length > 0 && { sameAs: [...sameAs] }),
    ...(discontinuedProducts && { discontinuedProducts }),
    ...(missingProducts && { missingProducts }),
    ...(families && { families }),
    ...(hasGoogleFeed && { googleFeed: true }),
    ...(keepRemotePictures && { keepRemotePictures }),
    ...(sources &&
      sources.length > 0 && { sources: sources.map((source) => ({ ...source, times: [...source.times] })) }),
  }
}

function buildContact({ email, phone, address, openingHours }: Contact): NonNullable<SiteSettings['contact']> {
  return {
    ...(email !== null && { email }),
    ...(phone !== null && { phone }),
    ...(address && { address }),
    ...(openingHours.length > 0 && {
      openingHours: openingHours.map((hours) => ({ ...hours, days: [...hours.days] })),
    }),
  }
}

async function buildHero(
  { title, text, image, focus, link }: Hero,
  pictures: PictureFiles,
): Promise<NonNullable<SiteSettings['hero']>> {
  return {
    title,
    ...(text !== null && { text }),
    ...(image && { image: await pictures.write(image, 'hero'), imageAlt: image.alt }),
    ...(focus && { focus }),
    ...(link && { link }),
  }
}
