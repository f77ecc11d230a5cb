import { expect, test } from 'vitest'
import { describePlace } from '../../../server/import/import-error.ts'

test.each([
  [{ file: 'a.csv', line: 12, column: 'Variant Price' }, 'a.csv, line 12, column "Variant Price"'],
  [{ file: 'a.xml', line: 3, column: '17' }, 'a.xml, line 3, column 17'],
  [{ file: 'site.json', line: null, column: null }, 'site.json'],
  [{ file: 'site.json', line: null, column: 'contact.email' }, 'site.json, key "contact.email"'],
])('describes the position %j as %s', (place, words) => {
  expect(describePlace(place)).toBe(words)
})
