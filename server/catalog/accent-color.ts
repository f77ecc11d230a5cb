// WCAG 2.2 (1.4.3) defines the minimum contrast of text and the formulas in this file.
const TEXT_CONTRAST_MIN = 4.5

const STEPS = 200

export type Theme = 'light' | 'dark'

/**
 * Colours that need contrast with the accent in each theme: `--paper` and `--sheet` behind accent text, and
 * `--on-accent` on the accent. The values equal those in `client/styles/tokens.css`; a test compares them.
 */
export const SURFACES: Readonly<Record<Theme, readonly [string, ...string[]]>> = {
  light: ['#f7f4ef', '#ece7df', '#fffaf5'],
  dark: ['#171513', '#211e1b', '#1d1410'],
}

const MIXED_WITH: Readonly<Record<Theme, number>> = { light: 0, dark: 255 }

/**
 * Makes the accent colour readable in a theme by mixing in as little black or white as necessary.
 * @param color `#rrggbb`
 */
export function fitAccent(color: string, theme: Theme): string {
  const channels = readChannels(color)
  for (let step = 0; step < STEPS; step += 1) {
    const mixed = writeChannels(channels.map((value) => value + ((MIXED_WITH[theme] - value) * step) / STEPS))
    if (lowestContrast(mixed, theme) >= TEXT_CONTRAST_MIN) return mixed
  }
  return writeChannels(channels.map(() => MIXED_WITH[theme]))
}

/** Returns the lowest contrast of a colour with the surfaces of a theme, 1 to 21. */
export function lowestContrast(color: string, theme: Theme): number {
  return Math.min(...SURFACES[theme].map((surface) => contrast(color, surface)))
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [relativeLuminance(one), relativeLuminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

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
