import { expect, test } from 'vitest'
import { findMissing, PASSWORD_CHECKS } from '../../../client/widgets/password-strength/password-strength.tsx'

test.each([
  ['', 0],
  ['a', 1],
  ['A', 1],
  ['1', 1],
  ['!', 1],
  [' ', 0],
  ['      ', 1],
  ['abcdef', 2],
  ['Abcdef', 3],
  ['Abcde1', 4],
  ['Abc1!', 4],
  ['Abc1! ', 5],
  ['Abcd1!', 5],
])('the password %j passes %i of five checks', (value, score) => {
  expect(PASSWORD_CHECKS.length - findMissing(value).length).toBe(score)
})

test('every ASCII punctuation mark is a special character', () => {
  const marks = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~']
  expect(marks).toHaveLength(32)
  expect(marks.filter((mark) => findMissing(mark).includes('special-characters'))).toEqual([])
})

test('accepts letters and digits of every script, and counts an emoji as one character', () => {
  expect(findMissing('Пароль१!')).toEqual([])
  expect(findMissing('éÉ')).toEqual(['numbers', 'special-characters', 'min-length'])
  expect(findMissing('🏺🏺🏺🏺🏺')).toContain('min-length')
  expect(findMissing('🏺🏺🏺🏺🏺🏺')).not.toContain('min-length')
})

test('requires six characters unless minLength is given, and only the enabled checks', () => {
  expect(findMissing('12345')).toContain('min-length')
  expect(findMissing('123456')).not.toContain('min-length')
  expect(findMissing('123456789', PASSWORD_CHECKS, 10)).toContain('min-length')
  expect(findMissing('7', ['numbers'])).toEqual([])
  expect(findMissing('', ['numbers'])).toEqual(['numbers'])
})
