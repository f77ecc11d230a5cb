import { expect, test } from 'vitest'
import { parseList } from '../../../server/enquiries/part-lists/parse-list.ts'
import { LIST_LINES_MAX } from '../../../shared/part-list.ts'

/** Writes the readings of the only line of a list as 'quantity × number', and '?text' for a quantity that is not understood. */
function read(text: string, locale = 'en'): readonly string[] {
  const { lines } = parseList(text, locale)
  expect(lines).toHaveLength(1)
  return lines[0]!.readings.map(
    ({ number, quantity }) => `${typeof quantity === 'string' ? `?${quantity}` : (quantity ?? '-')} × ${number}`,
  )
}

/** The first reading of a line is the most probable one. */
const first = (text: string, locale?: string) => read(text, locale)[0]

test.each([
  ['20 × DIN 912 M6x20', ['20 x DIN 912 M6x20', '20x DIN 912 M6x20']],
  [
    '20 × ABC-123',
    [
      '20 × ABC-123',
      'ABC-123 20 pcs',
      'ABC-123 (20 pcs)',
      '- 20 x ABC-123',
      '1. 20 x ABC-123',
      'Pos. 3: 20 x ABC-123',
      'ABC-123\t20',
      '20\tABC-123',
      'ABC-123\t\t\t20\t',
      'ABC-123;20',
      'ABC-123, 20',
      'ABC-123    20',
      'ABC-123|20',
      '"ABC-123","20"',
      'ABC-123\t20 Stk',
      'ABC-123\t20\t12,50 €',
      '\uFEFFABC-123\t20',
      'ABC\u00AD-123\t2\u200B0',
    ],
  ],
  ['5 × ABC-123', ['5 * ABC-123', '5 pcs ABC-123', '5 pcs. of ABC-123', 'ABC-123 qty 5', 'Menge: 5 Stk ABC-123']],
  ['2 × ABC-123', ['2 Stk. ABC-123', '2 Stk ABC-123', '2 Stück ABC-123', 'ABC-123, 2 Stk.', '• 2 Stk. ABC-123']],
  ['3 × ABC-123', ['3 uds. ABC-123', '3 unidades de ABC-123', '3 piezas ABC-123']],
  ['4 × ABC-123', ['4 pièces ABC-123', '4 pz ABC-123']],
  ['20 × 912-6-20', ['20 x 912-6-20']],
  ['7 × ABC-123', ['ABC-123, Anzahl 7', 'ABC-123 cantidad: 7']],
  ['100 × DIN 912 M6 x 20', ['DIN 912 M6 x 20, 100 Stk']],
  ['20 × ABC;123', ['"ABC;123";20']],
  ['3 × Rod 1/2" long', ['"Rod 1/2"" long";3']],
  ['2 × 4006381333931', ['4006381333931\t2']],
  [
    '1000 × ABC-123',
    ['1000 x ABC-123', "1'000 pcs ABC-123", '1\u00A0000 Stk ABC-123', 'ABC-123\t1 000', '1,000 pcs ABC-123'],
  ],
  ['20 × DIN 912', ['20\u00A0x\u00A0DIN\u00A0912']],
  ['- × ABC-123', ['ABC-123']],
  ['- × Zylinderschraube mit Innensechskant', ['Zylinderschraube mit Innensechskant']],
  ['- × 20xM6', ['20xM6']],
] as const)('reads %j from %j', (expected, lines) => {
  for (const line of lines) expect(first(line), line).toBe(expected)
})

test.for([
  ['M6 20', ['- × M6 20', '20 × M6']],
  ['DIN 912', ['- × DIN 912', '912 × DIN']],
  ['100 DIN 912', ['- × 100 DIN 912', '100 × DIN 912', '912 × 100 DIN']],
  ['4006381333931 2', ['- × 4006381333931 2', '2 × 4006381333931']],
  ['5 x 4006381333931', ['- × 5 x 4006381333931', '5 × 4006381333931']],
  ['20 x 30 mm tube', ['- × 20 x 30 mm tube', '20 × 30 mm tube']],
  ['DIN 912 M6 x 20', ['- × DIN 912 M6 x 20', '20 × DIN 912 M6']],
  ['ABC-123,20', ['- × ABC-123,20', '20 × ABC-123']],
  ['ABC-123 (20)', ['- × ABC-123 (20)', '20 × ABC-123']],
  ['20 x ABC-123', ['20 × ABC-123', '- × 20 x ABC-123']],
] as const)(
  'returns all readings of %j, because its form does not tell number and quantity apart',
  ([line, expected]) => {
    for (const reading of expected) expect(read(line)).toContain(reading)
    expect(read(line)[0]).toBe(expected[0])
  },
)

test('two numbers in cells are read both ways', () => {
  expect(read('12345\t678')).toEqual(['678 × 12345', '12345 × 678'])
})

