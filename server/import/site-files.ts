import { isDeepStrictEqual } from 'node:util'
import type { Site, StoredImage } from '../../shared/catalog.ts'
import type { CatalogWriter } from '../store/catalog-store.ts'
import { buildDefaultNavigation, isSetByOwner, listConfirmedDefaults } from '../catalog/neutral-site.ts'
import type { SourcePath } from './files/source-path.ts'
import { ImportError } from './import-error.ts'
import type { ImportNotes } from './import-report.ts'
import { checkMarkdown, type OwnerText, readUtf8File, renderOwnerText } from './owner-texts.ts'
import { type PageFile, readPageFiles, renderPages } from './page-files.ts'
import { parseJson } from './parse-json.ts'
import type { PictureImporter } from './pictures/picture-importer.ts'
import { type FontFiles, readFonts, writeFonts } from './site-fonts.ts'
import { mergeColors } from './site-look.ts'
import { siteSchema, type SiteSettings } from './site-schema.ts'

export interface SiteFiles {
  readonly path: string | null
  readonly settings: SiteSettings
  readonly fonts: FontFiles
  readonly about: OwnerText | undefined
  readonly pages: readonly PageFile[] | undefined
}

interface SiteSources {
  readonly site: SourcePath | undefined
  readonly about: SourcePath | undefined
  readonly pages: SourcePath | undefined
}

/**
 * Reads `site.json`, `about.md` and the folder of pages.
 * @throws ImportError if a file is not UTF-8 or not JSON, or if a value or a font is invalid
 */
export async function readSiteFiles(sources: SiteSources, notes: ImportNotes): Promise<SiteFiles> {
  const { site } = sources
  const settings = site ? checkSettings(site.path, await readUtf8File(site)) : {}
  const fonts = site ? await readFonts(site, settings.fonts) : {}
  const about = sources.about && {
    path: sources.about.path,
    firstLine: 1,
    markdown: await readUtf8File(sources.about),
  }
  if (about) checkMarkdown(about)
  const pages = sources.pages && (await readPageFiles(sources.pages, notes))
  return { path: site?.path ?? null, settings, fonts, about, pages }
}

/**
 * Stores the settings, the about page and the further pages if they differ.
 * @returns the names of the changed fields
 */
export async function writeSite(
  { path, settings, fonts, about, pages }: SiteFiles,
  writer: CatalogWriter,
  pictures: PictureImporter,
  notes: ImportNotes,
): Promise<readonly string[]> {
  const stored = await writer.readSite()
  const {
    contact,
    hero,
    logo,
    logoAlt,
    googleFeed,
    units,
    discontinuedProducts,
    missingProducts,
    families,
    wording,
    navigation: _navigation,
    ...rest
  } = settings
  const { paperColor: _paper, inkColor: _ink, fonts: _fonts, ...plain } = rest
  const file = path ?? ''
  const changedSite: Site = {
    ...stored,
    ...withoutUndefined(plain),
    navigation: chooseNavigation(stored, settings),
    ...(googleFeed === undefined ? {} : { hasGoogleFeed: googleFeed }),
    ...(missingProducts === undefined ? {} : { missingProducts: missingProducts ?? undefined }),
    ...(discontinuedProducts === undefined ? {} : { discontinuedProducts: discontinuedProducts ?? undefined }),
    ...(families === undefined ? {} : { families: families ?? undefined }),
    ...(wording === undefined ? {} : { wording: wording && Object.keys(wording).length > 0 ? wording : undefined }),
    ...(units === undefined ? {} : { units: units ?? undefined }),
    ...mergeColors(stored, settings, file),
    ...(await writeFonts(stored, fonts, writer)),
    contact: { ...stored.contact, ...withoutUndefined(contact ?? {}) },
    ...(hero === undefined ? {} : { hero: hero && (await buildHero(hero, file, pictures)) }),
    ...(logo === undefined
      ? {}
      : { logo: logo ? await findPicture(logo, logoAlt, { file, column: 'logo' }, pictures) : null }),
    ...(about && (await renderAbout(about, pictures, notes))),
    ...(pages && { pages: await renderPages(pages, pictures, notes) }),
  }
  return storeSite(writer, { stored, changedSite, settings })
}

