import { Fragment } from 'react'
import type { CardColours } from '../../shared/shown-catalog.ts'

const DOT_WIDTH = 18

/** A dot has up to two colours. Dots are SVG, because the Content-Security-Policy forbids `style` attributes. */
export function ColourDots({ label, dots, more }: CardColours) {
  return (
    <p className="card-colours" title={label}>
      <span className="visually-hidden">{label}</span>
      <svg width={dots.length * DOT_WIDTH}>
        {[...dots.entries()].map(([place, [first, second]]) => {
          const centre = place * DOT_WIDTH + 7
          return (
            <Fragment key={place}>
              <circle cx={centre} fill={first} />
              {second === undefined ? null : <path d={`M${centre} 1a6 6 0 0 1 0 12z`} fill={second} />}
            </Fragment>
          )
        })}
      </svg>
      {more > 0 ? <span>{`+${more}`}</span> : null}
    </p>
  )
}
