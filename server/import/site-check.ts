import { getOwn } from '../../shared/get-own.ts'
import { languageKey } from '../../shared/languages.ts'
import { describeFittedAccent } from '../catalog/rules/palette.ts'
import { LANGUAGES, languageOf } from '../../shared/messages/messages.ts'
import { decodeOrKeep } from '../../shared/urls.ts'
import { STATIC_PATHS } from '../catalog/rules/redirects.ts'
import type { CatalogWriter } from '../catalog/store/catalog-writer.ts'
import type { ImportNotes } from './import-report.ts'
import type { SiteFiles } from './site-files.ts'

/** Warns about valid settings that work only in part, such as links to missing pages. */
export async function checkSite(
  { source, settings }: SiteFiles,
  writer: CatalogWriter,
  notes: ImportNotes,
): Promise<void> {
  const warn = (column: string, value: string | null, reason: string) =>
    notes.warn({ file: source?.path ?? 'site', column, value, reason })
  const { locale, accentColor, paperColor, inkColor, navigation, hero, priceNotes } = settings
  if (locale && languageOf(locale) !== new Intl.Locale(locale).language) {
    warn('locale', locale, `the interface is available in ${LANGUAGES.join(', ')}; this site shows it in English`)
  }
  if (accentColor || paperColor || inkColor) {
    const site = await writer.readSite()
    const fitted = describeFittedAccent(site)
    if (fitted) warn('accentColor', site.accentColor, fitted)
  }
  const links = [
    ...(navigation ?? []).map(({ href }, index) => [`navigation.${index}.href`, href] as const),
    ['hero.link.href', hero?.link?.href],
    ['priceNotes.deliveryLink', priceNotes?.deliveryLink],
  ] as const
  for (const [column, href] of links) {
    const reason = href && (await findLinkFault(href, writer))
    if (reason) warn(column, href, reason)
  }
}

/** Returns undefined if the path has a page, or if the link leads to another site. */
export async function findLinkFault(href: string, writer: CatalogWriter): Promise<string | undefined> {
  // A path with an extension may be a file of the public folder.
  if (!href.startsWith('/') || /\.\w+$/.test(href)) return undefined
  const { pathname } = new URL(href, 'https://site.example')
  const { languages = [], pages } = await writer.readSite()
  const language = languages
    .slice(1)
    .map(languageKey)
    .find((key) => `${pathname}/`.startsWith(`/${key}/`))
  const path = language === undefined ? pathname : pathname.slice(language.length + 1) || '/'
  const [, kind, encoded = ''] = /^\/(category|products|about)\/([^/]+)$/.exec(path) ?? []
  const slug = decodeOrKeep(encoded)
  if (kind === 'category') {
    const isKnown =
      (await writer.findCategory(slug)) ??
      (language &&
        (await writer.listCategories()).find((each) => getOwn(each.translations ?? {}, language)?.slug === slug))
    return isKnown ? undefined : 'there is no such category'
  }
  if (kind === 'about') return pages.some((page) => page.slug === slug) ? undefined : 'there is no such page'
  if (kind === undefined) return STATIC_PATHS.includes(path) ? undefined : 'the site has no page at this address'
  // Addresses of a further language may have slugs of the first one, which are redirected.
  const isKnown = (await writer.findProduct(slug)) ?? (language && (await writer.findSlugOwner(slug)))
  return isKnown ? undefined : 'there is no such product'
}
