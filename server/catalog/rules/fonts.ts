import { PICTURE_URL_HASH_LENGTH } from '../../../shared/constants.ts'

/** Headings and names (`display`), or all other texts (`text`). */
export const FONT_USES = ['display', 'text'] as const

/** Fonts of the visitor's system that owners may choose by name, with their CSS values. */
export const SYSTEM_FONTS = {
  serif: 'serif',
  'sans-serif': 'sans-serif',
  monospace: 'monospace',
  'system-ui': 'system-ui,sans-serif',
} as const

type SystemFont = keyof typeof SYSTEM_FONTS

export function isSystemFont(name: string): name is SystemFont {
  return Object.hasOwn(SYSTEM_FONTS, name)
}

/** Builds the URL of a font, whose content never changes. */
export function fontPath(hash: string): string {
  return `/fonts/${hash.slice(0, PICTURE_URL_HASH_LENGTH)}.woff2`
}
