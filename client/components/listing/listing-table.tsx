import { LISTING_PAGE_SIZE } from '../../../shared/constants.ts'
import { defaultSort, LISTING_KEYS, type ListingQuery, type ListingSort } from '../../../shared/listing-query.ts'
import type { Messages } from '../../../shared/messages/messages.ts'
import type { CardRow, ShownListing } from '../../../shared/shown-catalog.ts'
import { productPath } from '../../../shared/urls.ts'
import { useMessages } from '../../messages-context.ts'
import { Link } from '../link.tsx'
import { LinkedDataTable, type LinkedColumn } from '../../widgets/data-table/linked-data-table.tsx'
import { Price } from '../price.tsx'
import { ProductImage } from '../product-image.tsx'

interface ListingTableProps {
  readonly listing: ShownListing
  readonly isFiltered: boolean
  readonly getPageHref: (page: number) => string
  readonly sortHrefOf: (sort: ListingSort) => string
}

const listColumns = (messages: Messages): readonly LinkedColumn<CardRow>[] => [
  {
    id: 'picture',
    header: messages.picture,
    isHeaderHidden: true,
    cell: ({ slug, image }) => (
      <div data-slug={slug}>
        <ProductImage image={image} place="row" isDecorative />
      </div>
    ),
  },
  {
    id: 'name',
    header: messages.name,
    isRowHeader: true,
    cell: ({ slug, name }) => <Link to={productPath(slug)}>{name}</Link>,
  },
  // The price is the third column, so that a phone shows it without scrolling.
  {
    id: 'price',
    header: messages.price,
    isNumeric: true,
    cell: ({ price, formerPrice }) => <Price price={price} {...(formerPrice !== undefined && { formerPrice })} />,
  },
  { id: 'availability', header: messages.availability, cell: ({ availability }) => availability },
  { id: 'brand', header: messages.brand, cell: ({ brand }) => brand },
  { id: 'category', header: messages.category, cell: ({ categoryName }) => categoryName },
  { id: 'sku', header: messages.sku, cell: ({ sku }) => sku },
]

/** The sort orders of a column, ascending first. */
const SORTS: Readonly<Record<string, readonly ListingSort[]>> = { name: ['name'], price: ['price-asc', 'price-desc'] }

export function ListingTable({
  listing: { items, query, filters, total, pageCount },
  isFiltered,
  getPageHref,
  sortHrefOf,
}: ListingTableProps) {
  const messages = useMessages()
  // In the table view the server sends rows.
  const rows = items as readonly CardRow[]
  const isChoice = (name: string) => filters.some((filter) => 'values' in filter && filter.name === name)
  const isUseful: Readonly<Record<string, boolean>> = {
    // Without a filter for it, all products have the same brand or category.
    brand: isChoice(LISTING_KEYS.brands),
    category: isChoice(LISTING_KEYS.categories),
    sku: rows.some(({ sku }) => sku),
  }
  const columns = listColumns(messages).filter(({ id }) => isUseful[id] ?? true)
  return (
    <LinkedDataTable
      caption={messages.products}
      isCaptionHidden
      columns={columns.map((column) => withSort(column, query, sortHrefOf))}
      rows={rows}
      getRowId={({ slug }) => slug}
      getRowName={({ name }) => name}
      page={query.page}
      pageCount={pageCount}
      pageLength={LISTING_PAGE_SIZE}
      total={total}
      getPageHref={getPageHref}
      isFiltered={isFiltered}
    />
  )
}

/** Adds the sort link of a column header: ascending, then descending if available, then the default order. */
function withSort(
  column: LinkedColumn<CardRow>,
  { sort: currentSort, search }: ListingQuery,
  getSortHref: (sort: ListingSort) => string,
): LinkedColumn<CardRow> {
  const sorts = SORTS[column.id]
  if (!sorts) return column
  const directions = ['ascending', 'descending'] as const
  const position = sorts.indexOf(currentSort)
  const nextSort = sorts[position + 1]
  return {
    ...column,
    sort: {
      direction: directions[position] ?? null,
      next: nextSort ? directions[position + 1]! : null,
      href: getSortHref(nextSort ?? defaultSort(search)),
    },
  }
}
