import { escapeHtml, stringifyForHtml } from '../../shared/escape.ts'
import { languageOf } from '../../shared/messages/languages.ts'
import type { DocumentData } from '../../shared/document-data.ts'
import type { Frame, PageHead, PageView } from '../../shared/page-data.ts'
import { absoluteUrl, BUILDS_PATH, DOCUMENT_DATA_ID, ROOT_ID } from '../../shared/urls.ts'
import { SURFACES } from '../accent-color.ts'
import { iconPath, MANIFEST_PATH } from '../icons/manifest.ts'
import { buildAccentStyle } from './accent-style.ts'
import type { BuildManifest } from './build-manifest.ts'
import { preloadPicture } from './preload-picture.ts'
import { buildPreviewTags } from './preview-tags.ts'
import { buildStructuredData } from './structured-data/build-structured-data.ts'
import { textDirection } from './text-direction.ts'

/** The browser's own bars take the colour of the paper. */
const THEME_COLORS = (['light', 'dark'] as const).map(
  (theme) => `<meta name="theme-color" media="(prefers-color-scheme:${theme})" content="${SURFACES[theme][0]}">`,
)

const DISPLAY_FONT_PATH = '/fonts/display.woff2'

export const DOCUMENT_END = '</div></body></html>'

interface DocumentParts {
  readonly frame: Frame
  readonly view: PageView
  readonly head: PageHead
  readonly build: BuildManifest
}

/**
 * Everything in front of what React draws. React gets the inside of `#root` only: the head is plain text made once a
 * page, which costs no element of its tree and no byte of the browser's bundle.
 * @param hasMainScript false where React itself writes the script, after the shell
 */
export function documentStart({ frame, view, head, build }: DocumentParts, data: DocumentData, hasMainScript: boolean): string {
  const { site, siteUrl } = frame
  const page = 'error' in view ? undefined : view
  const pageFiles = page && build.pages[page.name]
  const canonical = escapeHtml(absoluteUrl(head.canonicalPath, siteUrl))
  const title = escapeHtml(head.title)
  const description = escapeHtml(head.description)
  return [
    `<!DOCTYPE html><html lang="${escapeHtml(site.locale)}"${textDirection(site.locale) === 'rtl' ? ' dir="rtl"' : ''}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title><meta name="description" content="${description}">`,
    page ? `<link rel="canonical" href="${canonical}">` : '',
    `<meta name="robots" content="${page && head.robots === 'index' ? 'max-image-preview:large' : 'noindex'}">`,
    '<meta name="color-scheme" content="light dark">',
    ...THEME_COLORS,
    buildPreviewTags(page, head, frame),
    `<link rel="icon" href="${iconPath(site, 'icon-192.png')}"><link rel="manifest" href="${MANIFEST_PATH}">`,
    `<link rel="preload" href="${DISPLAY_FONT_PATH}" as="font" type="font/woff2" crossorigin>`,
    ...[...build.main.styles, ...(pageFiles?.styles ?? [])].map((file) => `<link rel="stylesheet" href="${BUILDS_PATH}${file}">`),
    site.accentColor ? `<link rel="stylesheet" href="${buildAccentStyle(site.accentColor).path}">` : '',
    page ? preloadPicture(page, frame) : '',
    hasMainScript ? `<script type="module" src="${mainScriptUrl(build)}"></script>` : '',
    ...[...build.main.scripts.slice(1), ...build.messages[languageOf(site.locale)], ...(pageFiles?.scripts ?? [])].map(
      (file) => `<link rel="modulepreload" href="${BUILDS_PATH}${file}">`,
    ),
    ...(page ? buildStructuredData(page, frame) : []).map(
      (block) => `<script type="application/ld+json">${stringifyForHtml(block)}</script>`,
    ),
    `</head><body><script type="application/json" id="${DOCUMENT_DATA_ID}">${stringifyForHtml(data)}</script><div id="${ROOT_ID}">`,
  ].join('')
}

export function mainScriptUrl(build: BuildManifest): string {
  return BUILDS_PATH + build.main.scripts[0]!
}