test.for([
  ['2 boxes ABC-123', 'en', '2 boxes'],
  ['5 VE ABC-123', 'de', '5 VE'],
  ['ABC-123\t2 Kartons', 'de', '2 Kartons'],
  ['1.000 pcs ABC-123', 'en', '1.000'],
  ['2,5 Stk ABC-123', 'de', '2,5'],
  ['0 pcs ABC-123', 'en', '0'],
  ['1000000 pcs ABC-123', 'en', '1000000'],
  ['Hex bolt\t4\t5', 'en', '4 / 5'],
] as const)('says that the quantity of %j in %s is unclear', ([line, locale, unclear]) => {
  const { lines } = parseList(line, locale)
  const [reading] = lines[0]!.readings
  expect(reading).toMatchObject({ quantity: unclear })
})

test('the separator of thousands follows the language of the site', () => {
  expect([first('1.000 Stk ABC-123', 'de'), first('1,000 pcs ABC-123', 'en')]).toEqual([
    '1000 × ABC-123',
    '1000 × ABC-123',
  ])
  expect(first('1.000.000,00 ABC', 'de')).toBe('- × 1.000.000,00 ABC')
})

test('a unit of measure is part of the name', () => {
  expect(read('10 m cable NYM-J')).not.toContain('10 × m cable NYM-J')
  expect(read('cable NYM-J 10 m')).toEqual(['- × cable NYM-J 10 m'])
})

const readAll = (text: string) =>
  parseList(text, 'de').lines.map(({ readings: [reading] }) => [reading?.number, reading?.quantity])

test.for([
  ['Artikelnummer;Menge\r\nABC-1;20\r\nABC-2;\r\n', ';'],
  ['Part No.\tQty\tDescription\nABC-1\t20\tBolt\nABC-2\t\tNut\n', 'English'],
  ['Pos;Bezeichnung;Bestell-Nr.;Anzahl;Preis\n1;Schraube;ABC-1;20;3\n2;Mutter;ABC-2;;4', 'with positions and prices'],
  ['referencia,descripción,cantidad\nABC-1,Tornillo,20\nABC-2,Tuerca,', 'Spanish'],
] as const)('takes number and quantity from the columns of the headings: %j', ([text]) => {
  expect(readAll(text)).toEqual([
    ['ABC-1', 20],
    ['ABC-2', null],
  ])
})

test('a list of part numbers with a heading and no quantities has none', () => {
  expect(readAll('SKU\nABC-1\nABC-2')).toEqual([
    ['ABC-1', null],
    ['ABC-2', null],
  ])
})

test('a quantity in its column that is no number is unclear', () => {
  expect(readAll('Artikel;Menge\nABC-1;n. V.\nABC-2;5,000')).toEqual([
    ['ABC-1', 'n. V.'],
    ['ABC-2', '5,000'],
  ])
})

test('does not take the position of a line in its list for a quantity', () => {
  expect(readAll('10\tABC-1\t5\n20\tABC-2\t5\n30\tABC-3\t7')).toEqual([
    ['ABC-1', 5],
    ['ABC-2', 5],
    ['ABC-3', 7],
  ])
})

test('splits lines at CRLF, CR and LF, and skips empty lines', () => {
  expect(readAll('ABC-1;1\r\n\r\nABC-2;2\rABC-3;3\n\n  \n---')).toEqual([
    ['ABC-1', 1],
    ['ABC-2', 2],
    ['ABC-3', 3],
  ])
})

test('a quotation mark for inches does not swallow the next lines', () => {
  expect(readAll('"1/2 pipe;3\nABC-2;2')).toHaveLength(2)
})

test('keeps each line as it was pasted', () => {
  expect(parseList('  2 Stk.  ABC-1 \nABC-2\t5', 'de').lines.map(({ text }) => text)).toEqual([
    '2 Stk.  ABC-1',
    'ABC-2\t5',
  ])
})

test('any word of a line may be the part number; a quantity without a unit beside a name is then unclear', () => {
  const [line] = parseList('Bitte 20 Stk. Schraube ABC-123 liefern', 'de').lines
  expect(line!.wordReadings).toEqual([{ number: 'ABC-123', quantity: 20 }])
  const [other] = parseList('ABC-123 Schraube 100', 'de').lines
  expect(other!.wordReadings).toEqual([{ number: 'ABC-123', quantity: '100' }])
})

const list = (length: number) => Array.from({ length }, (_, index) => `ABC-${index}`).join('\n')

test('reads at most 500 lines', () => {
  expect(parseList(list(LIST_LINES_MAX), 'en')).toMatchObject({ isCut: false })
  const { lines, isCut } = parseList(list(LIST_LINES_MAX + 1), 'en')
  expect([lines.length, isCut]).toEqual([LIST_LINES_MAX, true])
})

test('reads 64 KB of odd text in little time and memory', () => {
  for (const part of ['1 ', '"', '1x', ',', 'Stk ', '((', '1.000', 'a"\n'])
    expect(parseList(part.repeat(65_536 / part.length), 'de').lines.length).toBeLessThanOrEqual(LIST_LINES_MAX)
})
