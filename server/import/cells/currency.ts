const currencies = new Set(Intl.supportedValuesOf('currency'))

/** Whether a code is one of ISO 4217. */
export function isCurrency(code: string): boolean {
  return currencies.has(code)
}

const signs = new Map<string, string>()

/** The sign that shops write beside their prices: `$` for USD and CAD alike, `kr`, `R$`; the code of a currency without one. */
export function currencySign(currency: string): string {
  let sign = signs.get(currency)
  if (sign === undefined) {
    const parts = new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
    }).formatToParts(0)
    sign = parts.find(({ type }) => type === 'currency')?.value ?? currency
    signs.set(currency, sign)
  }
  return sign
}
