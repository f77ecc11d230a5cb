import { expect, test } from 'vitest'
import { listPageItems } from '../../../client/widgets/data-table/table-pagination.tsx'
import { TABLE_PAGE_BUTTONS } from '../../../shared/constants.ts'

const E = 'ellipsis'

test.each([
  { page: 1, pageCount: 1, items: [1] },
  { page: 1, pageCount: 2, items: [1, 2] },
  { page: 3, pageCount: 3, items: [1, 2, 3] },
  { page: 1, pageCount: 4, items: [1, 2, 3, 4] },
  { page: 1, pageCount: 5, items: [1, 2, 3, E, 5] },
  { page: 2, pageCount: 5, items: [1, 2, 3, E, 5] },
  { page: 3, pageCount: 5, items: [1, 2, 3, 4, 5] },
  { page: 5, pageCount: 5, items: [1, E, 3, 4, 5] },
  { page: 50, pageCount: 100, items: [1, E, 49, 50, 51, E, 100] },
])('pagination on page $page of $pageCount shows its neighbours and both ends', ({ page, pageCount, items }) => {
  expect(listPageItems(page, pageCount, TABLE_PAGE_BUTTONS)).toEqual(items)
})
