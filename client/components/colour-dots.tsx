import { Fragment } from 'react'
import type { CardColours } from '../../shared/shown-catalog.ts'

const DOT_WIDTH = 18

/**
 * Dots in the colours of a product, with up to two colours in each. They are drawn as SVG, because the
 * Content-Security-Policy forbids `style` attributes.
 */
export function ColourDots({ label, dots, more }: CardColours) {
  return (
    <p className="card-colours" title={label}>
      <span className="visually-hidden">{label}</span>
      <svg width={dots.length * DOT_WIDTH}>
        {dots.map(([first, second], index) => {
          const centre = index * DOT_WIDTH + 7
          return (
            <Fragment key={centre}>
              <circle cx={centre} fill={first} />
              {second ? <path d={`M${centre} 1a6 6 0 0 1 0 12z`} fill={second} /> : null}
            </Fragment>
          )
        })}
      </svg>
      {more > 0 ? `+${more}` : null}
    </p>
  )
}
