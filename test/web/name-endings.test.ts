import { expect, test } from 'vitest'
import { BEGINNING_LENGTHS, chooseEndings } from '../../server/web/pages/name-endings.ts'
import { findEnding } from '../../shared/name-ending.ts'

test.each([
  ['Hexagon nut DIN 934', undefined],
  ['Hexagon socket head cap screw DIN 912 M6', 'DIN 912 M6'],
  ['Plain washer with chamfer DIN EN ISO 7090 M22', 'ISO 7090 M22'],
  ['Hexagon head screw M6 x 20 zinc plated', '20 zinc plated'],
  ['Verbindungsstück Edelstahlschornsteinanschluss L', 'L'],
  ['NEBULA-XR9000/ALPHA_CENTAURI-REV-1A', 'REV-1A'],
  ['円筒形電池用保護ケース耐衝撃性防水仕様屋外使用可能青', '様屋外使用可能青'],
  // 𠮷 consists of two UTF-16 code units.
  ['円筒形電池用保護ケース耐衝撃性防水仕様𠮷外使用可能青色', '𠮷外使用可能青色'],
])('the end of the name %s is %s', (name, ending) => {
  expect(findEnding(name)).toBe(ending)
})

const choose = (...names: string[]) =>
  Object.fromEntries(chooseEndings(names, BEGINNING_LENGTHS.column)) as Record<string, string>

test('a cut name shows its end if the ends or the visible beginnings already differ', () => {
  expect(choose('Cylindrical cell, Category 1 AAA', 'Cylindrical cell, Category 1 AA', 'Nut', 'Nut')).toEqual({})
  expect(choose('Oak chair with woven seat and back', 'Ash chair with woven seat and back')).toEqual({})
})

test('a cut name shows its end if the other name differs only in capitals', () => {
  expect(choose('Nut', 'NUT')).toEqual({})
  const name = 'Hexagon socket head cap screw DIN 912 M6'
  expect(choose(name, name.toUpperCase())).toEqual({})
})

test('names with the same beginning and end show the words in which they differ', () => {
  expect(
    choose('Round connector, 2-pin version, for outdoor use', 'Round connector, 12-pin version, for outdoor use'),
  ).toEqual({
    'Round connector, 2-pin version, for outdoor use': '2-pin version, …',
    'Round connector, 12-pin version, for outdoor use': '12-pin …',
  })
  expect(choose('MODULE-X100-AAAA-INDUSTRIAL-GRADE', 'MODULE-X100-BBBB-INDUSTRIAL-GRADE')).toEqual({
    'MODULE-X100-AAAA-INDUSTRIAL-GRADE': 'AAAA-INDUSTRIA …',
    'MODULE-X100-BBBB-INDUSTRIAL-GRADE': 'BBBB-INDUSTRIA …',
  })
})

test('an ending does not begin with the second half of a character', () => {
  const [one, other] = ['𠮷', '𠮸'].map(
    (character) => `保護ケース耐衝撃性防水仕様${character}外使用可能青色のもの高品質`,
  )
  for (const ending of Object.values(choose(one!, other!))) expect(ending.isWellFormed()).toBe(true)
  expect(Object.values(choose(one!, other!))).toHaveLength(2)
})

test('names that differ in two places show the words of both differences', () => {
  const pipes = ['ANSI', 'ASME'].flatMap((standard) =>
    ['0.125', '0.25'].map((size) => `Wrought steel pipe for high pressures ${standard} B36.10M NPS ${size}`),
  )
  const endings = choose(...pipes)
  expect(pipes.map((name) => endings[name])).toEqual([
    'ANSI B36.10M … 0.125',
    'ANSI B36.10M … 0.25',
    'ASME B36.10M … 0.125',
    'ASME B36.10M … 0.25',
  ])
})

test('a name that is the beginning of another one has an ending that is not empty', () => {
  const name = 'Universal bracket for distribution boards'
  for (const ending of Object.values(choose(name, `${name} distribution boards`))) expect(ending).toMatch(/\S/)
})
