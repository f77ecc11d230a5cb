import { expect, test } from 'vitest'
import { readWords } from '../../../client/pages/error/not-found-page.tsx'

test.each([
  ['/products/blue-bowl', 'blue bowl'],
  ['/shop/Blaue%20Sch%C3%BCssel.html', 'Blaue Schüssel'],
  ['/products/%3Cb%3E"x"', 'b x'],
  ['/products/%', ''],
  ['/products/', ''],
  ['/', ''],
  [`/${'ü'.repeat(300)}`, 'ü'.repeat(100)],
])('reads the last words of the path %s as a search', (path, words) => {
  expect(readWords(path)).toBe(words)
})
