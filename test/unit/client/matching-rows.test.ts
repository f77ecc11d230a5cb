import { expect, test } from 'vitest'
import {
  findMatchingRows,
  type ColumnOrder,
  type DataColumn,
} from '../../../client/widgets/data-table/matching-rows.ts'

interface Piece {
  readonly name: string
  readonly width: number | null
}

const PIECES: readonly Piece[] = [
  { name: 'Shelf 10', width: null },
  { name: 'Étagère', width: 9 },
  { name: 'Shelf 2', width: 10 },
  { name: 'Zofe', width: 9 },
]

const COLUMNS: readonly DataColumn<Piece>[] = [
  { id: 'name', header: 'Name', value: ({ name }) => name, cell: ({ name }) => name },
  {
    id: 'width',
    header: 'Width',
    value: ({ width }) => width,
    text: ({ width }) => (width === null ? '' : `${width} cm`),
    cell: ({ width }) => width,
  },
  { id: 'picture', header: 'Picture', cell: () => null },
]

function namesOf(search: string, order: ColumnOrder | null = null, locale = 'en'): readonly string[] {
  return findMatchingRows(PIECES, COLUMNS, locale, search, order).map(({ name }) => name)
}

test('keeps the original order without a sort column, and sorting does not modify the input', () => {
  expect(namesOf('')).toEqual(PIECES.map(({ name }) => name))
  namesOf('', { columnId: 'name', direction: 'descending' })
  expect(PIECES[0]!.name).toBe('Shelf 10')
})

test.each([
  { columnId: 'width', direction: 'ascending', names: ['Étagère', 'Zofe', 'Shelf 2', 'Shelf 10'] },
  // Rows without a value sort last in both directions; equal rows keep their order.
  { columnId: 'width', direction: 'descending', names: ['Shelf 2', 'Étagère', 'Zofe', 'Shelf 10'] },
  { columnId: 'name', direction: 'ascending', names: ['Étagère', 'Shelf 2', 'Shelf 10', 'Zofe'] },
  { columnId: 'picture', direction: 'ascending', names: ['Shelf 10', 'Étagère', 'Shelf 2', 'Zofe'] },
] as const)('sorts rows by $columnId, $direction', ({ names, ...order }) => {
  expect(namesOf('', order)).toEqual(names)
})

test('sorts words by the collation of the locale', () => {
  const order = { columnId: 'name', direction: 'ascending' } as const
  const rows = [
    { name: 'Öl', width: 1 },
    { name: 'Zebra', width: 1 },
  ]
  expect(findMatchingRows(rows, COLUMNS, 'de', '', order)[0]!.name).toBe('Öl')
  expect(findMatchingRows(rows, COLUMNS, 'sv', '', order)[0]!.name).toBe('Zebra')
})

test('a search matches the displayed text of all cells with its words in any order, ignoring case and accents', () => {
  expect(namesOf('etagere')).toEqual(['Étagère'])
  expect(namesOf(' cm  9')).toEqual(['Étagère', 'Zofe'])
  expect(namesOf('9 ZOFE')).toEqual(['Zofe'])
  expect(namesOf('9 shelf')).toEqual([])
  expect(namesOf('.*')).toEqual([])
  expect(namesOf('null')).toEqual([])
})
