import type { FilterValue } from '../../../shared/shown-catalog.ts'

interface FilterChoiceProps {
  /** Name of the URL parameter. */
  readonly name: string
  readonly value: FilterValue
}

export function FilterChoice({ name, value: { value, label, count, isChosen, colours } }: FilterChoiceProps) {
  return (
    <label className="choice">
      <input type="checkbox" name={name} value={value} defaultChecked={isChosen ?? false} />
      {colours ? <Swatch colours={colours} /> : null}
      <span>{label}</span>
      <span className="caption">{count}</span>
    </label>
  )
}

/** The swatch is an SVG, because the Content-Security-Policy forbids `style` attributes. */
function Swatch({ colours }: { readonly colours: readonly string[] }) {
  const width = 12 / colours.length
  return (
    <svg className="swatch" viewBox="0 0 12 12" aria-hidden="true">
      {colours.map((colour, index) => (
        <rect key={colour} x={index * width} width={width} height="12" fill={colour} />
      ))}
    </svg>
  )
}
