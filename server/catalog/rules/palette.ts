import type { Site } from '../../../shared/site.ts'
import { memoizeBounded } from '../../platform/memoize-bounded.ts'

export type Theme = 'light' | 'dark'

/** The colours of a theme as `#rrggbb`, by the names of CSS custom properties without the dashes. */
export type Palette = Readonly<
  Record<'paper' | 'sheet' | 'wall' | 'ink' | 'quiet' | 'line' | 'control' | 'accent' | 'on-accent', string>
>

interface Palettes extends Readonly<Record<Theme, Palette>> {
  /**
   * The theme with the owner's paper and ink as given. With a dark paper, the site is dark for all visitors, and light
   * only in print.
   */
  readonly main: Theme
}

export type SiteColors = Pick<Site, 'accentColor' | 'paperColor' | 'inkColor'>

/** The default colours are also in `client/styles/tokens.css`; a test compares them. */
export const DEFAULT_PALETTES: Readonly<Record<Theme, Palette>> = {
  light: {
    paper: '#f7f4ef',
    sheet: '#ece7df',
    wall: '#f3f0ea',
    ink: '#1d1a16',
    quiet: '#504a41',
    line: '#d8d1c6',
    control: '#857d72',
    accent: '#8c371a',
    'on-accent': '#fffaf5',
  },
  dark: {
    paper: '#171513',
    sheet: '#211e1b',
    wall: '#e2ddd4',
    ink: '#ece6dc',
    quiet: '#b3aa9f',
    line: '#39342f',
    control: '#7d756b',
    accent: '#e39a72',
    'on-accent': '#1d1410',
  },
}

export const PALETTE_NAMES = Object.keys(DEFAULT_PALETTES.light) as (keyof Palette)[]

/** Percentage of ink in mixed colours, taken from the default colours. */
const INK_PERCENT = { sheet: 5, wall: 2, line: 14, control: 50, quiet: 77 }

/**
 * Lowest colour channel of the wall, the background of pictures. CSS blends them with it (`mix-blend-mode: multiply`),
 * so a darker or tinted wall would change their colours.
 */
const WALL_CHANNEL_MIN = 208

/**
 * In the other theme, ink and paper are exchanged, and mixed with these greys until only a tint is left; their contrast
 * is above 9.
 */
const DARK = { grey: '#141414', percent: 60, channelMax: 32 }
const LIGHT = { grey: '#e6e6e6', percent: 50, channelMin: 200 }

/** Returns the default colours of both themes, or those derived from the owner's paper and ink. */
export function buildPalettes({ accentColor, paperColor, inkColor }: SiteColors): Palettes {
  return buildPalettesOnce(JSON.stringify({ accentColor, paperColor, inkColor }))
}

/** Every page needs the colours, and computing an owner's takes some milliseconds. */
const buildPalettesOnce = memoizeBounded((colors): Palettes => {
  const { accentColor, paperColor, inkColor } = JSON.parse(colors) as SiteColors
  const { paper, ink } = resolvePaperAndInk({ paperColor, inkColor })
  const main = isLighter(ink, paper) ? 'dark' : 'light'
  const derived =
    main === 'light'
      ? { light: derivePalette(paper, ink, 'light'), dark: derivePalette(toDark(ink), toLight(paper), 'dark') }
      : { light: derivePalette(toLight(ink), toDark(paper), 'light'), dark: derivePalette(paper, ink, 'dark') }
  const { light, dark } = hasOwnPaper({ paperColor, inkColor }) ? derived : DEFAULT_PALETTES
  return { light: withAccent(light, accentColor), dark: withAccent(dark, accentColor), main }
})

/** Returns whether the owner set paper or ink, from which other colours are derived. */
export function hasOwnPaper({ paperColor, inkColor }: Pick<SiteColors, 'paperColor' | 'inkColor'>): boolean {
  return paperColor !== undefined || inkColor !== undefined
}

/** Returns the owner's paper and ink, or the light theme's default for either. */
export function resolvePaperAndInk({ paperColor, inkColor }: Pick<SiteColors, 'paperColor' | 'inkColor'>): {
  readonly paper: string
  readonly ink: string
} {
  const { paper, ink } = DEFAULT_PALETTES.light
  return { paper: paperColor ?? paper, ink: inkColor ?? ink }
}

/** Returns an accent colour's lowest contrast with its backgrounds and the text on it. */
export function accentContrast(accent: string, palette: Palette): number {
  return lowestContrast(accent, [palette.paper, palette.sheet, palette['on-accent']])
}

