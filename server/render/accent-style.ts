import { hash } from 'node:crypto'
import { fitAccent } from '../catalog/accent-color.ts'

const PATH = /^\/accent-([0-9a-f]{6})-([\w-]{8})\.css$/

/**
 * Builds the style sheet of an accent colour; the Content-Security-Policy forbids inline styles. Its path contains the colour,
 * so that it can be built again after the site's colour has changed.
 * @param color `#rrggbb`
 */
export function buildAccentStyle(color: string): { readonly path: string; readonly css: string } {
  const css = `:root{--accent:light-dark(${fitAccent(color, 'light')},${fitAccent(color, 'dark')})}\n`
  const version = hash('sha256', css, 'base64url').slice(0, 8)
  return { path: `/accent-${color.slice(1)}-${version}.css`, css }
}

/** @returns the style sheet at a path; undefined if the path is another one or from another version of the program */
export function readAccentStyle(path: string): string | undefined {
  const [, digits] = PATH.exec(path) ?? []
  const style = digits === undefined ? undefined : buildAccentStyle(`#${digits}`)
  return style?.path === path ? style.css : undefined
}
