import type { Untranslated } from '../../shared/catalog.ts'
import type { CardColours } from '../../shared/shown-catalog.ts'
import { html, type Html } from '../base/html.ts'
import { writeMarked } from '../base/untranslated.tsx'

const DOT_WIDTH = 18

/** A dot has up to two colours. Dots are SVG, because the Content-Security-Policy forbids `style` attributes. */
export function writeColourDots({ label, dots, more }: CardColours, untranslated: Untranslated | undefined): Html {
  const circles = dots.map(([first = '', second], index) => {
    const centre = index * DOT_WIDTH + 7
    const half = second === undefined ? html`` : html`<path d="M${centre} 1a6 6 0 0 1 0 12z" fill="${second}" />`
    return html`<circle cx="${centre}" fill="${first}" />${half}`
  })
  const marked = writeMarked(label, untranslated)
  const rest = more > 0 ? `+${more}` : ''
  return html`<p class="card-colours" title="${label}">
    <span class="visually-hidden">${marked}</span><svg width="${dots.length * DOT_WIDTH}">${circles}</svg>${rest}
  </p>`
}
