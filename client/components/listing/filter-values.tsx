import { useState } from 'react'
import { FILTER_SHOWN_VALUES } from '../../../shared/constants.ts'
import type { FilterGroup, FilterValue } from '../../../shared/shown-catalog.ts'
import { useMessages } from '../../messages-context.ts'

interface FilterValuesProps {
  readonly group: FilterGroup
  readonly chosen: readonly string[]
  /** Collapses the group initially, unless one of its values is chosen. */
  readonly isCollapsed: boolean
}

/** The values of a filter with their counts; values after the first few are in a nested disclosure. */
export function FilterValues({ group: { legend, name, values }, chosen, isCollapsed }: FilterValuesProps) {
  const messages = useMessages()
  const [first, others] = [values.slice(0, FILTER_SHOWN_VALUES), values.slice(FILTER_SHOWN_VALUES)]
  // Only the initial state is set: visitors open and close the groups themselves.
  const [isOpen] = useState(() => !isCollapsed || chosen.length > 0)
  const [areOthersOpen] = useState(() => others.some(({ value }) => chosen.includes(value)))
  const renderChoices = (choices: readonly FilterValue[]) =>
    choices.map(({ value, label, count }) => (
      <label key={value} className="choice">
        <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
        <span>{label}</span>
        <span className="caption">{count}</span>
      </label>
    ))
  return (
    <details className="filter-group" aria-label={legend} open={isOpen}>
      <summary>{legend}</summary>
      {renderChoices(first)}
      {others.length > 0 ? (
        <details open={areOthersOpen}>
          <summary>{messages.moreValues(others.length)}</summary>
          {renderChoices(others)}
        </details>
      ) : null}
    </details>
  )
}
