import { useMessages } from '../../base/messages-context.ts'

interface RangeField {
  readonly name: string
  readonly value: string | number
  /** The lowest or the highest number of the list; '' if there is none. */
  readonly placeholder: string
}

interface RangeFieldsProps {
  readonly legend: string
  readonly unit?: string
  readonly from: RangeField
  readonly to: RangeField
  /** Regular expression for a valid number. */
  readonly pattern: string
  readonly hint: string
}

export function RangeFields({ legend, unit = '', from, to, pattern, hint }: RangeFieldsProps) {
  const { priceFrom, priceTo } = useMessages()
  const fields = [
    { ...from, label: priceFrom },
    { ...to, label: priceTo },
  ]
  return fields.map(({ name, value, placeholder, label }) => (
    <label key={name}>
      <span className="caption">{label}</span>
      <input
        className="field"
        inputMode="decimal"
        pattern={pattern}
        title={hint}
        name={name}
        defaultValue={value}
        placeholder={placeholder || undefined}
        aria-label={[legend, label, unit && `(${unit})`].filter(Boolean).join(' ')}
      />
    </label>
  ))
}
