import { Fragment } from 'react'

/** Part numbers without spaces that are longer than this may break after - / . and _ */
const CODE_MIN_LENGTH = 16

const LONG_CODE = new RegExp(`(?=\\S*\\d)\\S{${CODE_MIN_LENGTH},}`)

/** A name whose long part numbers may break after punctuation. */
export function BreakableName({ name }: { readonly name: string }) {
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
