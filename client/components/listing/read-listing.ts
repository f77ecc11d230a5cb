import type { ListingRest } from '../../../shared/document-data.ts'
import { readListingQuery } from '../../../shared/listing-query.ts'
import type { FilterGroup, PriceFilter, ShownListing } from '../../../shared/shown-catalog.ts'
import { readCards, readText } from '../read-cards.ts'

/** A list that the server drew. @param rest what of it cannot be seen */
export function readListing({ items = readCards('items'), ...rest }: ListingRest): ShownListing {
  const query = readListingQuery(new URLSearchParams(window.location.search))
  return { ...rest, items, query, filters: Array.from(document.querySelectorAll('.filters :is(fieldset, .filter-group)'), readFilter) }
}

function readFilter(fields: Element): FilterGroup | PriceFilter {
  const [first, second] = fields.querySelectorAll('input')
  if (first!.type !== 'checkbox') return { lowest: first!.placeholder, highest: second!.placeholder }
  return {
    name: first!.name,
    legend: readText(fields, 'summary'),
    values: Array.from(fields.querySelectorAll('.choice'), (choice) => ({
      // As it is written: what a visitor has done to the form meanwhile is theirs.
      value: choice.querySelector('input')!.getAttribute('value')!,
      label: readText(choice, 'span'),
      count: readText(choice, '.caption'),
    })),
  }
}
