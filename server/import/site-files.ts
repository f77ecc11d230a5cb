import { hash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Contact, Hero, Site, SiteFont, SiteTranslation } from '../../shared/site.ts'
import { getOwn, omitMissing } from '../../shared/get-own.ts'
import { languageKey } from '../../shared/languages.ts'
import type { CatalogWriter } from '../catalog/store/catalog-writer.ts'
import { FONT_USES, isSystemFont, readWoff2 } from '../catalog/rules/fonts.ts'
import { buildDefaultNavigation, isSetByOwner, listConfirmedDefaults } from '../catalog/rules/neutral-site.ts'
import { contrast, formatContrast, resolvePaperAndInk, TEXT_CONTRAST_MIN } from '../catalog/rules/palette.ts'
import { readJsonFile, readSource, readUtf8File, type SourcePath } from './files/source-path.ts'
import type { ContentFiles } from './content-folder.ts'
import { ImportError } from './import-error.ts'
import type { ImportNotes } from './import-report.ts'
import { type OwnerText, type PageFile, readPageFiles, renderOwnerText, renderPages } from './page-files.ts'
import type { FileImporter } from './file-importer.ts'
import { describeOtherLanguage, isSameLanguage, keepRegion } from './site-languages.ts'
import { siteSchema, type SiteSettings } from './site-schema.ts'

export interface SiteFiles {
  /** `site.json`, if there is one. */
  readonly source: SourcePath | undefined
  readonly settings: SiteSettings
  /** Texts about the shop by the key of the language; null for the first one. */
  readonly abouts: ReadonlyMap<string | null, OwnerText>
  readonly pages: readonly PageFile[] | undefined
}

export const NO_SITE_FILES: SiteFiles = { source: undefined, settings: {}, abouts: new Map(), pages: undefined }

/**
 * @param stored the settings before the import
 * @throws ImportError if a file is not UTF-8 or not JSON, or if a value is invalid
 */
export async function readSiteFiles(sources: ContentFiles, stored: Site, notes: ImportNotes): Promise<SiteFiles> {
  const { site } = sources
  const given: SiteSettings = site ? await readJsonFile(site, siteSchema) : {}
  const locale = given.locale ?? (given.languages && keepRegion(given.languages[0]!, stored.locale))
  const settings = { ...given, ...(locale && { locale }) }
  const languages = (settings.languages ?? stored.languages ?? [settings.locale ?? stored.locale]).map(languageKey)
  const unknown = Object.keys(settings.translations ?? {}).find((key) => !languages.slice(1).includes(key))
  if (site && unknown !== undefined)
    throw new ImportError(
      { file: site.path, column: `translations.${unknown}` },
      `"${unknown}" is no further language of the site; correct it, or add it to "languages"`,
    )
  const hasLanguage = (key: string | null, path: string) => {
    if (key === null || languages.slice(1).includes(key)) return true
    notes.warn({ file: path, reason: describeOtherLanguage('file', key, languages) })
    return false
  }
  const abouts = new Map<string | null, OwnerText>()
  for (const [language, source] of sources.abouts)
    if (hasLanguage(language, source.path))
      abouts.set(language, { path: source.path, markdown: await readUtf8File(source) })
  const files = sources.pages && (await readPageFiles(sources.pages, notes))
  const pages = files?.filter(({ language, path }) => hasLanguage(language, path))
  return { source: site, settings, abouts, pages }
}

/** @returns the names of the changed fields */
export async function writeSite(
  site: SiteFiles,
  writer: CatalogWriter,
  pictures: FileImporter,
  notes: ImportNotes,
): Promise<readonly string[]> {
  const stored = await writer.readSite()
  const { source, settings, abouts } = site
  const pages = site.pages?.filter(({ language }) => language === null)
  const { contact, hero, logo, logoAlt, googleFeed, languages, ...others } = settings
  const { navigation: _navigation, fonts: _fonts, translations: _translations, ...plain } = others
  const { image = null, imageAlt, focus, ...texts } = hero ?? {}
  const heroTexts = { ...texts, ...(focus && { focus }) } as Omit<Hero, 'image'>
  const file = source?.path ?? 'site'
  const findPicture = async (name: string | null, alt: string | null | undefined, column: string) => {
    const found = name === null ? null : await pictures.findOwnPicture(name, { file, column })
    return found && { ...found, alt: alt ?? '' }
  }
  const merged: Site = {
    ...stored,
    ...(plain as Partial<Site>),
    navigation: chooseNavigation(stored, settings),
    ...(googleFeed !== undefined && { hasGoogleFeed: googleFeed }),
    ...(await mergeFonts(stored, site, writer)),
    contact: { ...stored.contact, ...(contact as Partial<Contact> | undefined) },
    ...(hero !== undefined && {
      hero: hero && { ...heroTexts, image: await findPicture(image, imageAlt, 'hero.image') },
    }),
    ...(logo !== undefined && { logo: await findPicture(logo, logoAlt, 'logo') }),
    ...(await renderAbout(abouts.get(null), pictures, notes)),
    ...(pages && { pages: await renderPages(pages, stored.pages, pictures, notes) }),
    ...(languages && { languages: languages.length > 1 ? languages : undefined }),
    ...(await mergeTranslations(stored, site, pictures, notes)),
  }
  const changed: Site = { ...merged, ...listConfirmedDefaults(merged, settings) }
  checkColors(changed, file)
  checkFirstLanguage({ languages: changed.languages, ...settings, locale: changed.locale }, file)
  const fields = (Object.keys(changed) as (keyof Site)[]).filter(
    (field) => !isDeepStrictEqual(stored[field], changed[field]),
  )
  if (fields.length > 0) await writer.putSite(changed)
  // `confirmedDefaults` is no setting of the owner, and changes nothing that visitors see.
  return fields.filter((field) => field !== 'confirmedDefaults')
}

