import { expect, test } from 'vitest'
import { readGtin } from '../../../server/catalog/rules/gtin.ts'
import { readWeightGrams } from '../../../server/import/cells.ts'
import { readPrice } from '../../../server/import/prices.ts'

test.each([
  ['24', 'EUR', 2400],
  ['24.5', 'EUR', 2450],
  ['24,50', 'EUR', 2450],
  ['1.234,56', 'EUR', 123456],
  ['1,234.56', 'USD', 123456],
  ['1 234,56', 'EUR', 123456],
  ['1\u202F234,56 €', 'EUR', 123456],
  ["1'234.50", 'CHF', 123450],
  ['1.234.567', 'EUR', 123456700],
  ['$ 12.00', 'USD', 1200],
  ['12.00 EUR', 'EUR', 1200],
  ['36.0000', 'EUR', 3600],
  ['0.10', 'EUR', 10],
  ['.5', 'EUR', 50],
  ['1500', 'JPY', 1500],
  ['1500.00', 'JPY', 1500],
  ['1.234', 'KWD', 1234],
  ['19.99', 'EUR', 1999],
  ['1.005', 'KWD', 1005],
  ['12.5 $', 'CAD', 1250],
  ['￥1500', 'JPY', 1500],
  ['199 kr', 'SEK', 19900],
  ['R$ 12,50', 'BRL', 1250],
  ['10,- €', 'EUR', 1000],
  ['10,-', 'EUR', 1000],
  ["CHF 1'234.–", 'CHF', 123400],
  ['1.234,-- EUR', 'EUR', 123400],
  ['EUR 12', 'EUR', 1200],
  ['12 Euro', 'EUR', 1200],
  ['12,50euros', 'EUR', 1250],
  ['CHF 12.-', 'CHF', 1200],
  ['12 zł', 'PLN', 1200],
  ['auf Anfrage', 'EUR', null],
  ['Preis auf Anfrage', 'CHF', null],
  ['P.O.A.', 'GBP', null],
  ['Price on request', 'USD', null],
  ['A consultar', 'EUR', null],
])('reads the price %j in %s as %o', (text, currency, minor) => {
  expect(readPrice(text, currency)).toEqual({ minor })
})

test.each([
  ['1,234', 'EUR', /ambiguous/],
  ['1.234', 'EUR', /ambiguous/],
  ['-5', 'EUR', /negative/],
  ['−5', 'EUR', /negative/],
  ['5-', 'EUR', /negative/],
  ['(5)', 'EUR', /negative/],
  ['0.125', 'EUR', /decimals/],
  ['12.5', 'JPY', /decimals/],
  ['12 USD', 'EUR', /^is in USD, but the site's currency is EUR/],
  ['12.5 €', 'USD', /^is in another currency \(€\), but the site's currency is USD/],
  ['$12.50', 'EUR', /^is in another currency \(\$\), but the site's currency is EUR/],
  ['£ 5', 'JPY', /another currency/],
  ['10.-5', 'EUR', /not a price/],
  [
    'zwölf Euro',
    'EUR',
    /^is not a price, because it has no digits; write it as 12.50, or leave it blank for a price on request$/,
  ],
  ['zwölf Euro', 'USD', /^is not a price, because it has no digits/],
  ['gratis', 'JPY', /^is not a price, because it has no digits; write it as 1250,/],
  ['x1', 'KWD', /^is not a price in KWD; write it as 1\.250,/],
  ['€', 'USD', /^is not a price, because it has no digits/],
  ['12 Euro', 'USD', /^is in EUR, but the site's currency is USD/],
  ['12 zł', 'EUR', /^is not a price in EUR; write it as 12.50, or leave it blank for a price on request$/],
  // The word begins like the code of a currency (ALL).
  ['12 allowed', 'EUR', /^is not a price in EUR/],
  ['1.2.3', 'EUR', /not a price/],
  ['1,23,456.00', 'EUR', /not a price/],
  ['1e3', 'EUR', /not a price/],
  ['.', 'EUR', /has no digits/],
  ['12/13', 'EUR', /not a price/],
  ['99999999999999', 'EUR', /too large/],
])('rejects the price %j in %s', (text, currency, fault) => {
  expect(readPrice(text, currency)).toEqual({ fault: expect.stringMatching(fault) })
})

test.each([
  ['4006381333931', '4006381333931'],
  ['036000291452', '036000291452'],
  ['96385074', '96385074'],
  ['00012345600012', '00012345600012'],
  ['400-6381 333931', '4006381333931'],
  ['978-3-16-148410-0', '9783161484100'],
  ['3-16-148410-X', '9783161484100'],
  ['0-306-40615-2', '9780306406157'],
])('reads %s as the GTIN %s', (barcode, gtin) => {
  expect(readGtin(barcode)).toEqual({ gtin })
})

test.each([
  ['36000291452', '036000291452'],
  ['12345600012', '012345600012'],
  ['1234500052', '001234500052'],
  ['123450003', '000123450003'],
])('restores the leading zeros of %s: GTIN %s', (barcode, gtin) => {
  expect(readGtin(barcode)).toEqual({ gtin, isRestored: true })
})

test.each([
  ['36000291453', /not a GTIN/],
  ['1234565', /not a GTIN/],
  ['4006381333932', /wrong check digit/],
  ['3-16-148410-1', /ISBN with a wrong check digit/],
  ['400638133393', /wrong check digit/],
  ['ABC-1234', /not a GTIN/],
  ['12345', /not a GTIN/],
  ['2000000000008', /internal use in a shop/],
  ['0400000000008', /internal use in a shop/],
  ['9900000000004', /internal use in a shop/],
  ['00000000', /internal use in a shop/],
])('rejects the barcode %s', (barcode, fault) => {
  expect(readGtin(barcode)).toEqual({ fault: expect.stringMatching(fault) })
})

test.each([
  ['250', 250],
  ['.5', 0.5],
  ['1.5 kg', 1500],
  ['1,5kg.', 1500],
  ['0 kg', null],
  ['1 lb', 453.59],
  ['heavy', undefined],
  ['1.5 kg kg', undefined],
  ['1.5 m', undefined],
])('%s weighs %s grams', (text, grams) => {
  expect(readWeightGrams(text)).toBe(grams)
})
