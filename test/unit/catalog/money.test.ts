import { expect, test } from 'vitest'
import { formatPrice, toMinorUnits } from '../../../server/catalog/rules/money.ts'

test('formats prices by currency and locale, without decimals for whole amounts', () => {
  expect(formatPrice(12_000, 'EUR', 'en')).toBe('€120')
  expect(formatPrice(12_050, 'EUR', 'de')).toBe('120,50\u00A0€')
  expect(formatPrice(500, 'JPY', 'en')).toBe('¥500')
  expect(toMinorUnits(10.5, 'EUR')).toBe(1050)
  expect(toMinorUnits(1.234, 'KWD')).toBe(1234)
})
