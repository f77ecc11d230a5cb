import { expect, test } from 'vitest'
import { parseQuantity } from '../../../server/catalog/rules/parse-quantity.ts'
import { findUnit, fromBase, toBase, UNITS } from '../../../server/catalog/rules/units.ts'
import type { DecimalSign } from '../../../shared/range-limit.ts'

/** Formats a quantity as '3..5 mm' with all digits, or as '—' if the text is not a quantity. */
function describeQuantity(text: string, decimal?: DecimalSign): string {
  const quantity = parseQuantity(text, decimal)
  if (!quantity) return '—'
  const { low, high, unit } = quantity
  return [low === high ? low : `${low}..${high}`, ...(unit ? [unit.symbol] : [])].join(' ')
}

/** Spellings of each quantity, separated by bars. */
// prettier-ignore
const QUANTITIES = {
  '5': '5',
  '-5': '-5',
  '-5 °C': '−5 °C',
  '60 °C': '+60 °C',
  '0.5': '0.5',
  '0.5 l': '0,5 l',
  '0.5 in': '.5 in | ½"',
  '1200 g': '1 200 g',
  '1200.5 g': '1,200.5 g | 1.200,5 g',
  '1200 m': "1'200 m",
  '1200000': '1,200,000',
  '55 mm': '55.0 mm',
  '5 mm': '5 mm | 5mm | 5 MM | 5 Millimeter | 5 ±0.1 mm | 5 mm ± 0.1 mm | 5 mm ±0.1 | 5 mm (±2 %) | 5 mm +/- 0.1 mm | 5 +0.1/-0.2 mm | 5 - 5 mm',
  '6.35 mm': '6,35 mm | 6.35 mm (1/4 in)',
  '17 in': '17" | 17 ″ | 17 Zoll | 17 inches',
  '5 µm': '5 µm',
  '8 fl oz': '8 fl oz',
  '0.75 l': '0,75 L',
  '2 m³': '2 m³ | 2 m3',
  '12 V': '12 VDC | 12 V DC',
  '5 mW': '5 mW',
  '5 MW': '5 MW',
  '800 MHz': '800 mhz',
  '90 °': '90°',
  '6 pcs': '6 pc(s)',
  '100 pcs': '100 Stück',
  '0.25 in': '1/4 in | 1/4"',
  '1.5 in': '1 1/2" | 1-1/2 in | 1½ in',
  '0.375 in': '3⁄8 in',
  '3..5 mm': '3 to 5 mm | 3-5 mm | 3 – 5 mm | 3 mm – 5 mm | 3 bis 5 mm | von 3 bis 5 mm | 3 a 5 mm | 3...5 mm',
  '100..240 V': '100-240 V | 100 - 240 VAC',
  '0..40': '0 - 40',
  '-20..60': '-20 - 60',
  '-20..-5 °C': '-20 to -5 °C | -20 °C to -5 °C',
  '-20..60 °C': '-20 °C ~ +60 °C',
  '0.5..0.75 in': '1/2 - 3/4 in',
  '-30..30 °': '±30°',
  '0..5 m': 'up to 5 m | bis zu 5 m | hasta 5 m',
  '0..120 kg': 'max. 120 kg',
  '0..3 W': '≤ 3 W',
  '5 kg': 'ca. 5 kg | ~5 kg',
  '8 mm': 'Ø 8 mm',
  '15.6 in': '15.6" (39.6 cm)',
}

/** Texts that are no quantity: fractions and ranges that nobody means, limits, dimensions, dates, versions, codes. */
const OTHERS = [
  `100 cm3 | 5 mw | 16 Gb | 5/5 in | 1/7 in | 1/4 | 50/60 Hz | 5-3 mm | 3 mm - 5 kg | 3 mm - 5 in`,
  `up to 80 °C | min. 5 m | > 5 m | 5 mm (3 mm) | 5 mm (steel) | 10 x 20 mm | 10 × 20 × 30 mm`,
  `2x SO-DIMM | M8 | M8 x 30 | DN15 | ISO 4032 | RJ-45 | A4 | 16:9 | 1000:1 | 31.12.2020 | 2020-01-31`,
  `12/2020 | 1.2.3 | v1.2 | 2.0+EDR | 3.2 Gen 1 | 007 | 0800 123456 | 8542310001 | 4006381333931`,
  `10/100/1000 | 10,100,1000 | 0,1,5,10 | 802.11ac | Windows 10 | i7-10750H | 80 g/m² | 5 m/s | 40 %`,
  `64-bit | 3 years | Yes | - | mm`,
]

test.each(Object.entries(QUANTITIES).map(([quantity, texts]) => [texts, quantity]))(
  'parses %s as %s',
  (texts, quantity) => {
    for (const text of texts.split(' | ')) expect(describeQuantity(text), text).toBe(quantity)
  },
)

test('texts that are not one quantity have none', () => {
  for (const text of ['', ...OTHERS.flatMap((texts) => texts.split(' | '))])
    expect(describeQuantity(text), text).toBe('—')
})

test.each([
  ['1.200', undefined, '1.2'],
  ['1.200', '.', '1.2'],
  ['1.200', ',', '1200'],
  ['1,200', undefined, '1200'],
  ['1,200', '.', '1200'],
  ['1,200', ',', '1.2'],
  ['0,125', '.', '0.125'],
  ['1200,125', '.', '1200.125'],
  ['6,35', '.', '6.35'],
] as const)('reads "%s" with the decimal separator %j of the other values as %s', (text, decimal, expected) => {
  expect(describeQuantity(text, decimal)).toBe(expected)
})

function inBase(text: string): number {
  const { low, unit } = parseQuantity(text)!
  return toBase(low, unit!)
}

test('quantities in different units are equal', () => {
  for (const equal of [
    ['1/4 in', '6.35 mm', '6,35 mm', '0.635 cm', '0.00635 m'],
    ['0.5 l', '500 ml', '50 cl'],
    ['1 kg', '1000 g', '0.001 t'],
    ['1 GHz', '1000 MHz'],
    ['1 kV', '1000 V', '1,000,000 mV'],
    ['2 A', '2000 mA'],
    ['1 GB', '1000 MB'],
    ['1 GiB', '1024 MiB'],
    ['68 °F', '20 °C'],
    ['10 bar', '1 MPa'],
  ])
    expect(new Set(equal.map(inBase)).size, equal.join(' = ')).toBe(1)
})

test('every unit converts to the base unit and back, and is found by all of its spellings', () => {
  for (const unit of UNITS) {
    for (const value of [0.25, 7, 1200]) expect(fromBase(toBase(value, unit), unit)).toBeCloseTo(value, 6)
    expect(fromBase(toBase(0, unit), unit), unit.symbol).toBe(0)
    for (const spelling of [unit.symbol, ...unit.spellings])
      expect(findUnit(spelling)?.symbol, spelling).toBe(unit.symbol)
  }
})
