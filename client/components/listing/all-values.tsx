import './all-values.css'
import { FILTER_CHOSEN_MAX, FILTER_PAGE_SIZE } from '../../../shared/constants.ts'
import { LISTING_KEYS, writeListingQuery, writeOpenFilter } from '../../../shared/listing-query.ts'
import type { FilterValue, OpenFilterGroup } from '../../../shared/shown-catalog.ts'
import { Form, HiddenInputs, Link } from '../../base/link.tsx'
import { useMessages } from '../../base/context.tsx'
import { TablePagination } from '../../widgets/data-table/table-pagination.tsx'
import { FilterChoice } from './filter-values.tsx'
import type { ListingProps } from './listing.tsx'
import { ListingFailure } from './listing-failure.tsx'
import { useFilterForm } from './use-filter-form.ts'

/**
 * The values replace the products. Search, pagination and apply button are in one form, so that each of them keeps the
 * values already chosen.
 */
export function AllValues({ listing: { query }, group, path }: ListingProps & { readonly group: OpenFilterGroup }) {
  const messages = useMessages()
  const { name, legend, values, chosen, valueCount, page, pageCount } = group
  const { formRef, count, onSubmit } = useFilterForm(query, path, false)
  const renderChoices = (choices: readonly FilterValue[]) => (
    <ul className="all-values-list">
      {choices.map((value) => (
        <li key={value.value}>
          <FilterChoice name={name} value={value} />
        </li>
      ))}
    </ul>
  )
  const first = (page - 1) * FILTER_PAGE_SIZE
  return (
    <Form
      ref={formRef}
      className="all-values stack"
      action={path}
      method="get"
      autoComplete="off"
      role="search"
      aria-label={legend}
      onSubmit={onSubmit}
    >
      <div className="all-values-head cluster">
        <h2>{legend}</h2>
        <Link to={path + writeListingQuery({ ...query, openFilter: null })} rel="nofollow">
          {messages.backToProducts}
        </Link>
      </div>
      <div className="all-values-search">
        <label className="filters-label" htmlFor="search-values">
          {messages.searchValues(legend)}
        </label>
        <input
          id="search-values"
          className="field"
          type="search"
          name={LISTING_KEYS.valueSearch}
          defaultValue={query.openFilter?.search}
        />
        <button type="submit" className="button" name={LISTING_KEYS.openFilter} value={name}>
          {messages.search}
        </button>
      </div>
      <HiddenInputs query={group.others} />
      {chosen.length > 0 ? (
        <fieldset>
          <legend>{messages.chosenValues}</legend>
          {renderChoices(chosen)}
        </fieldset>
      ) : null}
      <fieldset>
        <legend className="visually-hidden">{legend}</legend>
        <p className="filters-label" role="status">
          {pageCount > 1
            ? messages.valuesOf(first + 1, first + values.length, valueCount)
            : messages.valueCount(valueCount)}
        </p>
        {renderChoices(values)}
      </fieldset>
      {valueCount > FILTER_CHOSEN_MAX ? <p className="caption">{messages.chosenLimit(FILTER_CHOSEN_MAX)}</p> : null}
      <TablePagination
        caption={legend}
        page={page}
        pageCount={pageCount}
        submitName={LISTING_KEYS.openFilter}
        getPageValue={(target) => writeOpenFilter(name, target)}
      />
      <div className="all-values-apply">
        <ListingFailure />
        <button type="submit" className="button button-primary">
          <span aria-live="polite">{count === null ? messages.applyFilters : messages.showProducts(count)}</span>
        </button>
      </div>
    </Form>
  )
}
