import { expect, test } from 'vitest'
import { createTypeAhead } from '../../../client/widgets/dropdown/dropdown-items.ts'

const LABELS = ['Apple', 'Apricot', 'Banana', 'Élan', 'apple pie']

test.each([
  ['a', -1, 'Apple'],
  ['a', 0, 'Apricot'],
  ['a', 4, 'Apple'],
  ['apr', 0, 'Apricot'],
  ['apple ', 0, 'apple pie'],
  ['aaa', -1, 'apple pie'],
  ['e', 0, 'Élan'],
  ['x', 2, undefined],
])('typing "%s" in a menu while item %i is focused finds %s', (text, current, expected) => {
  const typeAhead = createTypeAhead()
  let index = current
  let found = -1
  for (const [position, character] of [...text].entries()) {
    found = typeAhead.type(character, LABELS, index, position * 100)
    if (found !== -1) index = found
  }
  expect(LABELS[found]).toBe(expected)
})

test('letters typed in a menu after a pause start a new word', () => {
  const typeAhead = createTypeAhead()
  typeAhead.type('a', LABELS, -1, 0)
  expect(typeAhead.isTyping(400)).toBe(true)
  expect(typeAhead.isTyping(600)).toBe(false)
  expect(LABELS[typeAhead.type('b', LABELS, 0, 600)]).toBe('Banana')
})
