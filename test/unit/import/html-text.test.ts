import { expect, test } from 'vitest'
import { readHtmlText } from '../../../server/import/cells.ts'
import { readList } from '../../../server/import/formats/systems/woocommerce-variants.ts'

test('removes tags and decodes entities', () => {
  expect(readHtmlText('Oak <b>&amp;</b> ash<br>bowl, 5 &euro;')).toBe('Oak & ash bowl, 5 €')
})

test('parses HTML only up to the maximum length of plain text', () => {
  expect(readHtmlText(`<b>${'x'.repeat(2_000_000)}</b>`)).toBe('x'.repeat(9_997))
  expect(readHtmlText('<i>x'.repeat(500_000))).toBe('x'.repeat(2_500))
})

test('splits a list in a cell only up to the maximum length of a cell', () => {
  expect(readList('a,'.repeat(1_000_000))).toHaveLength(100_000)
})
