import { hash } from 'node:crypto'
import type { FallbackFace, Site } from '../../../shared/site.ts'
import { FONT_USES, fontPath, SYSTEM_FONTS } from '../../catalog/rules/fonts.ts'
import { buildPalettes, hasOwnPaper, PALETTE_NAMES } from '../../catalog/rules/palette.ts'

/** As for Vitrine's own fonts: a text font that loads late must not shift the layout. */
const FONT_DISPLAY = { display: 'swap', text: 'optional' } as const

type Look = Pick<Site, 'accentColor' | 'paperColor' | 'inkColor' | 'fonts' | 'hero'>

/**
 * The Content-Security-Policy forbids inline styles, so the owner's look is a file, whose path changes with its content.
 * @returns undefined if the owner has set none
 */
export function buildLookStyle(look: Look): { readonly path: string; readonly css: string } | undefined {
  const css = writeStyle(look)
  if (css === undefined) return undefined
  return { path: `/look-${hash('sha256', css, 'base64url').slice(0, 8)}.css`, css }
}

function writeStyle(look: Look): string | undefined {
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
  if (declarations.length === 0) return undefined
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
