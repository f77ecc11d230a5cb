import { Link } from '../../base/link.tsx'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import type { DataColumn } from '../../widgets/data-table/matching-rows.ts'

interface Piece {
  readonly name: string
  readonly glaze: string
  /** Width in centimetres. */
  readonly width: number | null
}

const GLAZES = ['Chalk', 'Celadon', 'Tenmoku', 'Crème']

const PIECES: readonly Piece[] = Array.from({ length: 48 }, (_, index) => ({
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

export function DataTableExample() {
  return <DataTable caption="All pieces" columns={COLUMNS} rows={PIECES} getRowId={({ name }) => name} locale="en" />
}
