const GRAMS_PER_KILOGRAM = 1000

const weightFormats = new Map<string, Intl.NumberFormat>()

/** Formats a weight in grams, or in kilograms from one kilogram, with a no-break space before the unit. */
export function formatWeight(grams: number, locale: string): string {
  const isHeavy = grams >= GRAMS_PER_KILOGRAM
  const unit = isHeavy ? 'kilogram' : 'gram'
  const key = `${locale} ${unit}`
  let format = weightFormats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: isHeavy ? 2 : 0 })
    weightFormats.set(key, format)
  }
  return format.format(isHeavy ? grams / GRAMS_PER_KILOGRAM : grams).replace(' ', '\u00A0')
}
