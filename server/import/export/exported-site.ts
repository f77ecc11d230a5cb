import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getOwn } from '../../../shared/get-own.ts'
import { languageKey } from '../../../shared/languages.ts'
import type { OwnerPage, Site } from '../../../shared/site.ts'
import { FONT_USES } from '../../catalog/rules/fonts.ts'
import { isSetByOwner, WITH_DEFAULT } from '../../catalog/rules/neutral-site.ts'
import { listPictures } from '../../catalog/rules/text-pictures.ts'
import { ABOUT_FILE, PAGES_FOLDER, SITE_FILE } from '../content-folder.ts'
import { writeFrontMatter } from '../page-files.ts'
import { type SiteSettings, siteSchema, TRANSLATED_SETTINGS } from '../site-schema.ts'
import type { ExportedFiles } from './exported-files.ts'

/** Writes the settings, the texts about the shop and the pages. @param languages keys of the further ones */
export async function writeSite(
  site: Site,
  directory: string,
  files: ExportedFiles,
  languages: readonly string[],
): Promise<void> {
  // Texts contain file names of their pictures, which no other picture may take before.
  for (const key of [null, ...languages]) {
    const texts = key === null ? site : (getOwn(site.translations ?? {}, key) ?? {})
    const end = `${key === null ? '' : `.${key}`}.md`
    const html = texts.aboutHtml ?? ''
    const about = await exportText(texts.aboutMarkdown ?? (key === null ? html : ''), html, files)
    if (about !== '') await writeFile(join(directory, ABOUT_FILE.replace('.md', end)), about)
    const pages: readonly OwnerPage[] = texts.pages ?? []
    if (pages.length > 0) await mkdir(join(directory, PAGES_FOLDER), { recursive: true })
    for (const page of pages) {
      const markdown = await exportText(page.markdown, page.html, files)
      await writeFile(join(directory, PAGES_FOLDER, page.slug + end), `${writeFrontMatter(page)}${markdown}\n`)
    }
  }
  const settings = await buildSettings(site, files)
  await writeFile(join(directory, SITE_FILE), `${JSON.stringify(settings, null, 2)}\n`)
}

/** Writes the pictures of a text. @returns the Markdown, with new names of pictures whose file name was taken */
async function exportText(markdown: string, html: string, files: ExportedFiles): Promise<string> {
  let text = markdown
  for (const { image, file } of listPictures(html)) {
    if (!('hash' in image) || file === undefined) continue
    const name = await files.writePictureAs(image, file)
    if (name !== file) text = text.replaceAll(/[^\s()<>"'=]+/g, (word) => (word === file ? name : word))
  }
  return text
}

/** Defaults are left out, so that they still change with the language. */
async function buildSettings(site: Site, files: ExportedFiles): Promise<object> {
  const { hero, logo, navigation, translations = {} } = site
  // Texts in languages that the site no longer has are left out.
  const translated = (site.languages ?? []).slice(1).map((tag) => {
    const own = getOwn(translations, languageKey(tag)) ?? {}
    return [languageKey(tag), Object.fromEntries(TRANSLATED_SETTINGS.map((name) => [name, own[name]]))] as const
  })
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
    translations: Object.fromEntries(translated),
  }
  const keys = Object.keys(siteSchema.shape).filter((key) =>
    WITH_DEFAULT.every((other) => key !== other || isSetByOwner(site, other)),
  )
  const settings = (dropBlank(Object.fromEntries(keys.map((key) => [key, values[key]]))) ?? {}) as SiteSettings
  // An owner may have chosen to have no links.
  return keys.includes('navigation') ? { ...settings, navigation } : settings
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

export function fontFile(use: (typeof FONT_USES)[number]): string {
  return `fonts/${use}.woff2`
}
