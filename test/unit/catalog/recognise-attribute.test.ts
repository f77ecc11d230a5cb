import { expect, test } from 'vitest'
import { recogniseAttribute, type AttributeRule } from '../../../server/catalog/rules/recognise-attribute.ts'

const recognise = (name: string, labels: readonly string[], rule?: AttributeRule, locale = 'en') =>
  recogniseAttribute(
    name,
    labels.map((label) => ({ label, count: 1 })),
    locale,
    rule,
  )

test.each([
  ['Length', ['1/4 in', '6.35 mm', '6,35 mm', '1 cm'], 'length', 'mm', [6.35, 6.35, 6.35, 10]],
  ['Weight', ['500 g', '1.5 kg', '2 kg'], 'mass', 'kg', [500, 1500, 2000]],
  ['Volume', ['0,5 l', '500 ml', '1 l'], 'volume', 'l', [500, 500, 1000]],
  ['Voltage', ['12 V', '24 VDC', '100 - 240 V'], 'voltage', 'V', [12, 24, [100, 240]]],
  ['Memory', ['512 MB', '1 GB', '2 GB'], 'data', 'GB', [512e6, 1e9, 2e9]],
  ['Temperature', ['-20 to 60 °C', '32 °F'], 'temperature', '°C', [[-20, 60], 0]],
  ['Width (mm)', ['5', '6.5', '1 cm'], 'length', 'mm', [5, 6.5, 10]],
  ['Gewicht [kg]', ['5', '6,5'], 'mass', 'kg', [5000, 6500]],
  ['Länge in cm', ['5', '6'], 'length', 'cm', [50, 60]],
  ['Bolts', ['4', '8', '12'], 'number', '', [4, 8, 12]],
  ['Pages', ['1,200', '1,350', '900', '12.5'], 'number', '', [1200, 1350, 900, 12.5]],
  ['Contents', ['10 pcs', '6 pc(s)', '100 Stück'], 'count', 'pcs', [10, 6, 100]],
  ['Thickness', ['3 mm', '4 mm', '5 mm', '6 mm', 'on request'], 'length', 'mm', [3, 4, 5, 6, null]],
  ['Thickness', ['3 mm', '4 mm', '5 mm', '6 mm', '7'], 'length', 'mm', [3, 4, 5, 6, null]],
] as const)('recognises %s with the values %j as %s in "%s"', (name, labels, kind, unit, numbers) => {
  expect(recognise(name, labels)).toMatchObject({ kind, unit, numbers })
})

test.each([
  ['Size', ['M5', 'M6', 'M8']],
  ['Size', ['10 x 20 mm', '20 x 30 mm']],
  ['Colour', ['Red', 'Blue']],
  ['Connector', ['RJ-45', 'USB A', '3.5mm', 'VGA']],
  ['Thickness', ['3 mm', '4 mm', 'on request', 'none']],
  ['Weight or length', ['3 mm', '4 mm', '5 kg', '6 kg']],
  ['Bluetooth version', ['4.2', '5.0', '5.1']],
  ['EAN code', ['4006381', '4006382']],
  ['Processor id', ['35568', '33910']],
  ['Certificate', ['2020-01-31', '31.12.2020']],
  ['Fans', ['120', '120,140', '80,90,120']],
  ['Delay', ['10', '2,10', '2,5']],
  ['Notes', []],
] as const)('does not recognise %s with the values %j as a number', (name, labels) => {
  expect(recognise(name, labels)).toBeNull()
})

test('the share of numbers counts products, not distinct values', () => {
  const values = [
    { label: '5 mm', count: 98 },
    { label: '6 mm', count: 1 },
    { label: 'none', count: 1 },
  ]
  expect(recogniseAttribute('Length', values, 'en')?.share).toBe(0.99)
})

test('the language decides whether a point before three digits is a decimal point, unless other values show it', () => {
  expect(recognise('Weight', ['1.200 g', '1.500 g'], undefined, 'de')?.numbers).toEqual([1200, 1500])
  expect(recognise('Weight', ['1.200 g', '1.500 g'], undefined, 'en')?.numbers).toEqual([1.2, 1.5])
  expect(recognise('Weight', ['1.200 g', '1.55 g'], undefined, 'de')?.numbers).toEqual([1.2, 1.55])
  expect(recognise('Weight', ['1,200 g', '1,55 g'], undefined, 'en')?.numbers).toEqual([1.2, 1.55])
})

test("the owner's rule overrides what the values suggest", () => {
  expect(recognise('Length', ['5 mm', '6 mm'], { type: 'text', unit: null })).toBeNull()
  expect(recognise('Processor id', ['5', '6'], { type: 'number', unit: null })).toMatchObject({
    kind: 'number',
    unit: '',
  })
  expect(recognise('Weight', ['5', '6', '1 kg'], { type: 'number', unit: 'g' })).toMatchObject({
    kind: 'mass',
    unit: 'g',
    numbers: [5, 6, 1000],
  })
  expect(recognise('Colour', ['Red'], { type: 'number', unit: null })).toBeNull()
})
