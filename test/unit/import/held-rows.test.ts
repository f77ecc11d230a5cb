import { expect, test } from 'vitest'
import { groupRows, LastRowIndexes } from '../../../server/import/group-rows.ts'

/** Several times the number of rows held in memory. */
const PRODUCTS = 1_000

interface Row {
  readonly key: string
  readonly number: number
}

async function* readRows(): AsyncGenerator<readonly Row[]> {
  for (const number of [1, 2, 3])
    for (let product = 0; product < PRODUCTS; product++) yield [{ key: `p${product}`, number }]
}

async function gather(ends: LastRowIndexes): Promise<readonly (readonly [string, readonly number[]])[]> {
  const groups: (readonly [string, readonly number[]])[] = []
  for await (const { key, rows } of groupRows(
    readRows(),
    ends,
    (row) => row.key,
    () => {},
  )) {
    expect(rows.every((row) => row.key === key)).toBe(true)
    groups.push([key, rows.map(({ number }) => number)])
  }
  return groups
}

const expected = Array.from({ length: PRODUCTS }, (_, product) => [`p${product}`, [1, 2, 3]])

test('groups rows that are far apart by product in file order, even if more rows are waiting than fit in memory', async () => {
  const ends = new LastRowIndexes()
  for (let product = 0; product < PRODUCTS; product++) ends.note(`p${product}`, 2 * PRODUCTS + product)
  expect(await gather(ends)).toEqual(expected)
})

test('yields a product with all its rows at the end if its expected last row never comes', async () => {
  const ends = new LastRowIndexes()
  for (let product = 0; product < PRODUCTS; product++) ends.note(`p${product}`, Number.MAX_SAFE_INTEGER)
  expect(await gather(ends)).toEqual(expected)
})
