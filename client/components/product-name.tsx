import './product-name.css'
import { Fragment } from 'react'
import { findEnding } from '../../shared/name-ending.ts'

/** A part number of at least 16 characters, which may break after - / . and _ */
const LONG_CODE = /(?=\S*\d)\S{16,}/

interface ProductNameProps {
  readonly name: string
  /** The part of the name that is shown if the name is cut; by default its end. */
  readonly ending?: string | undefined
}

/**
 * A name that is cut if it needs more than `--name-lines` lines. The last line then shows the name's end, because many names
 * differ only there.
 */
export function ProductName({ name, ending = findEnding(name) }: ProductNameProps) {
  if (ending === undefined) return breakCodes(name)
  return (
    <span className="long-name">
      <span data-ending={ending}>{breakCodes(name)}</span>
    </span>
  )
}

/** Allows long part numbers to break after punctuation. */
function breakCodes(name: string) {
  if (!LONG_CODE.test(name)) return name
  let end = 0
  return name.split(/(?<=[-/._])(?=\S)/).map((part) => {
    end += part.length
    return (
      <Fragment key={end}>
        {part}
        {end < name.length ? <wbr /> : null}
      </Fragment>
    )
  })
}
