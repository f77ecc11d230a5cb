import type { Contact, Hero, Site, SiteTranslation } from '../../../shared/site.ts'
import type { SiteSettings } from '../site-schema.ts'
import { getOwn } from '../../../shared/get-own.ts'
import { languageKey } from '../../../shared/languages.ts'
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

/** Writes the texts that are translated by language. */
function joinLanguages(settings: SiteSettings, { languages = [], translations = {} }: Site): object {
  const [main = '', ...others] = languages
  const byLanguage = <Text>(text: Text | undefined, read: (texts: SiteTranslation) => Text | undefined) => {
    const translated = others.flatMap((tag) => {
      const own = read(getOwn(translations, languageKey(tag)) ?? {})
      return own === undefined ? [] : [[tag, own] as const]
    })
    if (translated.length === 0) return text
    return Object.fromEntries(text === undefined ? translated : [[main, text], ...translated])
  }
  const { name, description, logoAlt, hero, navigation, priceNotes, wording } = settings
  const words = new Set([
    ...Object.keys(wording ?? {}),
    ...Object.values(translations).flatMap((texts) => Object.keys(texts.wording ?? {})),
  ])
  return {
    ...settings,
    ...(words.size > 0 && {
      wording: Object.fromEntries(
        [...words].map((key) => [
          key,
          byLanguage(getOwn(wording ?? {}, key), (texts) => getOwn(texts.wording ?? {}, key)),
        ]),
      ),
    }),
    ...(name !== undefined && { name: byLanguage(name, (texts) => texts.name) }),
    ...(description && { description: byLanguage(description, (texts) => texts.description) }),
    ...(logoAlt && { logoAlt: byLanguage(logoAlt, (texts) => texts.logoAlt) }),
    ...(navigation && {
      navigation: navigation.map(({ href, label }) => ({
        label: byLanguage(label, (texts) => getOwn(texts.navigation ?? {}, href)),
        href,
      })),
    }),
    ...(priceNotes && {
      priceNotes: {
        ...priceNotes,
        ...(priceNotes.tax && { tax: byLanguage(priceNotes.tax, (texts) => texts.priceNotes?.tax) }),
        ...(priceNotes.delivery && {
          delivery: byLanguage(priceNotes.delivery, (texts) => texts.priceNotes?.delivery),
        }),
      },
    }),
    ...(hero && {
      hero: {
        ...hero,
        title: byLanguage(hero.title, (texts) => texts.hero?.title),
        ...(hero.text && { text: byLanguage(hero.text, (texts) => texts.hero?.text) }),
        ...(hero.imageAlt && { imageAlt: byLanguage(hero.imageAlt, (texts) => texts.hero?.imageAlt) }),
        ...(hero.link && {
          link: { ...hero.link, label: byLanguage(hero.link.label, (texts) => texts.hero?.link) },
        }),
      },
    }),
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
