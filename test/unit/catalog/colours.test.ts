import { expect, test } from 'vitest'
import { areColours, readColours } from '../../../server/catalog/rules/colours.ts'

test.each([
  ['Navy Blue', ['#1b2a49']],
  ['DarkSlateGray', ['darkslategray']],
  ['heather green', ['#2e7d32']],
  ['Weiß', ['#ffffff']],
  ['Dunkelblau', ['#00008b']],
  ['hellgrau', ['#808080']],
  ['Vert', ['#2e7d32']],
  ['Bleu marine', ['#1b2a49']],
  ['rojo', ['#d32f2f']],
  ['żółty', ['#ffd600']],
  ['grønn', ['#2e7d32']],
  ['Off-white', ['#fff4d6']],
  ['black/white', ['#000000', '#ffffff']],
  ['Schwarz / Weiß', ['#000000', '#ffffff']],
  ['rouge et noir', ['#d32f2f', '#000000']],
  ['Black,Cyan,Magenta,Yellow', ['#000000', '#00a9ce', '#e91e8c', '#ffd600']],
  ['Multicolour', []],
  ['black/unknown', []],
  ['Set of red wine glasses', []],
  ['45', []],
  ['', []],
])('reads the colours of %s', (value, colours) => {
  expect(readColours(value)).toEqual(colours)
})

test('areColours accepts values if at least half of them name a colour', () => {
  expect(areColours(['Navy', 'Harvest'])).toBe(true)
  expect(areColours(['Orange', 'Nougat', 'Pistachio'])).toBe(false)
  expect(areColours([])).toBe(false)
})
