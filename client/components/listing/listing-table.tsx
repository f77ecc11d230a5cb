import './listing-table.css'
import { LISTING_PAGE_SIZE, PARTIAL_RESULTS_MAX } from '../../../shared/constants.ts'
import {
  ATTRIBUTE_PREFIX,
  LISTING_KEYS,
  defaultSort,
  writeListingQuery,
  type ListingQuery,
  type SortedColumn,
} from '../../../shared/listing-query.ts'
import type { Messages } from '../../../shared/messages/messages.ts'
import { ORDER_TERMS } from '../../../shared/order-terms.ts'
import { type CardRow, type ShownColumn, type ShownListing, hasPictures } from '../../../shared/shown-catalog.ts'
import { productPath } from '../../../shared/urls.ts'
import { useMessages, useFrame } from '../../base/context.tsx'
import { RowQuantities, RowQuantity } from '../enquiry-list/row-quantities.tsx'
import { CompareBox } from '../comparison/compare-controls.tsx'
import { Link } from '../../base/link.tsx'
import { Table, type TableColumn } from '../../widgets/data-table/table.tsx'
import type { ListingProps } from './listing.tsx'
import { isAmount, Price } from '../price.tsx'
import { ProductImage } from '../product-image.tsx'
import { ProductName } from '../product-name.tsx'

type Sort = ListingQuery['sort']

interface Column extends TableColumn<CardRow> {
  /** The ascending and the descending sort order. */
  readonly sorts?: readonly [Sort, Sort]
}

const sortsOf = (column: SortedColumn): readonly [Sort, Sort] => [column, `-${column}`]

/** Texts from this number of characters on may be cut off, so a `title` repeats them. */
const CUT_FROM_LENGTH = 9

const cutText = (text: string) => (text.length < CUT_FROM_LENGTH ? text : <span title={text}>{text}</span>)

const listColumns = (
  messages: Messages,
  locale: string,
  { orderTerms = {} }: ShownListing,
  attributes: readonly ShownColumn[],
): readonly Column[] => [
  {
    id: 'compare',
    header: messages.compare,
    isHeaderHidden: true,
    cell: ({ slug, name, href }) => (href === undefined ? <CompareBox slug={slug} name={name} /> : null),
  },
  {
    id: 'picture',
    header: messages.picture,
    isHeaderHidden: true,
    cell: ({ slug, image }) => (
      <div className="listing-picture" data-slug={slug}>
        <ProductImage image={image} place="row" isDecorative />
      </div>
    ),
  },
  {
    id: 'name',
    header: messages.name,
    isRowHeader: true,
    sorts: sortsOf('name'),
    cell: ({ slug, variant, name, lang, notes, href }) => (
      <Link to={href ?? productPath(slug, variant)} rel={href && 'nofollow'} title={name} lang={lang}>
        <ProductName name={name} />
        {notes === undefined ? null : (
          <span className="caption listing-notes" lang={lang && locale}>
            {' '}
            <span>{notes}</span>
          </span>
        )}
      </Link>
    ),
  },
  // The price comes first, because a phone shows only two columns besides the name without scrolling.
  {
    id: 'price',
    header: messages.price,
    isNumeric: true,
    sorts: ['price-asc', 'price-desc'],
    cell: (row) => (row.price ? <Price {...row} /> : null),
  },
  ...attributes.map(({ key, name, isNumeric = false }, index): Column => ({
    id: ATTRIBUTE_PREFIX + key,
    header: name,
    isNumeric,
    sorts: sortsOf(`attr-${key}`),
    cell: ({ values }) => cutText(values[index] ?? ''),
  })),
  {
    id: 'availability',
    header: messages.availability,
    sorts: sortsOf('in-stock'),
    cell: ({ availability }) => availability,
  },
  ...ORDER_TERMS.flatMap((term): readonly Column[] => {
    const header = orderTerms[term]
    return header === undefined
      ? []
      : [{ id: term, header, isNumeric: term !== 'leadTime', cell: (row) => cutText(row.orderTerms?.[term] ?? '') }]
  }),
  { id: 'brand', header: messages.brand, sorts: sortsOf('brand'), cell: ({ brand }) => cutText(brand ?? '') },
  {
    id: 'category',
    header: messages.category,
    sorts: sortsOf('category'),
    cell: ({ categoryName }) => cutText(categoryName ?? ''),
  },
  { id: 'sku', header: messages.sku, sorts: sortsOf('sku'), cell: ({ sku }) => cutText(sku ?? '') },
  {
    id: 'quantity',
    header: messages.enquiryList.quantity,
    cell: (row) => <RowQuantity row={row} />,
  },
]

export function ListingTable({
  listing,
  path,
  getPageHref,
}: ListingProps & { readonly getPageHref: (page: number) => string }) {
  const { items, query, pageCount } = listing
  const { total, partialTotal } = listing.families?.rows ?? listing
  const messages = useMessages()
  const { locale } = useFrame().site
  const matchingAll = countMatchingAll(listing)
  // The cast is safe, because the server sends table rows for the table view.
  const rows = items as readonly CardRow[]
  const isUseful = findUsefulColumns(listing, rows, messages)
  const attributes = listing.columns.filter(({ isShown }) => isShown)
  const columns = listColumns(messages, locale, listing, attributes).filter(({ id }) => isUseful[id] ?? true)
  return (
    <RowQuantities rows={rows}>
      <Table
        caption={messages.products}
        columns={columns.map((column) => withSort(column, query, path))}
        rows={rows}
        getRowId={({ slug }) => slug}
        page={query.page}
        pageCount={pageCount}
        pageLength={LISTING_PAGE_SIZE}
        {...(matchingAll < rows.length && { group: { firstRow: matchingAll, heading: messages.partialResults } })}
        matching={total + Math.min(partialTotal, PARTIAL_RESULTS_MAX)}
        navigation={{ getPageHref }}
      />
    </RowQuantities>
  )
}

/** The table omits columns that neither distinguish the products nor add information. */
function findUsefulColumns(
  { filters }: ShownListing,
  rows: readonly CardRow[],
  messages: Messages,
): Readonly<Record<string, boolean>> {
  const isChoice = (name: string) => filters.some((filter) => 'values' in filter && filter.name === name)
  return {
    picture: hasPictures(rows),
    price: rows.some(({ price }) => isAmount(price, messages)),
    availability: rows.some(({ availability }) => availability !== messages.availabilities.InStock),
    // If a list has no filter for brands or categories, all of its products have the same one.
    brand: isChoice(LISTING_KEYS.brands),
    category: isChoice(LISTING_KEYS.categories),
    sku: rows.some(({ sku }) => sku),
  }
}

/** The header's link sorts ascending, then descending, then in the default order. */
function withSort({ sorts, ...column }: Column, query: ListingQuery, path: string): TableColumn<CardRow> {
  if (!sorts) return column
  const directions = ['ascending', 'descending'] as const
  const position = sorts.indexOf(query.sort)
  const nextSort = sorts[position + 1]
  return {
    ...column,
    sort: {
      direction: directions[position] ?? null,
      next: nextSort ? (directions[position + 1] ?? null) : null,
      href: path + writeListingQuery({ ...query, sort: nextSort ?? defaultSort(query.search), page: 1 }),
    },
  }
}

/** Counts the rows of the page that match all words of the search. They come before those that match only some. */
export function countMatchingAll({ items, total, families, query }: ShownListing): number {
  const rows = families?.rows?.total ?? total
  return Math.min(items.length, Math.max(0, rows - (query.page - 1) * LISTING_PAGE_SIZE))
}
