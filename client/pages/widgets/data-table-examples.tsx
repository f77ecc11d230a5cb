import { useLocation } from 'react-router-dom'
import { Link } from '../../base/link.tsx'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import { LinkedDataTable, type LinkedColumn } from '../../widgets/data-table/linked-data-table.tsx'
import type { DataColumn } from '../../widgets/data-table/matching-rows.ts'

interface Piece {
  readonly id: string
  readonly name: string
  readonly glaze: string
  /** Width in centimetres. */
  readonly width: number | null
}

const GLAZES = ['Chalk', 'Celadon', 'Tenmoku', 'Crème']

const PIECES: readonly Piece[] = Array.from({ length: 48 }, (_, index) => ({
  id: `piece-${index + 1}`,
  name: `Piece ${index + 1}`,
  glaze: GLAZES[index % GLAZES.length] ?? '',
  width: index % 12 === 5 ? null : ((index * 7) % 30) + 5,
}))

const COLUMNS: readonly DataColumn<Piece>[] = [
  { id: 'name', header: 'Name', isRowHeader: true, cell: ({ name }) => name, value: ({ name }) => name },
  { id: 'glaze', header: 'Glaze', cell: ({ glaze }) => glaze, value: ({ glaze }) => glaze },
  {
    id: 'width',
    header: 'Width',
    isNumeric: true,
    cell: ({ width }) => (width === null ? '–' : `${width} cm`),
    value: ({ width }) => width,
    text: ({ width }) => (width === null ? '' : `${width} cm`),
  },
  { id: 'ask', header: 'Ask', isHeaderHidden: true, cell: () => <Link to="/contact">Ask</Link> },
]

const LINKED_TABLE = { getRowId: ({ id }: Piece) => id }
const TABLE = { ...LINKED_TABLE, columns: COLUMNS, locale: 'en' }
const NO_PIECES: readonly Piece[] = []

export function DataTableExamples() {
  return (
    <section aria-labelledby="data-table-heading">
      <div className="section-head">
        <h2 id="data-table-heading">Data table</h2>
      </div>
      <DataTable {...TABLE} caption="All pieces" rows={PIECES} />
      <DataTable {...TABLE} caption="A few pieces" rows={PIECES.slice(0, 4)} pageLengths={[3, 10]} />
      <DataTable {...TABLE} caption="Pieces on one page" rows={PIECES.slice(0, 10)} />
      <DataTable {...TABLE} caption="No pieces" rows={NO_PIECES} />
      <LinkedExample />
      <LinkedDataTable
        {...LINKED_TABLE}
        caption="Pieces without a match"
        columns={COLUMNS}
        rows={NO_PIECES}
        page={1}
        pageCount={0}
        pageLength={10}
        total={0}
        getPageHref={() => linkedPath(null)}
        isFiltered
      />
    </section>
  )
}

const LINKED_PAGE_LENGTH = 10

function LinkedExample() {
  const params = new URLSearchParams(useLocation().search)
  const order = params.get('order')
  const page = Number(params.get('page') ?? 1)
  const direction = order === 'widest' ? 'descending' : order === 'narrowest' ? 'ascending' : null
  const columns = COLUMNS.map((column): LinkedColumn<Piece> => {
    if (column.id !== 'width') return column
    const next = direction === null ? 'ascending' : direction === 'ascending' ? 'descending' : null
    const href = linkedPath(next === 'ascending' ? 'narrowest' : next === 'descending' ? 'widest' : null)
    return { ...column, sort: { direction, next, href } }
  })
  const sign = direction === 'descending' ? -1 : 1
  const ordered = direction ? PIECES.toSorted((a, b) => sign * ((a.width ?? 0) - (b.width ?? 0))) : PIECES
  const start = (page - 1) * LINKED_PAGE_LENGTH
  return (
    <>
      <LinkedDataTable
        {...LINKED_TABLE}
        caption="Pieces sorted by the server"
        columns={columns}
        rows={ordered.slice(start, start + LINKED_PAGE_LENGTH)}
        page={page}
        pageCount={Math.ceil(PIECES.length / LINKED_PAGE_LENGTH)}
        pageLength={LINKED_PAGE_LENGTH}
        total={PIECES.length}
        getPageHref={(number) => linkedPath(order, number)}
      />
    </>
  )
}

function linkedPath(order: string | null, page = 1): string {
  const query = new URLSearchParams({
    only: 'data-table',
    ...(order && { order }),
    ...(page > 1 && { page: String(page) }),
  })
  return `/widgets?${query}`
}
