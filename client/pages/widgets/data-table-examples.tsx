import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Link } from '../../components/link.tsx'
import { useMessages } from '../../messages-context.ts'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import { LinkedDataTable, type LinkedColumn } from '../../widgets/data-table/linked-data-table.tsx'
import type { DataColumn } from '../../widgets/data-table/matching-rows.ts'
import { SelectionBar } from '../../widgets/data-table/row-selection.tsx'

interface Piece {
  readonly id: string
  readonly name: string
  readonly glaze: string
  /** Width in centimetres; null if unknown. */
  readonly width: number | null
}

const GLAZES = ['Chalk', 'Celadon', 'Tenmoku', 'Crème']

/** 48 rows give five pages; sorted as text, 10 would come before 5. */
const PIECES: readonly Piece[] = Array.from({ length: 48 }, (_, index) => ({
  id: `piece-${index + 1}`,
  name: `Piece ${index + 1}`,
  glaze: GLAZES[index % GLAZES.length]!,
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

const idOf = ({ id }: Piece) => id
const nameOf = ({ name }: Piece) => name
const NO_PIECES: readonly Piece[] = []

export function DataTableExamples() {
  const messages = useMessages()
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  return (
    <section aria-labelledby="data-table-heading">
      <div className="section-head">
        <h2 id="data-table-heading">Data table</h2>
      </div>
      <DataTable
        caption="Pieces at hand"
        columns={COLUMNS}
        locale="en"
        rows={PIECES}
        getRowId={idOf}
        getRowName={nameOf}
        selection={selection}
        onSelectionChange={setSelection}
      />
      <SelectionBar selection={selection} onSelectionChange={setSelection}>
        <Link className="button button-primary" to="/contact">
          {messages.askAbout}
        </Link>
      </SelectionBar>
      <DataTable
        caption="A few pieces"
        columns={COLUMNS}
        locale="en"
        rows={PIECES.slice(0, 4)}
        pageLengths={[3, 10]}
        getRowId={idOf}
        getRowName={nameOf}
      />
      <DataTable
        caption="All in view"
        columns={COLUMNS}
        locale="en"
        rows={PIECES.slice(0, 10)}
        getRowId={idOf}
        getRowName={nameOf}
      />
      <DataTable
        caption="No pieces"
        columns={COLUMNS}
        locale="en"
        rows={NO_PIECES}
        getRowId={idOf}
        getRowName={nameOf}
      />
      <LinkedExample />
      <LinkedDataTable
        caption="Pieces that nobody has"
        columns={COLUMNS}
        rows={NO_PIECES}
        getRowId={idOf}
        getRowName={nameOf}
        page={1}
        pageCount={0}
        pageLength={10}
        total={0}
        getPageHref={() => '/widgets'}
        isFiltered
        noMatch={<Link to="/products">{messages.allProducts}</Link>}
      />
    </section>
  )
}

const LINKED_PAGE_LENGTH = 10

/** Simulates a listing that the server sorts and pages: all state is in the URL. */
function LinkedExample() {
  const messages = useMessages()
  const params = new URLSearchParams(useLocation().search)
  const order = params.get('order')
  const page = Number(params.get('page') ?? 1)
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
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
        caption="Pieces by address"
        columns={columns}
        rows={ordered.slice(start, start + LINKED_PAGE_LENGTH)}
        getRowId={idOf}
        getRowName={nameOf}
        selection={selection}
        onSelectionChange={setSelection}
        page={page}
        pageCount={Math.ceil(PIECES.length / LINKED_PAGE_LENGTH)}
        pageLength={LINKED_PAGE_LENGTH}
        total={PIECES.length}
        getPageHref={(number) => linkedPath(order, number)}
      />
      <SelectionBar selection={selection} onSelectionChange={setSelection}>
        <Link className="button button-primary" to="/contact">
          {messages.askAbout}
        </Link>
      </SelectionBar>
    </>
  )
}

function linkedPath(order: string | null, page = 1): string {
  const query = new URLSearchParams({ ...(order && { order }), ...(page > 1 && { page: String(page) }) })
  return query.size > 0 ? `/widgets?${query}` : '/widgets'
}
