import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { getOwn } from '../../../shared/get-own.ts'
import { languageKey } from '../../../shared/languages.ts'
import type { Site } from '../../../shared/site.ts'
import { FONT_USES } from '../../catalog/rules/fonts.ts'
import { isSetByOwner, WITH_DEFAULT } from '../../catalog/rules/neutral-site.ts'
import { type SiteSettings, siteSchema, TRANSLATED_SETTINGS } from '../site-schema.ts'
import type { ExportedFiles } from './exported-files.ts'

/** Defaults are left out, so that they still change with the language. */
export async function buildSiteSettings(site: Site, files: ExportedFiles): Promise<object> {
  const { hero, logo, navigation } = site
  const values: Readonly<Record<string, unknown>> = {
    ...site,
    hero: hero && {
      title: hero.title,
      text: hero.text,
      image: hero.image && (await files.writePicture(hero.image, 'hero')),
      imageAlt: hero.image?.alt,
      focus: hero.focus,
      link: hero.link,
    },
    logo: logo && (await files.writePicture(logo, 'logo')),
    logoAlt: logo?.alt,
    fonts: await writeFonts(site, files),
    googleFeed: site.hasGoogleFeed || undefined,
    partLists: site.partLists || undefined,
    keepRemotePictures: site.keepRemotePictures || undefined,
    translations: pickTranslations(site),
  }
  const keys = Object.keys(siteSchema.shape).filter((key) =>
    WITH_DEFAULT.every((other) => key !== other || isSetByOwner(site, other)),
  )
  const settings = (dropBlank(Object.fromEntries(keys.map((key) => [key, values[key]]))) ?? {}) as SiteSettings
  // An owner may have chosen to have no links.
  return keys.includes('navigation') ? { ...settings, navigation } : settings
}

/** Texts in languages that the site no longer has are left out. */
function pickTranslations({ languages = [], translations = {} }: Site): object {
  const keys = languages.slice(1).map(languageKey)
  return Object.fromEntries(
    keys.map((key) => {
      const own = getOwn(translations, key) ?? {}
      return [key, Object.fromEntries(TRANSLATED_SETTINGS.map((name) => [name, own[name]]))]
    }),
  )
}

/** Leaves out what is null, and lists and objects that are empty then. */
function dropBlank(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? value : undefined
  if (typeof value !== 'object' || value === null) return value ?? undefined
  const entries = Object.entries(value).map(([key, entry]) => [key, dropBlank(entry)])
  const given = entries.filter(([, entry]) => entry !== undefined)
  return given.length > 0 ? Object.fromEntries(given) : undefined
}

/** @returns the value of `fonts` in `site.json` */
async function writeFonts({ fonts }: Site, files: ExportedFiles): Promise<NonNullable<SiteSettings['fonts']>> {
  const names: { display?: string; text?: string } = {}
  for (const use of FONT_USES) {
    const font = fonts?.[use]
    if (typeof font === 'string') names[use] = font
    else if (font && (await files.write(fontFile(use), font.hash))) names[use] = fontFile(use)
  }
  return names
}

/** Removes the fonts of an earlier export. */
export async function removeFonts(directory: string): Promise<void> {
  for (const use of FONT_USES) await rm(join(directory, fontFile(use)), { force: true })
}

function fontFile(use: (typeof FONT_USES)[number]): string {
  return `fonts/${use}.woff2`
}
