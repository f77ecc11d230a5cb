import type { Site } from '../../../shared/site.ts'
import { buildPalettes } from '../../catalog/rules/palette.ts'
import { textDirection } from '../../platform/language.ts'
import { iconVersion, type IconShape, type IconSource } from './site-icon.ts'

export const MANIFEST_PATH = '/manifest.webmanifest'

/** Home screens truncate longer names. */
const SHORT_NAME_MAX_LENGTH = 12

export const ICONS: Readonly<Record<string, IconShape>> = {
  'icon-192.png': { size: 192, logoShare: 1, isOpaque: false },
  'icon-512.png': { size: 512, logoShare: 1, isOpaque: false },
  'maskable-512.png': { size: 512, logoShare: 0.6, isOpaque: true },
}

/** @param name a key of `ICONS` */
export function iconPath(site: IconSource, name: string): string {
  return `/icons/${iconVersion(site)}/${name}`
}

/** For phones that install the site on their home screen (W3C). */
export function buildWebAppManifest(site: Site): Readonly<Record<string, unknown>> {
  const palettes = buildPalettes(site)
  const { paper } = palettes[palettes.main]
  return {
    id: '/',
    name: site.name,
    short_name: shorten(site.name),
    ...(site.description && { description: site.description }),
    lang: site.locale,
    dir: textDirection(site.locale),
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    theme_color: paper,
    background_color: paper,
    icons: Object.entries(ICONS).map(([name, { size, isOpaque }]) => ({
      src: iconPath(site, name),
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: isOpaque ? 'maskable' : 'any',
    })),
  }
}

function shorten(name: string): string {
  if (name.length <= SHORT_NAME_MAX_LENGTH) return name
  const start = name.slice(0, SHORT_NAME_MAX_LENGTH + 1)
  const end = start.lastIndexOf(' ')
  return (end > 0 ? start.slice(0, end) : name.slice(0, SHORT_NAME_MAX_LENGTH)).toWellFormed()
}
