import { languageKey } from '../../shared/languages.ts'
import { isSetByOwner, NEUTRAL_SITE } from '../catalog/rules/neutral-site.ts'
import type { Site } from '../../shared/site.ts'
import type { CatalogReader } from '../catalog/store/catalog-reader.ts'
import type { CatalogStore } from '../catalog/store/catalog-store.ts'
import type { SourcePath } from './files/source-path.ts'
import { ImportError } from './import-error.ts'
import { keepRegion } from './site-languages.ts'
import { siteSchema, type SiteSettings } from './site-schema.ts'

/** Basics that a first import needs, although most files do not say them; in the order of reports. */
export const BASICS = ['currency', 'locale', 'name'] as const

export type Basic = (typeof BASICS)[number]

/** ISO 4217 currency, BCP 47 language and name. */
export type SiteBasics = { readonly [Key in Basic]?: string | undefined }

export const BASIC_OPTIONS: Readonly<Record<Basic, string>> = {
  currency: '--currency',
  locale: '--language',
  name: '--name',
}

/** @returns the value as it is stored, or what is wrong with it */
export function checkBasic(basic: Basic, text: string): { readonly value: string } | { readonly fault: string } {
  const { data, error } = siteSchema.shape[basic].safeParse(basic === 'currency' ? text.toUpperCase() : text)
  return data === undefined ? { fault: error?.issues[0]?.message ?? 'must not be empty' } : { value: data }
}

/** Reads the settings that an import keeps: those of the demo are replaced. */
export async function readOwnSite(reader: CatalogReader): Promise<Site> {
  return (await reader.isDemo()) ? NEUTRAL_SITE : reader.readSite()
}

/** Reads a basic of a products' file; undefined if it cannot be used. */
export function readBasic(basic: Basic, text: string): string | undefined {
  const checked = checkBasic(basic, text)
  return 'value' in checked ? checked.value : undefined
}

/**
 * Lists the keys of the languages that the site has after the import, the first one first.
 * @param given settings of the import
 * @returns none if the language was never set; the file of products may say it then
 */
export async function listLanguages(
  store: CatalogStore,
  given: Pick<SiteSettings, 'languages' | 'locale'>,
): Promise<readonly string[]> {
  const stored = await store.read(readOwnSite)
  const { languages = stored.languages } = given
  const locale = given.locale ?? (isSetByOwner(stored, 'locale') ? stored.locale : undefined)
  return (languages ?? (locale === undefined ? [] : [locale])).map(languageKey)
}

/**
 * An option or `site.json` decides, otherwise what was set before. The first import of products takes the rest from
 * their file. What is left keeps its default and counts as never set.
 * @param inFile basics in the products' file
 * @returns the settings, and which of them are from the products' file
 * @throws ImportError if an option contradicts `site.json`
 */
export async function chooseBasics(
  store: CatalogStore,
  given: SiteBasics,
  { source, settings: json }: { readonly source: SourcePath | undefined; readonly settings: SiteSettings },
  inFile: SiteBasics,
): Promise<{ readonly settings: SiteBasics; readonly found: SiteBasics }> {
  const { stored, isFirst } = await store.read(async (reader) => ({
    stored: await readOwnSite(reader),
    isFirst: (await reader.isDemo()) || !(await reader.hasProducts()),
  }))
  const settings: { [Key in Basic]?: string } = {}
  const found: { [Key in Basic]?: string } = {}
  for (const basic of BASICS) {
    // `--language en` says nothing of the region.
    const option = basic === 'locale' && given.locale ? keepRegion(given.locale, stored.locale) : given[basic]
    const setting = json[basic]
    if (option !== undefined && setting !== undefined && option !== setting)
      throw new ImportError(
        { file: source?.path ?? '', column: basic },
        `this is "${setting}", but ${BASIC_OPTIONS[basic]} says "${option}"; leave out the option or change the file`,
      )
    if (option !== undefined) settings[basic] = option
    else if (setting !== undefined || !isFirst || isSetByOwner(stored, basic)) continue
    else if (inFile[basic] !== undefined) settings[basic] = found[basic] = inFile[basic]
  }
  return { settings, found }
}
