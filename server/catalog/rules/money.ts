import { memoizeBounded } from '../../platform/memoize-bounded.ts'

/** Returns the number of decimals of a currency (ISO 4217): 2 for EUR, 0 for JPY, 3 for KWD. */
export const currencyFractionDigits = memoizeBounded(
  (currency) =>
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2,
)

/** Converts an amount from major to minor units, rounded to an integer. */
export function toMinorUnits(amount: number, currency: string): number {
  return Math.round(amount * 10 ** currencyFractionDigits(currency))
}

/** Formats a price for machines, with a decimal point and nothing else: '1234.50', or '1235' in JPY. */
export function formatDecimal(priceMinor: number, currency: string): string {
  const digits = currencyFractionDigits(currency)
  return (priceMinor / 10 ** digits).toFixed(digits)
}

/** Creates the format of a locale, currency and minimum number of decimals, which spaces separate. */
const formatOf = memoizeBounded((key) => {
  const [locale, currency, decimals] = key.split(' ')
  return new Intl.NumberFormat(locale, { style: 'currency', currency, minimumFractionDigits: Number(decimals) })
})

/** Formats a price in a locale. Whole amounts have no decimals. */
export function formatPrice(priceMinor: number, currency: string, locale: string): string {
  const digits = currencyFractionDigits(currency)
  const isWhole = priceMinor % 10 ** digits === 0
  return formatOf(`${locale} ${currency} ${isWhole ? 0 : digits}`).format(priceMinor / 10 ** digits)
}
