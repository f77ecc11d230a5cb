import { expect, test } from 'vitest'
import { describeQuantityTerms, writeLeadTime } from '../../../server/catalog/rules/order-texts.ts'
import { QUANTITY_MAX } from '../../../shared/enquiry-fields.ts'
import { findFittingQuantity } from '../../../shared/order-terms.ts'

test.each([
  [1, {}, 1],
  [100, { packSize: 100 }, 100],
  [101, { packSize: 100 }, 200],
  [1, { minimumQuantity: 50 }, 50],
  [51, { minimumQuantity: 50 }, 51],
  [1, { packSize: 100, minimumQuantity: 250 }, 300],
  [QUANTITY_MAX, { packSize: 100 }, 99_900],
  [0, { packSize: 100 }, 0],
  [1.5, { packSize: 100 }, 1.5],
  [QUANTITY_MAX + 1, { packSize: 100 }, QUANTITY_MAX + 1],
])('instead of %d pieces, with %o, %d can be ordered', (quantity, terms, fitting) => {
  expect(findFittingQuantity(quantity, terms)).toBe(fitting)
})

test.each([
  ['5', 'en', '5 days'],
  ['1', 'es', '1 día'],
  ['5 - 7', 'de', '5–7 Tage'],
  ['on request', 'de', 'on request'],
])('writes the lead time %s in %s as %s', (leadTime, locale, text) => {
  expect(writeLeadTime(leadTime, { locale })).toBe(text)
})

test.each([
  [{ packSize: 100 }, 'Nur in Packungen zu 100 Stück. Passende Menge: {quantity}.'],
  [{ minimumQuantity: 1_000 }, 'Die Mindestmenge beträgt 1.000 Stück. Passende Menge: {quantity}.'],
  [{ packSize: 100, minimumQuantity: 500 }, 'Nur in Packungen zu 100 Stück, ab 500 Stück. Passende Menge: {quantity}.'],
])('describes %o in the language of the site', (terms, text) => {
  expect(describeQuantityTerms(terms, { locale: 'de' })?.misfit).toBe(text)
})

test('a pack of one piece and a minimum quantity of one limit nothing', () => {
  expect(describeQuantityTerms({ packSize: 1, minimumQuantity: 1, leadTime: '5' }, { locale: 'en' })).toBeUndefined()
})
