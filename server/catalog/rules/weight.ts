import { memoizeBounded } from '../../platform/memoize-bounded.ts'

const GRAMS_PER_KILOGRAM = 1000

/** Creates the format of a locale, unit such as `gram`, and maximum number of decimals, which spaces separate. */
const formatOf = memoizeBounded((key) => {
  const [locale, unit, decimals] = key.split(' ')
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: Number(decimals) })
})

export function formatUnit(value: number, unit: string, maximumDecimals: number, locale: string): string {
  return formatOf(`${locale} ${unit} ${maximumDecimals}`).format(value)
}

/** Formats a weight in grams, or in kilograms from one kilogram, with a no-break space before the unit. */
export function formatWeight(grams: number, locale: string): string {
  const text =
    grams >= GRAMS_PER_KILOGRAM
      ? formatUnit(grams / GRAMS_PER_KILOGRAM, 'kilogram', 2, locale)
      : formatUnit(grams, 'gram', 0, locale)
  return text.replace(' ', '\u00A0')
}
