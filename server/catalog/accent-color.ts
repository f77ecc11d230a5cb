/** Contrast of text with what it stands on, at least (WCAG 2.2, 1.4.3). */
const TEXT_CONTRAST_MIN = 4.5

/** So finely a colour is brought nearer to black or white. */
const STEPS = 200

export type Theme = 'light' | 'dark'

/**
 * What the accent meets in each theme: it is the colour of text on `--paper` and `--sheet`, and of what `--on-accent` is
 * written on. The values are those of `client/styles/tokens.css`; a test holds them together.
 */
export const SURFACES: Readonly<Record<Theme, readonly string[]>> = {
  light: ['#f7f4ef', '#ece7df', '#fffaf5'],
  dark: ['#171513', '#211e1b', '#1d1410'],
}

const AWAY_FROM: Readonly<Record<Theme, number>> = { light: 0, dark: 255 }

/**
 * The owner's accent colour as a theme can take it: itself where it is readable there, else with as little black or white
 * as makes it so. No colour is readable on light and on dark paper alike, so one of them always differs.
 * @param color `#rrggbb`
 */
export function fitAccent(color: string, theme: Theme): string {
  const channels = readChannels(color)
  for (let step = 0; step < STEPS; step += 1) {
    const mixed = writeChannels(channels.map((value) => value + ((AWAY_FROM[theme] - value) * step) / STEPS))
    if (lowestContrast(mixed, theme) >= TEXT_CONTRAST_MIN) return mixed
  }
  return writeChannels(channels.map(() => AWAY_FROM[theme]))
}

/** The contrast of a colour with the surface of a theme that it stands out from least, 1 to 21. */
export function lowestContrast(color: string, theme: Theme): number {
  return Math.min(...SURFACES[theme].map((surface) => contrast(color, surface)))
}

/** WCAG 2.2, "contrast ratio". */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [relativeLuminance(one), relativeLuminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** WCAG 2.2, "relative luminance". */
function relativeLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = readChannels(color).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function readChannels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
}

function writeChannels(channels: readonly number[]): string {
  return `#${channels.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}
