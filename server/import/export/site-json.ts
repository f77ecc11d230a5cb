import type { Contact, Hero, Site } from '../../../shared/site.ts'
import { joinLanguages } from '../site-languages.ts'
import type { SiteSettings } from '../site-schema.ts'
import { isSetByOwner } from '../../catalog/rules/neutral-site.ts'
import type { PictureFiles } from './picture-files.ts'

/** Defaults stay undefined, so that they still change with the language. */
export async function buildSiteSettings(
  site: Site,
  pictures: PictureFiles,
  fonts: NonNullable<SiteSettings['fonts']>,
): Promise<object> {
  const { wording, hero, logo, sameAs, languages } = site
  const contact = buildContact(site.contact)
  const settings: SiteSettings = {
    name: isSetByOwner(site, 'name') ? site.name : undefined,
    description: site.description ?? undefined,
    pageTitles: site.pageTitles,
    locale: isSetByOwner(site, 'locale') ? site.locale : undefined,
    languages: languages && [...languages],
    ...(wording && { wording }),
    currency: isSetByOwner(site, 'currency') ? site.currency : undefined,
    timeZone: isSetByOwner(site, 'timeZone') ? site.timeZone : undefined,
    contact: Object.keys(contact).length > 0 ? contact : undefined,
    navigation: isSetByOwner(site, 'navigation') ? [...site.navigation] : undefined,
    hero: hero ? await buildHero(hero, pictures) : undefined,
    logo: logo ? await pictures.write(logo, 'logo') : undefined,
    logoAlt: logo?.alt,
    accentColor: site.accentColor ?? undefined,
    paperColor: site.paperColor,
    inkColor: site.inkColor,
    fonts: Object.keys(fonts).length > 0 ? fonts : undefined,
    sameAs: sameAs.length > 0 ? [...sameAs] : undefined,
    discontinuedProducts: site.discontinuedProducts,
    missingProducts: site.missingProducts,
    families: site.families,
    prices: site.prices,
    priceNotes: site.priceNotes,
    googleFeed: site.hasGoogleFeed || undefined,
    keepRemotePictures: site.keepRemotePictures || undefined,
  }
  return languages ? joinLanguages(settings, site) : settings
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
