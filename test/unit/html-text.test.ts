import { expect, test } from 'vitest'
import { readHtmlText } from '../../server/import/cells.ts'
import { splitList } from '../../server/import/formats/woocommerce/woocommerce-columns.ts'

test('tags go and entities become their characters', () => {
  expect(readHtmlText('Oak <b>&amp;</b> ash<br>bowl, 5 &euro;')).toBe('Oak & ash bowl, 5 €')
})

test('no more of a text is parsed as HTML than a plain text may hold', () => {
  expect(readHtmlText(`<b>${'x'.repeat(2_000_000)}</b>`)).toBe('x'.repeat(9_997))
  expect(readHtmlText('<i>x'.repeat(500_000))).toBe('x'.repeat(2_500))
})

test('no more of a list is split than a cell may hold', () => {
  expect(splitList('a,'.repeat(1_000_000))).toHaveLength(100_000)
})
