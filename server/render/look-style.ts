import { hash } from 'node:crypto'
import type { Site } from '../../shared/catalog.ts'
import { buildPalettes, hasOwnPaper, PALETTE_NAMES } from '../catalog/palette.ts'

const HEX = '[0-9a-f]{6}'

const PATH = new RegExp(
  `^/look(?:-accent-(?<accent>${HEX}))?(?:-paper-(?<paper>${HEX}))?(?:-ink-(?<ink>${HEX}))?` +
    '(?:-focus-(?<left>\\d{1,3})-(?<top>\\d{1,3}))?-[\\w-]{8}\\.css$',
)

/** The settings that decide how a site looks. */
export interface Look extends Pick<Site, 'accentColor' | 'paperColor' | 'inkColor'> {
  readonly hero: Pick<NonNullable<Site['hero']>, 'focus'> | null
}

/**
 * Builds the style sheet of the owner's look; the Content-Security-Policy forbids inline styles. Its path contains the whole look,
 * so that a page that was cached before a change still gets its style sheet from any node.
 * @returns undefined if the owner set nothing of it
 */
export function buildLookStyle(look: Look): { readonly path: string; readonly css: string } | undefined {
  const { accentColor, paperColor, inkColor, hero } = look
  const parts = [
    accentColor !== null && `accent-${accentColor.slice(1)}`,
    paperColor !== undefined && `paper-${paperColor.slice(1)}`,
    inkColor !== undefined && `ink-${inkColor.slice(1)}`,
    hero?.focus !== undefined && `focus-${hero.focus.replaceAll('%', '').replace(' ', '-')}`,
  ].filter((part) => part !== false)
  if (parts.length === 0) return undefined
  const css = `:root{${[...writeColors(look), hero?.focus && `--hero-focus:${hero.focus}`].filter(Boolean).join(';')}}\n`
  const version = hash('sha256', css, 'base64url').slice(0, 8)
  return { path: `/look-${parts.join('-')}-${version}.css`, css }
}

/** @returns the style sheet at a path; undefined if the path is another one or from another version of the program */
export function readLookStyle(path: string): string | undefined {
  const { accent, paper, ink, left, top } = PATH.exec(path)?.groups ?? {}
  const style = buildLookStyle({
    accentColor: accent ? `#${accent}` : null,
    paperColor: paper && `#${paper}`,
    inkColor: ink && `#${ink}`,
    hero: left === undefined ? null : { focus: `${left}% ${top}%` },
  })
  return style?.path === path ? style.css : undefined
}

/** An accent alone leaves the other colours to the style sheet of the build. */
function writeColors(look: Look): readonly string[] {
  const { light, dark, main } = buildPalettes(look)
  const names = hasOwnPaper(look) ? PALETTE_NAMES : look.accentColor === null ? [] : (['accent'] as const)
  const declarations = names.map((name) => `--${name}:light-dark(${light[name]},${dark[name]})`)
  return main === 'dark' ? ['color-scheme:dark', ...declarations] : declarations
}
