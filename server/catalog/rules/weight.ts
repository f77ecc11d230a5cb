const GRAMS_PER_KILOGRAM = 1000

const formats = new Map<string, Intl.NumberFormat>()

/** Returns the cached format of a unit such as `gram`, because creating a format takes longer than formatting. */
export function unitFormat(locale: string, unit: string, maximumFractionDigits: number): Intl.NumberFormat {
  const key = `${locale} ${unit}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits })
    formats.set(key, format)
  }
  return format
}

/** Formats a weight in grams, or in kilograms from one kilogram, with a no-break space before the unit. */
export function formatWeight(grams: number, locale: string): string {
  const text =
    grams >= GRAMS_PER_KILOGRAM
      ? unitFormat(locale, 'kilogram', 2).format(grams / GRAMS_PER_KILOGRAM)
      : unitFormat(locale, 'gram', 0).format(grams)
  return text.replace(' ', '\u00A0')
}
