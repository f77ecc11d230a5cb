import { expect, test } from 'vitest'
import {
  filterPin,
  pastePin,
  normalizePinEntry,
  type PinFormat,
} from '../../../client/widgets/pin-input/pin-input-entry.ts'

const rules: PinFormat = {
  length: 4,
  isAllowed: (character) => /^[A-Z0-9]$/.test(character),
  normalize: (text) => text.toUpperCase(),
}

/** '|' marks the caret. */
function read(marked: string): string {
  const { value, caret } = normalizePinEntry(marked.replace('|', ''), marked.indexOf('|'), rules)
  return `${value.slice(0, caret)}|${value.slice(caret)}`
}

test.each([
  ['|', '|'],
  ['a|', 'A|'],
  ['AB|C', 'AB|C'],
  ['AB-|C', 'AB|C'],
  ['AB é|C', 'AB|C'],
  ['ABCDE|', 'ABCD|'],
  ['AX|BCD', 'AX|CD'],
  ['X|ABCD', 'X|BCD'],
  ['ABCX|D', 'ABCX|'],
  ['ABXYZ|CD', 'ABXY|'],
  ['ab-cd|', 'ABCD|'],
])('normalizes the entry %j to %j', (raw, entry) => {
  expect(read(raw)).toBe(entry)
})

test.each([
  ['', 0, 0, ' ab-cd ', 'ABCD|'],
  ['12', 1, 1, 'abcd', 'ABCD|'],
  ['1234', 4, 4, 'ab cd ef', 'ABCD|'],
  ['12', 2, 2, 'a', '12A|'],
  ['1234', 1, 3, 'a', '1A|4'],
  ['1234', 1, 1, 'ab', '1AB|4'],
  ['1234', 0, 4, '- -', '1234|'],
])('in %j with the selection %i to %i, pasting %j results in %j', (value, start, end, pasted, entry) => {
  const { value: next, caret } = pastePin(value, { start, end }, pasted, rules)
  expect(`${next.slice(0, caret)}|${next.slice(caret)}`).toBe(entry)
})

test('normalizes the text, then removes characters that are not allowed', () => {
  expect(filterPin(' a-b_ß9', rules)).toBe('ABSS9')
})
