import { readDecimal } from './decimal.ts'

const GRAMS_BY_UNIT: Readonly<Record<string, number>> = {
  g: 1,
  kg: 1000,
  lb: 453.59237,
  lbs: 453.59237,
  oz: 28.349523125,
}

/** A thousand tonnes: heavier things are mistaken units. */
const WEIGHT_MAX_GRAMS = 1e9

/**
 * Reads a weight; converted ones are exact to a hundredth of a gram.
 * @param unit in small letters
 * @returns grams, null where it is nothing, or undefined where it is no weight
 */
export function readWeightGrams(text: string, unit: string): number | null | undefined {
  const number = readDecimal(text)
  const factor = GRAMS_BY_UNIT[unit]
  if (number === undefined || factor === undefined) return undefined
  const grams = factor === 1 ? number : Math.round(number * factor * 100) / 100
  return grams > WEIGHT_MAX_GRAMS ? undefined : grams || null
}
