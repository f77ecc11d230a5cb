import { expect, test } from 'vitest'
import { PASSWORD_CHECKS, scorePassword } from '../../../client/widgets/password-strength/password-strength-score.ts'

test.each([
  ['', 0, false],
  ['a', 1, false],
  ['A', 1, false],
  ['1', 1, false],
  ['!', 1, false],
  [' ', 0, false],
  ['      ', 1, false],
  ['abcdef', 2, false],
  ['Abcdef', 3, false],
  ['Abcde1', 4, false],
  ['Abc1!', 4, false],
  ['Abc1! ', 5, true],
  ['Abcd1!', 5, true],
])('the password %j passes %i of five checks', (value, score, isAccepted) => {
  expect(scorePassword(value)).toMatchObject({ score, isAccepted })
})

test('every ASCII punctuation mark is a special character, a space is not', () => {
  const marks = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~']
  expect(marks).toHaveLength(32)
  expect(marks.filter((mark) => scorePassword(mark).missing.includes('special-characters'))).toEqual([])
  expect(scorePassword(' ').missing).toContain('special-characters')
})

test('accepts letters and digits of every script', () => {
  expect(scorePassword('Пароль१!')).toMatchObject({ score: 5, isAccepted: true })
  expect(scorePassword('éÉ').missing).toEqual(['numbers', 'special-characters', 'min-length'])
})

test('counts the length in code points, so that an emoji counts as one', () => {
  expect(scorePassword('🏺🏺🏺🏺🏺').missing).toContain('min-length')
  expect(scorePassword('🏺🏺🏺🏺🏺🏺').missing).not.toContain('min-length')
})

test('requires six characters unless minLength is given', () => {
  expect(scorePassword('12345').missing).toContain('min-length')
  expect(scorePassword('123456').missing).not.toContain('min-length')
  expect(scorePassword('123456789', { minLength: 10 }).missing).toContain('min-length')
})

test.each(PASSWORD_CHECKS)('the check %s can be disabled', (check) => {
  const { enabled, missing } = scorePassword('', { checks: { [check]: false } })
  expect(enabled).toEqual(PASSWORD_CHECKS.filter((other) => other !== check))
  expect(missing).toEqual(enabled)
})

test('accepts a password that passes all enabled checks, but never an empty one', () => {
  const onlyNumbers = { lowercase: false, uppercase: false, 'special-characters': false, 'min-length': false }
  expect(scorePassword('7', { checks: onlyNumbers })).toMatchObject({ score: 1, isAccepted: true })
  expect(scorePassword('', { checks: { ...onlyNumbers, numbers: false } })).toMatchObject({
    score: 0,
    isAccepted: false,
  })
})
