import { hash } from 'node:crypto'
import type { FallbackFace, Site, SiteFont } from '../../../shared/site.ts'
import { PICTURE_URL_HASH_LENGTH } from '../../../shared/constants.ts'
import { FONT_USES, fontPath, isSystemFont, SYSTEM_FONTS } from '../../catalog/rules/fonts.ts'
import { buildPalettes, hasOwnPaper, PALETTE_NAMES } from '../../catalog/rules/palette.ts'

const COLOR = '[0-9a-f]{6}'
const FONT = `[0-9a-f]{${PICTURE_URL_HASH_LENGTH}}(?:_\\d{1,4}_\\d{1,4}){0,3}|${Object.keys(SYSTEM_FONTS).join('|')}`

const PATH = new RegExp(
  `^/look(?:-accent-(?<accent>${COLOR}))?(?:-paper-(?<paper>${COLOR}))?(?:-ink-(?<ink>${COLOR}))?` +
    `(?:-display-(?<display>${FONT}))?(?:-text-(?<text>${FONT}))?` +
    '(?:-focus-(?<left>\\d{1,3})-(?<top>\\d{1,3}))?-[\\w-]{8}\\.css$',
)

/** As for Vitrine's own fonts: a text font that loads late must not shift the layout. */
const FONT_DISPLAY = { display: 'swap', text: 'optional' } as const

export interface Look extends Pick<Site, 'accentColor' | 'paperColor' | 'inkColor' | 'fonts'> {
  readonly hero: Pick<NonNullable<Site['hero']>, 'focus'> | null
}

/**
 * The Content-Security-Policy forbids inline styles, so the owner's look is a file. Its path contains all settings, so
 * that any node can serve it to a page that was cached before a change.
 * @returns undefined if the owner has set none
 */
export function buildLookStyle(look: Look): { readonly path: string; readonly css: string } | undefined {
  const { accentColor, paperColor, inkColor, fonts, hero } = look
  const parts = [
    accentColor !== null && `accent-${accentColor.slice(1)}`,
    paperColor !== undefined && `paper-${paperColor.slice(1)}`,
    inkColor !== undefined && `ink-${inkColor.slice(1)}`,
    ...FONT_USES.map((use) => fonts?.[use] !== undefined && `${use}-${writeFontPart(fonts[use])}`),
    hero?.focus !== undefined && `focus-${hero.focus.replaceAll('%', '').replace(' ', '-')}`,
  ].filter((part) => part !== false)
  if (parts.length === 0) return undefined
  const css = writeStyle(look)
  const version = hash('sha256', css, 'base64url').slice(0, 8)
  return { path: `/look-${parts.join('-')}-${version}.css`, css }
}

/** @returns undefined if the path is invalid or from another version of Vitrine */
export function readLookStyle(path: string): string | undefined {
  const { accent, paper, ink, display, text, left, top } = PATH.exec(path)?.groups ?? {}
  const style = buildLookStyle({
    accentColor: accent ? `#${accent}` : null,
    paperColor: paper && `#${paper}`,
    inkColor: ink && `#${ink}`,
    fonts: { ...(display && { display: readFontPart(display) }), ...(text && { text: readFontPart(text) }) },
    hero: left === undefined ? null : { focus: `${left}% ${top}%` },
  })
  return style?.path === path ? style.css : undefined
}

function writeStyle(look: Look): string {
  const { fonts, hero } = look
  const faces: string[] = []
  const declarations = [...writeColors(look)]
  for (const use of FONT_USES) {
    const font = fonts?.[use]
    if (font === undefined) continue
    if (typeof font === 'string') {
      declarations.push(`--${use}:${SYSTEM_FONTS[font]}`)
      continue
    }
    const weights = font.weights ? `font-weight:${font.weights.join(' ')};` : ''
    faces.push(
      `@font-face{font-family:'Own ${use}';src:url(${fontPath(font.hash)}) format('woff2');${weights}font-display:${FONT_DISPLAY[use]}}\n`,
    )
    if (font.fallback) faces.push(writeFallbackFace(`Own ${use} fallback`, font.fallback))
    declarations.push(`--${use}:'Own ${use}',${font.fallback ? `'Own ${use} fallback',` : ''}sans-serif`)
  }
  if (hero?.focus !== undefined) declarations.push(`--hero-focus:${hero.focus}`)
  return `${faces.join('')}:root{${declarations.join(';')}}\n`
}

/** Arial, and other systems' fonts of the same widths. */
const ARIAL = ['Arial', 'Liberation Sans', 'Arimo', 'Helvetica'].map((name) => `local('${name}')`).join(',')

function writeFallbackFace(name: string, { size, ascent, descent, lineGap }: FallbackFace): string {
  return `@font-face{font-family:'${name}';src:${ARIAL};size-adjust:${size / 10}%;ascent-override:${ascent / 10}%;descent-override:${descent / 10}%;line-gap-override:${lineGap / 10}%}\n`
}

/** If only the accent is set, the other colours come from the build's style sheet. */
function writeColors(look: Look): readonly string[] {
  const { light, dark, main } = buildPalettes(look)
  const names = hasOwnPaper(look) ? PALETTE_NAMES : look.accentColor === null ? [] : (['accent'] as const)
  const declarations = names.map((name) => `--${name}:light-dark(${light[name]},${dark[name]})`)
  return main === 'dark' ? ['color-scheme:dark', ...declarations] : declarations
}

function writeFontPart(font: SiteFont): string {
  if (typeof font === 'string') return font
  const { hash: fullHash, weights = [], fallback } = font
  const measures = fallback ? [fallback.size, fallback.ascent, fallback.descent, fallback.lineGap] : []
  return [fullHash.slice(0, PICTURE_URL_HASH_LENGTH), ...weights, ...measures].join('_')
}

function readFontPart(part: string): SiteFont {
  if (isSystemFont(part)) return part
  const [digits = '', ...rest] = part.split('_')
  const numbers = rest.map(Number)
  // There are two weights, four measures, both or neither.
  const [lightest, boldest] = numbers.length % 4 === 2 ? numbers.splice(0, 2) : []
  const [size, ascent = 0, descent = 0, lineGap = 0] = numbers
  return {
    hash: digits,
    ...(lightest !== undefined && boldest !== undefined && { weights: [lightest, boldest] as const }),
    ...(size !== undefined && { fallback: { size, ascent, descent, lineGap } }),
  }
}
