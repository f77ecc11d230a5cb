import { useState } from 'react'
import { FILTER_SHOWN_VALUES } from '../../../shared/constants.ts'
import { messages } from '../../../shared/messages/messages.ts'
import type { FilterGroup, FilterValue } from '../../../shared/shown-catalog.ts'

interface FilterValuesProps {
  readonly group: FilterGroup
  readonly chosen: readonly string[]
}

/** One filter's values with their counts, any number of which may be chosen; what is too much for a glance unfolds. */
export function FilterValues({ group: { legend, name, values }, chosen }: FilterValuesProps) {
  const [first, others] = [values.slice(0, FILTER_SHOWN_VALUES), values.slice(FILTER_SHOWN_VALUES)]
  // Afterwards it is the visitor's to open and close.
  const [isOpenAtFirst] = useState(() => others.some(({ value }) => chosen.includes(value)))
  const list = (some: readonly FilterValue[]) =>
    some.map(({ value, label, count }) => (
      <label key={value} className="choice">
        <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
        <span>{label}</span>
        <span className="caption">{count}</span>
      </label>
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