/**
 * Stores settings that need no files.
 * @returns the names of the changed fields
 */
export async function writeSettings(
  writer: CatalogWriter,
  settings: Pick<SiteSettings, 'currency' | 'locale' | 'name'>,
): Promise<readonly string[]> {
  const stored = await writer.readSite()
  const changedSite = { ...stored, ...withoutUndefined(settings), navigation: chooseNavigation(stored, settings) }
  return storeSite(writer, { stored, changedSite, settings })
}

async function storeSite(
  writer: CatalogWriter,
  { stored, changedSite, settings }: { stored: Site; changedSite: Site; settings: SiteSettings },
): Promise<readonly string[]> {
  const site: Site = { ...changedSite, ...listConfirmedDefaults(changedSite, settings) }
  const changed = (Object.keys(site) as (keyof Site)[]).filter(
    (field) => !isDeepStrictEqual(stored[field], site[field]),
  )
  if (changed.length > 0) await writer.putSite(site)
  // `confirmedDefaults` is left out, because it is not a setting of the owner and changes nothing that visitors see.
  return changed.filter((field) => field !== 'confirmedDefaults')
}

async function renderAbout(
  about: OwnerText,
  pictures: PictureImporter,
  notes: ImportNotes,
): Promise<Pick<Site, 'aboutHtml' | 'aboutMarkdown'>> {
  const aboutHtml = (await renderOwnerText(about, pictures, notes)) || null
  return { aboutHtml, aboutMarkdown: aboutHtml === null ? null : about.markdown }
}

/** Rebuilds the default links, because their language follows the site's locale. */
function chooseNavigation(stored: Site, { navigation, locale = stored.locale }: SiteSettings): Site['navigation'] {
  if (navigation) return navigation
  return navigation === undefined && isSetByOwner(stored, 'navigation')
    ? stored.navigation
    : buildDefaultNavigation({ locale })
}

async function buildHero(
  hero: NonNullable<SiteSettings['hero']>,
  file: string,
  pictures: PictureImporter,
): Promise<Site['hero']> {
  const { title, text, image, imageAlt, focus, link } = hero
  const found = image ? await findPicture(image, imageAlt, { file, column: 'hero.image' }, pictures) : null
  return { title, text: text ?? null, image: found, ...(focus && { focus }), link: link ?? null }
}

async function findPicture(
  name: string,
  alt: string | null | undefined,
  place: { readonly file: string; readonly column: string },
  pictures: PictureImporter,
): Promise<StoredImage | null> {
  const found = await pictures.findFile(name, { ...place, line: null })
  return found && { ...found, alt: alt ?? '' }
}

function checkSettings(path: string, text: string): SiteSettings {
  const result = siteSchema.safeParse(parseJson(path, text))
  if (result.success) return result.data
  const issues = result.error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? { key: '', message: issue.keys.map((key) => describeUnknownKey(issue.path, key)).join('; ') }
      : { key: issue.path.join('.'), message: issue.message },
  )
  const reasons = issues.map(({ key, message }, index) => (index === 0 || key === '' ? message : `${key} ${message}`))
  throw new ImportError({ file: path, column: issues[0]?.key || null }, reasons.join('; '))
}

function describeUnknownKey(path: readonly PropertyKey[], key: string): string {
  const [parent = '', child] = key.split('.')
  return child !== undefined && parent in siteSchema.shape
    ? `write "${key}" as { "${parent}": { "${child}": … } }`
    : `there is no key "${[...path, key].join('.')}"`
}

function withoutUndefined<T extends object>(value: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>
  }
}
