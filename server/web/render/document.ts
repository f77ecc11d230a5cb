import type { CatalogImage } from '../../../shared/catalog.ts'
import { stringifyForHtml } from '../../../shared/escape.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import type {
  AnyLoadedPage,
  Frame,
  PageHead,
  PageView,
  ClientSettings,
  DocumentData,
  ShownFrame,
} from '../../../shared/page-data.ts'
import { buildSrcSet } from '../../../shared/renditions.ts'
import type { RouteName } from '../../../shared/routes.ts'
import type { CardImage } from '../../../shared/shown-catalog.ts'
import { chooseFirstPicture } from '../../../shared/shown-product.ts'
import { BUILDS_PATH, DOCUMENT_DATA_ID, ROOT_ID } from '../../../shared/urls.ts'
import { absoluteUrl } from './absolute-url.ts'
import { FONT_USES, fontPath } from '../../catalog/rules/fonts.ts'
import { buildPalettes } from '../../catalog/rules/palette.ts'
import { iconPath } from '../files/site-icon.ts'
import { type BuildManifest, listLaterScripts } from './build-manifest.ts'
import { buildLookStyle } from './look-style.ts'
import { buildPreviewTags } from './preview-tags.ts'
import { buildStructuredData } from './build-structured-data.ts'
import { textDirection, selectPageWording } from '../../platform/language.ts'
import { BUILD_CHECK_INTERVAL_MS, HTTP_BASE_URL } from '../../../shared/constants.ts'
import { PICTURE_PLACES, type PicturePlaceName } from '../../../client/components/product-image.tsx'

/** Vitrine's own fonts are preloaded, because every page needs them at the top. */
const FONT_PATHS = { display: '/fonts/display.woff2', text: '/fonts/text.woff2' }

export const DOCUMENT_END = '</div></body></html>'

interface DocumentParts {
  readonly frame: Frame
  readonly view: PageView
  readonly head: PageHead
  readonly build: BuildManifest
}

/**
 * Writes the document up to React's root element as text, which takes less time than React.
 * @param data from `writeDocumentData`
 * @param hasStartScript false if React writes the script element after the shell
 */
export function documentStart(
  { frame, view, head, build }: DocumentParts,
  data: string,
  hasStartScript: boolean,
): string {
  const page = 'error' in view ? undefined : view
  const title = escapeHtml(head.title)
  const description = escapeHtml(head.description)
  return [
    `<!DOCTYPE html>${writeRootTag(frame)}<head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title><meta name="description" content="${description}">`,
    page ? `<link rel="canonical" href="${escapeHtml(absoluteUrl(head.canonicalPath, frame.siteUrl))}">` : '',
    page ? writeAlternates(head, frame) : '',
    `<meta name="robots" content="${page && head.robots === 'index' ? 'max-image-preview:large' : 'noindex'}">`,
    buildPreviewTags(page, head, frame),
    writeLinks(frame, build, page?.name),
    page ? preloadPicture(page, frame) : '',
    hasStartScript ? `<script type="module" src="${startScriptUrl(build)}"></script>` : '',
    ...build.start.scripts.slice(1).map((file) => `<link rel="modulepreload" href="${BUILDS_PATH}${file}">`),
    ...(page ? buildStructuredData(page, frame) : []).map(
      (block) => `<script type="application/ld+json">${stringifyForHtml(block)}</script>`,
    ),
    `</head><body><script type="application/json" id="${DOCUMENT_DATA_ID}">${data}</script><div id="${ROOT_ID}">`,
  ].join('')
}

/** Links to the page in the languages in which it is translated, unless it is in the first language as a whole. */
function writeAlternates({ alternates = [], canonicalPath, robots }: PageHead, { site, siteUrl }: Frame): string {
  const [path = '', search] = canonicalPath.split('?')
  const isOwn = site.base === undefined || path === site.base || path.startsWith(`${site.base}/`)
  const translated = alternates
    .filter(({ isTranslated }) => isTranslated)
    .map((alternate) => ({ ...alternate, path: alternate.path.split('?')[0]! }))
  const [first] = translated
  if (robots === 'noindex' || !isOwn || !first || translated.length < 2) return ''
  return [...translated, { lang: 'x-default', path: first.path }]
    .map(({ lang, path: other }) => {
      const url = absoluteUrl(search === undefined ? other : `${other}?${search}`, siteUrl)
      return `<link rel="alternate" hreflang="${lang}" href="${escapeHtml(url)}">`
    })
    .join('')
}