function checkFirstLanguage({ languages = [], locale }: Pick<Site, 'languages' | 'locale'>, file: string): void {
  const [main] = languages
  if (!main || isSameLanguage(main, locale)) return
  const reason = `"${locale}" is not the first of the site's languages (${languages.join(', ')}); correct it, or write "languages" in site.json anew`
  throw new ImportError({ file, column: 'locale' }, reason)
}

/** Merges translations; texts that the files lack are kept. */
async function mergeTranslations(
  stored: Site,
  { settings, abouts, pages }: SiteFiles,
  pictures: FileImporter,
  notes: ImportNotes,
): Promise<Pick<Site, 'translations'>> {
  const keys = (settings.languages ?? stored.languages ?? []).slice(1).map(languageKey)
  const merged: Record<string, SiteTranslation> = { ...stored.translations }
  for (const key of keys) {
    const before = getOwn(merged, key) ?? {}
    const files = pages?.filter(({ language }) => language === key) ?? []
    const own = await renderPages(files, [], pictures, notes)
    // A folder without pages in this language says nothing about them.
    const kept = before.pages?.filter(({ slug }) => !pages || pages.some(({ page }) => page.slug === slug)) ?? []
    const translated = own.length > 0 ? own : kept
    const texts = omitMissing({
      ...before,
      ...getOwn(settings.translations ?? {}, key),
      ...(await renderAbout(abouts.get(key), pictures, notes)),
      pages: translated.length > 0 ? translated : undefined,
    })
    if (Object.keys(texts).length > 0) merged[key] = texts
    else delete merged[key]
  }
  return stored.translations || Object.keys(merged).length > 0 ? { translations: merged } : {}
}

async function renderAbout(
  about: OwnerText | undefined,
  pictures: FileImporter,
  notes: ImportNotes,
): Promise<Partial<Pick<Site, 'aboutHtml' | 'aboutMarkdown'>>> {
  if (!about) return {}
  const aboutHtml = (await renderOwnerText(about, pictures, notes)) || null
  return { aboutHtml, aboutMarkdown: aboutHtml === null ? null : about.markdown }
}

/** The language of the default links follows the site's locale. */
function chooseNavigation(stored: Site, { navigation, locale = stored.locale }: SiteSettings): Site['navigation'] {
  if (navigation) return navigation
  return navigation === undefined && isSetByOwner(stored, 'navigation')
    ? stored.navigation
    : buildDefaultNavigation({ locale })
}

/**
 * @param file path of `site.json`
 * @throws ImportError if the contrast of paper and ink is too low for text
 */
function checkColors({ paperColor, inkColor }: Site, file: string): void {
  const { paper, ink } = resolvePaperAndInk({ paperColor, inkColor })
  const ratio = contrast(ink, paper)
  if (ratio >= TEXT_CONTRAST_MIN) return
  throw new ImportError(
    { file, column: paperColor ? 'paperColor' : 'inkColor' },
    `the contrast of the ink ${ink} on the paper ${paper} is ${formatContrast(ratio)}, but text needs at least ${TEXT_CONTRAST_MIN}:1; set "paperColor" and "inkColor" to one light and one dark colour`,
  )
}

/** Largest font file. Visitors see texts in a fallback font until both fonts are loaded. */
const FONT_MAX_BYTES = 200_000

/** Fonts that `site.json` does not name stay, and null resets them. */
async function mergeFonts(
  stored: Site,
  { source, settings: { fonts } }: SiteFiles,
  writer: CatalogWriter,
): Promise<Pick<Site, 'fonts'>> {
  const merged: { -readonly [Use in keyof NonNullable<Site['fonts']>]: SiteFont } =
    fonts === null ? {} : { ...stored.fonts }
  for (const use of FONT_USES) {
    const name = fonts?.[use]
    if (name === null) delete merged[use]
    else if (name !== undefined && source)
      merged[use] = isSystemFont(name) ? name : await storeFont(source, name, writer)
  }
  return { fonts: Object.keys(merged).length > 0 ? merged : undefined }
}

/**
 * @param site `site.json`, beside which the font is
 * @throws ImportError if the font is missing, too large, outside the folder, or not in WOFF2 format
 */
async function storeFont(site: SourcePath, name: string, writer: CatalogWriter): Promise<SiteFont> {
  const path = join(dirname(site.path), name)
  const bytes = await readSource({ path, folder: site.folder }, FONT_MAX_BYTES)
  const tooLarge = `the font has more than ${FONT_MAX_BYTES / 1000} KB; save it with only the letters that your texts need`
  const description = bytes.length > FONT_MAX_BYTES ? { fault: tooLarge } : await readWoff2(bytes)
  if ('fault' in description) throw new ImportError({ file: path }, description.fault)
  const { weights } = description
  const digest = hash('sha256', bytes, 'hex')
  if (!(await writer.hasImage(digest))) await writer.putImage(digest, { bytes, format: 'woff2' })
  return { hash: digest, ...(weights && { weights }) }
}
