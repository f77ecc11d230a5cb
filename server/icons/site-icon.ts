import { hash } from 'node:crypto'
import sharp from 'sharp'
import type { Site } from '../../shared/catalog.ts'
import { foldText } from '../../shared/slug.ts'
import { fitAccent, SURFACES } from '../catalog/accent-color.ts'
import { rememberFew } from '../remember-few.ts'
import { INITIALS } from './initials.ts'

/** What of a site its icons are made of. */
type IconSource = Pick<Site, 'name' | 'logo' | 'accentColor'>

export interface IconShape {
  readonly size: number
  /** How much of its side a logo takes; phones cut what is outside the middle of a maskable icon (W3C, 80 %). */
  readonly logoShare: number
  /** Whether there is paper behind a logo, for where nothing may show through. */
  readonly isOpaque: boolean
}

/** `--accent` and `--on-accent` of the light theme in `client/styles/tokens.css`. */
const OWN_ACCENT = '#9a3f1f'
const ON_ACCENT = '#fffaf5'

/** Grows when icons are drawn in another way. */
const DRAWING = 1

/** A vase: for names that begin with no letter that an outline is known of. */
const VASE =
  'M40.6 31.200h18.800l-3.100 8.100c8.100 4.400 11.900 10.700 11.900 17.600 0 7.500-5 13.700-11.300 13.700h-13.800c-6.300 0-11.300-6.200-11.300-13.700 0-6.900 3.800-13.200 11.900-17.600z'

/** Changes with what the icons look like, and so may stand in addresses that are never asked for again. */
export function iconVersion({ name, logo, accentColor }: IconSource): string {
  const source = logo ? ['logo', logo.hash] : [findInitial(name), accentColor ?? OWN_ACCENT]
  return hashVersion([DRAWING, ...source].join(' '))
}

const hashVersion = rememberFew((source) => hash('sha256', source, 'hex').slice(0, 8))

/**
 * Draws an icon as PNG.
 * @param logo the logo's bytes; null draws the site's initial on its accent
 */
export async function drawIcon(
  source: IconSource,
  logo: Uint8Array | null,
  { size, logoShare, isOpaque }: IconShape,
): Promise<Buffer> {
  if (!logo)
    return sharp(Buffer.from(drawInitial(source, size)))
      .png()
      .toBuffer()
  const side = Math.round(size * logoShare)
  const before = Math.floor((size - side) / 2)
  const after = size - side - before
  const background = isOpaque ? SURFACES.light[0]! : '#0000'
  const padded = await sharp(logo)
    .autoOrient()
    .resize(side, side, { fit: 'contain', background: '#0000' })
    .extend({ top: before, left: before, bottom: after, right: after, background: '#0000' })
    .png()
    .toBuffer()
  return isOpaque ? sharp(padded).flatten({ background }).png().toBuffer() : padded
}

/** A PNG as the one picture of an ICO file, which browsers and bots ask for at a fixed address. */
export function wrapIco(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

function drawInitial({ name, accentColor }: IconSource, size: number): string {
  const accent = fitAccent(accentColor ?? OWN_ACCENT, 'light')
  const path = INITIALS[findInitial(name)] ?? VASE
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 100 100"><rect width="100" height="100" fill="${accent}"/><path d="${path}" fill="${ON_ACCENT}"/></svg>`
}

/** The first letter or digit of a name; '' where no outline is known of it. */
const findInitial = rememberFew((name) => {
  const [initial = ''] = /[\p{L}\p{N}]/u.exec(foldText(name)) ?? []
  const capital = initial.toUpperCase()
  return capital in INITIALS ? capital : ''
})
