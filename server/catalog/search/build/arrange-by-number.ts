import { endsOf, type NumericAttribute, type ValueNumber } from '../../rules/recognise-attribute.ts'
import type { ValuePostings } from './value-postings.ts'

/**
 * Orders values by number, texts last. Equal numbers such as '1/4 in' and '6.35 mm' get the spelling that most products use.
 * @returns the attribute with its numbers in the new order
 */
export function arrangeByNumber(values: ValuePostings, numeric: NumericAttribute): NumericAttribute {
  const { counted } = values
  const groups = Map.groupBy(numeric.numbers.keys(), (index) => String(numeric.numbers[index] ?? `text ${index}`))
  const arranged = [...groups.values()]
    .map((group) => {
      const indexes = group.toSorted((one, other) => (counted[other]?.count ?? 0) - (counted[one]?.count ?? 0))
      return { indexes, number: numeric.numbers[indexes[0] ?? 0] ?? null }
    })
    .toSorted((one, other) => compareNumbers(one.number, other.number))
  values.arrange(arranged.map(({ indexes }) => indexes))
  return { ...numeric, numbers: arranged.map(({ number }) => number) }
}

function compareNumbers(one: ValueNumber, other: ValueNumber): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  const [[oneLow, oneHigh], [otherLow, otherHigh]] = [endsOf(one), endsOf(other)]
  return oneLow - otherLow || oneHigh - otherHigh
}