/**
 * Builds the colours between paper and ink. If these have a contrast of at least 4.5, so have texts on paper and sheet,
 * and borders of controls at least 3.
 */
function derivePalette(paper: string, ink: string, theme: Theme): Palette {
  const sheet = mixUntil(
    mix(paper, ink, INK_PERCENT.sheet / 100),
    paper,
    0,
    (color) => contrast(ink, color) >= TEXT_CONTRAST_MIN,
  )
  const mixInk = (percent: number, contrastMin: number) =>
    mixUntil(paper, ink, percent, (color) => lowestContrast(color, [paper, sheet]) >= contrastMin)
  const [lighter, darker] = isLighter(ink, paper) ? [ink, paper] : [paper, ink]
  return {
    paper,
    sheet,
    wall: mixUntil(
      mix(lighter, darker, INK_PERCENT.wall / 100),
      '#ffffff',
      0,
      (color) => Math.min(...readChannels(color)) >= WALL_CHANNEL_MIN,
    ),
    ink,
    quiet: mixInk(INK_PERCENT.quiet, TEXT_CONTRAST_MIN),
    line: mix(paper, ink, INK_PERCENT.line / 100),
    control: mixInk(INK_PERCENT.control, CONTROL_CONTRAST_MIN),
    accent: DEFAULT_PALETTES[theme].accent,
    'on-accent': paper,
  }
}

/** Makes the accent readable with as little black or white as necessary. */
function withAccent(palette: Palette, accentColor: string | null): Palette {
  const { paper, ink } = palette
  const accent = mixUntil(
    accentColor ?? palette.accent,
    isLighter(ink, paper) ? '#ffffff' : '#000000',
    0,
    (color) => accentContrast(color, palette) >= TEXT_CONTRAST_MIN,
  )
  return { ...palette, accent }
}

function toDark(color: string): string {
  const { grey, percent, channelMax } = DARK
  return mixUntil(color, grey, percent, (mixed) => Math.max(...readChannels(mixed)) <= channelMax)
}

function toLight(color: string): string {
  const { grey, percent, channelMin } = LIGHT
  return mixUntil(color, grey, percent, (mixed) => Math.min(...readChannels(mixed)) >= channelMin)
}

/** Describes how the accent was changed in the main theme; undefined if it was not. */
export function describeFittedAccent(site: SiteColors): string | undefined {
  const palettes = buildPalettes(site)
  const palette = palettes[palettes.main]
  if (site.accentColor === null || palette.accent === site.accentColor) return undefined
  const ratio = accentContrast(site.accentColor, palette)
  return `the contrast of this colour on the ${palettes.main} background is ${formatContrast(ratio)}, below the required ${TEXT_CONTRAST_MIN}:1; ${palette.accent} is used there`
}

/** Minimum contrasts and formulas are those of WCAG 2.2 (1.4.3 and 1.4.11). */
export const TEXT_CONTRAST_MIN = 4.5
const CONTROL_CONTRAST_MIN = 3

/** Returns a contrast from 1 to 21. @param one a colour as `#rrggbb`, as is `other` */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [relativeLuminance(one), relativeLuminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Formats a contrast, rounded down so that an insufficient one never looks sufficient. */
export function formatContrast(ratio: number): string {
  return `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`
}

export function lowestContrast(color: string, others: readonly string[]): number {
  return Math.min(...others.map((other) => contrast(color, other)))
}

function isLighter(color: string, than: string): boolean {
  return relativeLuminance(color) > relativeLuminance(than)
}

/** @param share share of the second colour, from 0 to 1 */
export function mix(from: string, to: string, share: number): string {
  const target = readChannels(to)
  return writeChannels(readChannels(from).map((value, index) => value + ((target[index] ?? value) - value) * share))
}

/**
 * Mixes in the second colour, from `firstPercent` on, until `isEnough` accepts the result.
 * @returns the second colour if no mixture is accepted
 */
function mixUntil(from: string, to: string, firstPercent: number, isEnough: (color: string) => boolean): string {
  for (let percent = firstPercent; percent < 100; percent += 0.5) {
    const mixed = mix(from, to, percent / 100)
    if (isEnough(mixed)) return mixed
  }
  return to
}

function readChannels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
}

function writeChannels(channels: readonly number[]): string {
  return `#${channels.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}

function relativeLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = readChannels(color).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