function writeRootTag({ site }: Frame): string {
  const direction = textDirection(site.locale) === 'rtl' ? ' dir="rtl"' : ''
  const base = site.base ? ` data-base="${site.base}"` : ''
  // The style sheets must not load the built-in fonts for these uses.
  const uses = FONT_USES.filter((use) => site.fonts?.[use] !== undefined).join(' ')
  return `<html lang="${escapeHtml(site.locale)}"${direction}${base}${uses && ` data-own-fonts="${uses}"`}>`
}

/** @param route undefined for error pages */
function writeLinks({ site }: Frame, build: BuildManifest, route: RouteName | undefined): string {
  const look = buildLookStyle(site)
  const styles = [...build.main.styles, ...(route ? build.pages[route].styles : [])].map((file) => BUILDS_PATH + file)
  return [
    writeColorScheme(site),
    `<link rel="icon" href="${iconPath(site, 'icon-192.png')}">`,
    ...listFontPaths(site).map((path) => `<link rel="preload" href="${path}" as="font" type="font/woff2" crossorigin>`),
    ...[...styles, ...(look ? [look.path] : [])].map((path) => `<link rel="stylesheet" href="${path}">`),
  ].join('')
}

/** Writes the colours that browsers show around the page, and before its style sheets are loaded. */
function writeColorScheme(site: Frame['site']): string {
  const { light, dark, main } = buildPalettes(site)
  const shown = main === 'dark' ? { dark } : { light, dark }
  return [
    `<meta name="color-scheme" content="${Object.keys(shown).join(' ')}">`,
    ...Object.entries(shown).map(
      ([theme, { paper }]) =>
        `<meta name="theme-color"${main === 'dark' ? '' : ` media="(prefers-color-scheme:${theme})"`} content="${paper}">`,
    ),
  ].join('')
}

function listFontPaths({ fonts }: Frame['site']): readonly string[] {
  const paths = FONT_USES.map((use) => {
    const own = fonts?.[use]
    if (own === undefined) return FONT_PATHS[use]
    return typeof own === 'string' ? '' : fontPath(own.hash)
  })
  return [...new Set(paths)].filter(Boolean)
}

export function startScriptUrl(build: BuildManifest): string {
  return BUILDS_PATH + build.start.scripts[0]
}

function preloadPicture(page: AnyLoadedPage, { site }: Frame): string {
  const [place, image] = findLargestPicture(page, site.hero?.image) ?? []
  if (!image || !place || !('hash' in image)) return ''
  const { sizes, widths } = PICTURE_PLACES[place]
  return `<link rel="preload" as="image" imagesrcset="${escapeHtml(buildSrcSet(image, widths))}" imagesizes="${sizes}" fetchpriority="high">`
}

function findLargestPicture(
  page: AnyLoadedPage,
  hero: CatalogImage | null | undefined,
): readonly [PicturePlaceName, CatalogImage | CardImage | null | undefined] | undefined {
  switch (page.name) {
    case 'index':
      return ['hero', hero]
    case 'products-product':
      return ['gallery', chooseFirstPicture(page.data.product, page.data.variantKey)]
    case 'products':
    case 'category-category':
      if ('comparison' in page.data || page.data.listing.view !== 'grid') return undefined
      return ['card', page.data.listing.items[0]?.image]
    case 'category':
      return ['tile', page.data.tiles[0]?.image]
    default:
      return undefined
  }
}

/** Writes the data for hydration as JSON. Pending related products become an empty object. */
export function writeDocumentData(
  { frame, view, build }: Omit<DocumentParts, 'head'>,
  settings: ClientSettings,
  hasLateData: boolean,
): string {
  const { buildCheckIntervalMs, httpBaseUrl } = settings
  const hasDefaults = buildCheckIntervalMs === BUILD_CHECK_INTERVAL_MS && httpBaseUrl === HTTP_BASE_URL
  const data: DocumentData = {
    frame: selectShown(frame),
    buildId: build.id,
    scripts: listLaterScripts(build, frame.site.locale, 'error' in view ? undefined : view.name),
    ...(hasDefaults ? {} : { settings }),
    ...('error' in view ? { error: view.error } : { page: view }),
    ...(hasLateData && { hasLateData }),
  }
  return stringifyForHtml(data)
}

function selectShown({ site, ...frame }: Frame): ShownFrame {
  const { name, pageTitles, wording, base, locale, timeZone, navigation, logo } = site
  const { openingHours: _hours, ...contact } = site.contact
  return {
    ...frame,
    site: {
      name,
      locale,
      timeZone,
      navigation,
      logo,
      contact,
      ...(base && { base }),
      ...(pageTitles && { pageTitles }),
      ...(wording && { wording: selectPageWording(wording) }),
    },
  }
}
