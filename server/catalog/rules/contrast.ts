/** Minimum contrasts and formulas are those of WCAG 2.2 (1.4.3 and 1.4.11). */
export const TEXT_CONTRAST_MIN = 4.5
export const CONTROL_CONTRAST_MIN = 3

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

export function isLighter(color: string, than: string): boolean {
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
export function mixUntil(from: string, to: string, firstPercent: number, isEnough: (color: string) => boolean): string {
  for (let percent = firstPercent; percent < 100; percent += 0.5) {
    const mixed = mix(from, to, percent / 100)
    if (isEnough(mixed)) return mixed
  }
  return to
}

export function readChannels(color: string): number[] {
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
