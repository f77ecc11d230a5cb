import { hash } from 'node:crypto'
import type { Site } from '../../../shared/site.ts'
import { foldText } from '../../../shared/slug.ts'
import { buildPalettes, type Palette, type SiteColors } from '../../catalog/rules/palette.ts'
import { INITIALS } from './initials.ts'
import { loadSharp } from './renditions.ts'

type IconSource = Pick<Site, 'name' | 'logo'> & SiteColors

export interface IconShape {
  readonly size: number
  readonly logoShare: number
  readonly isOpaque: boolean
}

/** Icons at addresses that change with their appearance. */
export const ICONS: Readonly<Record<string, IconShape>> = {
  'icon-192.png': { size: 192, logoShare: 1, isOpaque: false },
  'icon-512.png': { size: 512, logoShare: 1, isOpaque: false },
}

/** A vase, for sites whose first letter has no outline. */
const VASE =
  'M40.6 31.200h18.800l-3.100 8.100c8.100 4.400 11.900 10.700 11.900 17.600 0 7.500-5 13.700-11.300 13.700h-13.800c-6.300 0-11.300-6.200-11.300-13.700 0-6.900 3.800-13.200 11.900-17.600z'

/** Changes with the icons' appearance, because browsers cache them forever. Add a number when they are rendered differently. */
export function iconVersion(site: IconSource): string {
  const { paper, accent, 'on-accent': onAccent } = findPalette(site)
  const source = site.logo ? ['logo', site.logo.hash, paper] : [findInitial(site.name), accent, onAccent]
  return hash('sha256', source.join(' '), 'hex').slice(0, 8)
}

/** @param name a key of `ICONS` */
export function iconPath(site: IconSource, name: string): string {
  return `/icons/${iconVersion(site)}/${name}`
}

/** @param logo null for the site's initial on its accent colour @returns PNG */
export async function renderIcon(
  source: IconSource,
  logo: Uint8Array | null,
  { size, logoShare, isOpaque }: IconShape,
): Promise<Buffer> {
  const sharp = await loadSharp()
  if (!logo)
    return sharp(Buffer.from(renderInitial(source, size)))
      .png()
      .toBuffer()
  const side = Math.round(size * logoShare)
  const before = Math.floor((size - side) / 2)
  const after = size - side - before
  const padded = await sharp(logo)
    .autoOrient()
    .resize(side, side, { fit: 'contain', background: '#0000' })
    .extend({ top: before, left: before, bottom: after, right: after, background: '#0000' })
    .png()
    .toBuffer()
  if (!isOpaque) return padded
  return sharp(padded)
    .flatten({ background: findPalette(source).paper })
    .png()
    .toBuffer()
}

function renderInitial(site: IconSource, size: number): string {
  const { accent, 'on-accent': onAccent } = findPalette(site)
  const path = INITIALS[findInitial(site.name)] ?? VASE
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 100 100"><rect width="100" height="100" fill="${accent}"/><path d="${path}" fill="${onAccent}"/></svg>`
}

function findPalette(site: SiteColors): Palette {
  const palettes = buildPalettes(site)
  return palettes[palettes.main]
}

function findInitial(name: string): string {
  const [initial = ''] = /\p{L}/u.exec(foldText(name)) ?? []
  const capital = initial.toUpperCase()
  return capital in INITIALS ? capital : ''
}
