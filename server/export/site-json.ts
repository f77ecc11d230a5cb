import type { Contact, Hero, Site, SiteTranslation } from '../../shared/catalog.ts'
import type { SiteSettings } from '../import/site-schema.ts'
import { getOwn } from '../../shared/get-own.ts'
import { languageKey } from '../../shared/languages.ts'
import { isSetByOwner } from '../catalog/neutral-site.ts'
import type { PictureFiles } from './picture-files.ts'

/** Builds `site.json` from the owner's settings. Defaults are omitted, so that they still change with the language. */
export async function buildSiteSettings(
  site: Site,
  pictures: PictureFiles,
  fonts: NonNullable<SiteSettings['fonts']>,
): Promise<object> {
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
    oldShops = [],
    discontinuedProducts,
    missingProducts,
    families,
    prices,
    priceNotes,
    languages,
  } = site
  const contact = buildContact(site.contact)
  const settings: SiteSettings = {
    ...(isSetByOwner(site, 'name') && { name }),
    ...(description !== null && { description }),
    ...(pageTitles && { pageTitles }),
    ...(isSetByOwner(site, 'locale') && { locale }),
    ...(languages && { languages: [...languages] }),
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
    ...(oldShops.length > 0 && { oldShops: [...oldShops] }),
    ...(discontinuedProducts && { discontinuedProducts }),
    ...(missingProducts && { missingProducts }),
    ...(families && { families }),
    ...(prices && { prices }),
    ...(priceNotes && { priceNotes }),
    ...(hasGoogleFeed && { googleFeed: true }),
    ...(keepRemotePictures && { keepRemotePictures }),
    ...(sources &&
      sources.length > 0 && { sources: sources.map((source) => ({ ...source, times: [...source.times] })) }),
  }
  return languages ? joinLanguages(settings, site) : settings
}

/** Writes the texts that are translated by language. */
function joinLanguages(settings: SiteSettings, { languages = [], translations = {} }: Site): object {
  const [main = '', ...others] = languages
  const byLanguage = (text: string, read: (texts: SiteTranslation) => string | undefined) => {
    const translated = others.flatMap((tag) => {
      const own = read(getOwn(translations, languageKey(tag)) ?? {})
      return own === undefined ? [] : [[tag, own] as const]
    })
    return translated.length > 0 ? Object.fromEntries([[main, text], ...translated]) : text
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
        [...words].map((key) => {
          const own = getOwn(wording ?? {}, key)
          const translated = others.flatMap((tag) => {
            const text = getOwn(getOwn(translations, languageKey(tag))?.wording ?? {}, key)
            return text === undefined ? [] : [[tag, text] as const]
          })
          const texts = [...(own === undefined ? [] : [[main, own] as const]), ...translated]
          return [key, translated.length > 0 ? Object.fromEntries(texts) : own]
        }),
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
