import { useState } from 'react'
import { FILTER_SHOWN_VALUES } from '../../../shared/constants.ts'
import { ATTRIBUTE_PREFIX, LISTING_KEYS } from '../../../shared/listing-keys.ts'
import type { Messages } from '../../../shared/messages/messages.ts'
import type { FilterGroup, FilterValue } from '../../../shared/shown-catalog.ts'
import { useMessages } from '../../base/messages-context.ts'
import { FilterChoice } from './filter-choice.tsx'
import { NumberRange } from './number-range.tsx'

interface FilterValuesProps {
  readonly group: FilterGroup
  readonly isCollapsed: boolean
}

/** Values after the first few are in a nested disclosure; if there are many, a button leads to all of them. */
export function FilterValues({ group, isCollapsed }: FilterValuesProps) {
  const messages = useMessages()
  const { legend, name, values, valueCount, range } = group
  const hasMore = valueCount > values.length
  // A disclosure would take as much room as a single value.
  const isWhole = hasMore || values.length === FILTER_SHOWN_VALUES + 1
  const [first, others] = isWhole
    ? [values, []]
    : [values.slice(0, FILTER_SHOWN_VALUES), values.slice(FILTER_SHOWN_VALUES)]
  // This is only the initial state, because visitors open and close groups themselves.
  const [isOpen] = useState(
    () => !isCollapsed || values.some(({ isChosen }) => isChosen) || Boolean(range?.from || range?.to),
  )
  const [areOthersOpen] = useState(() => others.some(({ isChosen }) => isChosen))
  const renderChoices = (choices: readonly FilterValue[]) =>
    choices.map((value) => <FilterChoice key={value.value} name={name} value={value} />)
  const allValues = describeAllValues(group, messages)
  return (
    <details className="filter-group" aria-label={legend} open={isOpen}>
      <summary>{legend}</summary>
      {range ? <NumberRange attributeKey={name.slice(ATTRIBUTE_PREFIX.length)} legend={legend} range={range} /> : null}
      {renderChoices(first)}
      {others.length > 0 ? (
        <details open={areOthersOpen}>
          <summary>{messages.moreValues(others.length)}</summary>
          {renderChoices(others)}
        </details>
      ) : null}
      {hasMore ? (
        // A submit button, unlike a link, keeps changes that are not applied yet.
        <button
          type="submit"
          className="text-button"
          name={LISTING_KEYS.openFilter}
          value={name}
          aria-label={`${allValues}: ${legend}`}
        >
          {allValues}
        </button>
      ) : null}
    </details>
  )
}

/** @returns a label such as 'All 100 brands' */
function describeAllValues({ name, valueCount }: FilterGroup, messages: Messages): string {
  switch (name) {
    case LISTING_KEYS.brands:
      return messages.allBrands(valueCount)
    case LISTING_KEYS.categories:
      return messages.allOfCategories(valueCount)
    default:
      return messages.allValues(valueCount)
  }
}
