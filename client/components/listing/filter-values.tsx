import { useState } from 'react'
import { FILTER_SHOWN_VALUES } from '../../../shared/constants.ts'
import type { FilterGroup, FilterValue } from '../../../shared/shown-catalog.ts'
import { useMessages } from '../../messages-context.ts'

interface FilterValuesProps {
  readonly group: FilterGroup
  readonly chosen: readonly string[]
  /** A group in which something is chosen is unfolded anyway. */
  readonly isFolded: boolean
}

/** One filter's values with their counts, any number of which may be chosen; what is too much for a glance unfolds. */
export function FilterValues({ group: { legend, name, values }, chosen, isFolded }: FilterValuesProps) {
  const messages = useMessages()
  const [first, others] = [values.slice(0, FILTER_SHOWN_VALUES), values.slice(FILTER_SHOWN_VALUES)]
  // Afterwards they are the visitor's to open and close.
  const [isOpen] = useState(() => !isFolded || chosen.length > 0)
  const [isWhole] = useState(() => others.some(({ value }) => chosen.includes(value)))
  const list = (some: readonly FilterValue[]) =>
    some.map(({ value, label, count }) => (
      <label key={value} className="choice">
        <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
        <span>{label}</span>
        <span className="caption">{count}</span>
      </label>
    ))
  return (
    <details className="filter-group" aria-label={legend} open={isOpen}>
      <summary>{legend}</summary>
      {list(first)}
      {others.length > 0 ? (
        <details open={isWhole}>
          <summary>{messages.moreValues(others.length)}</summary>
          {list(others)}
        </details>
      ) : null}
    </details>
  )
}
