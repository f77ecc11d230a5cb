import { useState } from 'react'
import { FILTER_SHOWN_VALUES } from '../../../shared/constants.ts'
import { ATTRIBUTE_PREFIX, LISTING_KEYS } from '../../../shared/listing-query.ts'
import type { FilterGroup, FilterValue } from '../../../shared/shown-catalog.ts'
import { useMessages } from '../../base/context.tsx'
import { NumberRange } from './ranges.tsx'

/** Values after the first few are in a nested disclosure; if there are many, a button leads to all of them. */
export function FilterValues({ group, isCollapsed }: { readonly group: FilterGroup; readonly isCollapsed: boolean }) {
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
  const { allBrands, allOfCategories, allValues: all } = messages
  const labels: Readonly<Record<string, typeof all>> = {
    [LISTING_KEYS.brands]: allBrands,
    [LISTING_KEYS.categories]: allOfCategories,
  }
  // Such as 'All 100 brands'.
  const allValues = (labels[name] ?? all)(valueCount)
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
