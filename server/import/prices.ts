import { currencyFractionDigits, formatDecimal } from '../catalog/rules/money.ts'
import { foldText } from '../../shared/slug.ts'

/** A price in minor units, or null for a price on request. */
type PriceReading = { readonly minor: number | null } | { readonly fault: string }

const SPACES_AND_APOSTROPHES = /[\s\u00A0\u2007\u2009\u202F'’]/g

/** Sums of many prices up to this limit are still exact integers. */
const MINOR_UNITS_MAX = 1e13

/** Matches "price on request" with spaces for punctuation: 'P.O.A.' is 'p o a'. */
const ON_REQUEST =
  /^(?:(?:price |preis |precio )?(?:(?:up)?on (?:request|application|enquiry|inquiry)|auf anfrage|a consultar|bajo (?:consulta|pedido|peticion))|p ?o ?[ar]|(?:ask|call) for (?:a )?price|anfrage|consultar(?: (?:el )?precio)?)$/

/** Also matches the word for euros, which is the same in the languages of the interface. */
const CURRENCY_CODE = /(?<!\p{L})(?:[a-z]{3}|euros?)(?!\p{L})/iu

/**
 * Reads a price as shops and spreadsheets write it: `1.234,50`, `€ 12`, `10,- €`, `P.O.A.`. An ambiguous price
 * (`1,234`) is a fault, because a wrong guess would be off by a factor of 1,000.
 * @param currency ISO 4217; decides about decimals and accepted symbols
 */
export function readPrice(text: string, currency: string): PriceReading {
  if (!/\d/.test(text)) {
    const words = foldText(text).replace(/[^\p{L}]+/gu, ' ')
    if (ON_REQUEST.test(words.trim())) return { minor: null }
    return { fault: `is not a price, because it has no digits; ${adviseAmount(currency)}` }
  }
  const code = CURRENCY_CODE.exec(text)?.[0].slice(0, 3).toUpperCase()
  if (code !== undefined && code !== currency)
    return { fault: isCurrency(code) ? describeForeign(`in ${code}`, currency) : describeNoPrice(currency) }
  const foreignSign = text.match(/\p{Sc}/gu)?.find((sign) => !currencySymbol(currency).includes(sign.normalize('NFKC')))
  if (foreignSign !== undefined) return { fault: describeForeign(`in another currency (${foreignSign})`, currency) }
  const bare = text
    .replace(currencySymbol(currency), '')
    .replace(CURRENCY_CODE, '')
    .replace(/\p{Sc}/u, '')
    .replace(SPACES_AND_APOSTROPHES, '')
    .replace('−', '-')
    // A dash replaces the decimals of a whole amount: `10,-`, `10.--`, `10,–`.
    .replace(/(?<=\d[.,])[-–—]{1,2}$/, '0')
  if (/^-[\d.,]+$|^[\d.,]+-$|^\([\d.,]+\)$/.test(bare)) return { fault: 'is negative' }
  const amount = /^\+?([\d.,]+)$/.exec(bare)?.[1]
  if (amount === undefined || !/\d/.test(amount)) return { fault: describeNoPrice(currency) }
  return readAmount(amount, currency)
}

/** Currencies whose signs no other one has. */
const SINGLE = ['EUR', 'GBP', 'INR', 'TRY', 'RUB', 'UAH', 'ILS', 'KRW', 'VND', 'THB']

/** Returns the currency that a price names, by a code or by a sign that only one currency has. */
export function findNamedCurrency(price: string): string | undefined {
  if (!/\d/.test(price)) return undefined
  const code = CURRENCY_CODE.exec(price)?.[0].slice(0, 3).toUpperCase()
  const sign = /\p{Sc}/u.exec(price)?.[0]
  return code !== undefined && isCurrency(code) ? code : SINGLE.find((single) => currencySymbol(single) === sign)
}

function describeForeign(what: string, currency: string): string {
  return `is ${what}, but the site's currency is ${currency}; change the price, or the currency of the site: npm run catalog -- site --currency CODE`
}

function describeNoPrice(currency: string): string {
  return `is not a price in ${currency}; ${adviseAmount(currency)}`
}

/** The example has as many decimals as the currency. */
function adviseAmount(currency: string): string {
  return `write it as ${formatDecimal(1_250, currency)}, or leave it blank for a price on request`
}

function readAmount(amount: string, currency: string): PriceReading {
  const digits = currencyFractionDigits(currency)
  const decimalAt = findDecimalSeparator(amount, digits)
  if (decimalAt === 'ambiguous') return { fault: 'is ambiguous; write it without a thousands separator' }
  const whole = decimalAt === null ? amount : amount.slice(0, decimalAt)
  const fraction = decimalAt === null ? '' : amount.slice(decimalAt + 1)
  if (!/^\d*$|^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(whole) || !/^\d*$/.test(fraction))
    return { fault: describeNoPrice(currency) }
  if (/[1-9]/.test(fraction.slice(digits))) return { fault: `has more decimals than ${currency} has` }
  const minor = Number(whole.replace(/[.,]/g, '') + fraction.slice(0, digits).padEnd(digits, '0'))
  return minor <= MINOR_UNITS_MAX ? { minor } : { fault: 'is too large' }
}

function findDecimalSeparator(amount: string, digits: number): number | null | 'ambiguous' {
  const separators = [...amount.matchAll(/[.,]/g)]
  const last = separators.at(-1)
  if (last === undefined) return null
  const isMixed = separators.some(([sign]) => sign !== last[0])
  if (separators.length > 1) return isMixed ? last.index : null
  const looksLikeThousands = /^[1-9]\d{0,2}[.,]\d{3}$/.test(amount)
  return looksLikeThousands && digits !== 3 ? 'ambiguous' : last.index
}

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** @param code ISO 4217, in capitals */
export function isCurrency(code: string): boolean {
  return currencies.has(code)
}

const signs = new Map<string, string>()

/** Returns `$` for both USD and CAD, and the code if there is no symbol. */
function currencySymbol(currency: string): string {
  let sign = signs.get(currency)
  if (sign === undefined) {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    sign = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency
    signs.set(currency, sign)
  }
  return sign
}
