import { ATTRIBUTE_PREFIX } from '../../../shared/listing-keys.ts'
import { readColumnSort, type SortedColumn } from '../../../shared/listing-query.ts'
import type { Messages } from '../../../shared/messages/messages.ts'
import type { ShownListing } from '../../../shared/shown-catalog.ts'

/** A sort order may have the name of a table column. */
export function describeSort(listing: Pick<ShownListing, 'query' | 'columns' | 'filters'>, messages: Messages): string {
  const { sort } = listing.query
  if (Object.hasOwn(messages.sorts, sort)) return messages.sorts[sort as keyof Messages['sorts']]
  const { column, isDescending } = readColumnSort(sort)!
  const name = nameColumn(column, listing, messages)
  return isDescending ? messages.sortedDescending(name) : name
}

function nameColumn(
  column: SortedColumn,
  { columns, filters }: Pick<ShownListing, 'columns' | 'filters'>,
  messages: Messages,
): string {
  switch (column) {
    case 'name':
    case 'brand':
    case 'category':
    case 'sku':
      return messages[column]
    case 'in-stock':
      return messages.availability
    default: {
      const key = column.slice(ATTRIBUTE_PREFIX.length)
      const filter = filters.find((candidate) => 'values' in candidate && candidate.name === column)
      const legend = filter && 'legend' in filter ? filter.legend : undefined
      return columns.find((candidate) => candidate.key === key)?.name ?? legend ?? key
    }
  }
}
