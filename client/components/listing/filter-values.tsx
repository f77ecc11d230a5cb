import { useState } from 'react'
import { FILTER_SHOWN_VALUES } from '../../../shared/constants.ts'
import { formatCount } from '../../../shared/messages/count.ts'
import { messages } from '../../../shared/messages/messages.ts'
import type { FacetValue } from '../../../shared/page-data.ts'

interface FilterValuesProps {
  readonly legend: string
  /** Of the fields, as the address has it. */
  readonly name: string
  readonly values: readonly FacetValue[]
  readonly chosen: readonly string[]
}

/** One filter's values with their counts, any number of which may be chosen; what is too much for a glance unfolds. */
export function FilterValues({ legend, name, values, chosen }: FilterValuesProps) {
  const [first, others] = [values.slice(0, FILTER_SHOWN_VALUES), values.slice(FILTER_SHOWN_VALUES)]
  // Afterwards it is the visitor's to open and close.
  const [isOpenAtFirst] = useState(() => others.some(({ value }) => chosen.includes(value)))
  if (values.length === 0) return null
  const list = (some: readonly FacetValue[]) =>
    some.map(({ value, label, count }) => (
      <FilterChoice key={value} name={name} value={value} label={label} count={count} isChosen={chosen.includes(value)} />
    ))
  return (
    <fieldset>
      <legend>{legend}</legend>
      {list(first)}
      {others.length > 0 ? (
        <details open={isOpenAtFirst}>
          <summary>{messages.moreValues(others.length)}</summary>
          {list(others)}
        </details>
      ) : null}
    </fieldset>
  )
}

interface FilterChoiceProps {
  readonly name: string
  readonly value: string
  readonly label: string
  readonly count: number
  readonly isChosen: boolean
}

/** A box to be ticked, with the number of products that are listed with it. */
export function FilterChoice({ name, value, label, count, isChosen }: FilterChoiceProps) {
  return (
    <label className="choice">
      <input type="checkbox" name={name} value={value} defaultChecked={isChosen} />
      <span>{label}</span>
      <span className="caption" suppressHydrationWarning>
        {formatCount(count)}
      </span>
    </label>
  )
}
