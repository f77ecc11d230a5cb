import { createHash } from 'node:crypto'
import { fitAccent } from '../catalog/accent-color.ts'

const PATH = /^\/accent-([0-9a-f]{6})-([\w-]{8})\.css$/

/**
 * The style sheet that gives a site its own accent: a file, for the policy lets no page carry styles, and with the colour in
 * its address, so that whoever is asked for it can answer, whatever site.json has said since.
 * @param color `#rrggbb`
 */
export function buildAccentStyle(color: string): { readonly path: string; readonly css: string } {
  const css = `:root{--accent:light-dark(${fitAccent(color, 'light')},${fitAccent(color, 'dark')})}\n`
  const hash = createHash('sha256').update(css).digest('base64url').slice(0, 8)
  return { path: `/accent-${color.slice(1)}-${hash}.css`, css }
}

/** @returns the style sheet at a path; undefined where there is none, or one that another version has made */
export function readAccentStyle(path: string): string | undefined {
  const [, digits] = PATH.exec(path) ?? []
  const style = digits === undefined ? undefined : buildAccentStyle(`#${digits}`)
  return style?.path === path ? style.css : undefined
}
