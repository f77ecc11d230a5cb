import { currencyFractionDigits } from '../../../../shared/money.ts'

type PriceReading = { readonly minor: number } | { readonly fault: string }

const SPACES_AND_APOSTROPHES = /[\s\u00A0\u2007\u2009\u202F'’]/g

/** Beyond this a price is a mistake, and sums of minor units stay exact. */
const MINOR_UNITS_MAX = 1e13

/**
 * Reads a price as shops and spreadsheets write it: `1234.5`, `1.234,50`, `1 234,50`, `€ 12`, `12 EUR`.
 * What can be read in two ways (`1,234`) is a fault: a price that is wrong by a thousand is worse than none.
 * @param currency ISO 4217; decides how many decimals there are
 */
export function readPrice(text: string, currency: string): PriceReading {
  const code = /[A-Za-z]{3}/.exec(text)?.[0]?.toUpperCase()
  if (code !== undefined && code !== currency) return { fault: `is no price in ${currency}` }
  const bare = text
    .replace(/[A-Za-z]{3}|\p{Sc}/u, '')
    .replace(SPACES_AND_APOSTROPHES, '')
    .replace('−', '-')
  if (/^-[\d.,]+$|^[\d.,]+-$|^\([\d.,]+\)$/.test(bare)) return { fault: 'is negative' }
  const amount = /^\+?([\d.,]+)$/.exec(bare)?.[1]
  if (amount === undefined || !/\d/.test(amount)) return { fault: 'is no price' }
  return readAmount(amount, currency)
}

function readAmount(amount: string, currency: string): PriceReading {
  const digits = currencyFractionDigits(currency)
  const decimalAt = findDecimalSeparator(amount, digits)
  if (decimalAt === 'ambiguous') return { fault: 'can be read in two ways; write it without a thousands separator' }
  const whole = decimalAt === null ? amount : amount.slice(0, decimalAt)
  const fraction = decimalAt === null ? '' : amount.slice(decimalAt + 1)
  if (!/^\d*$|^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(whole) || !/^\d*$/.test(fraction)) return { fault: 'is no price' }
  if (/[1-9]/.test(fraction.slice(digits))) return { fault: `has more decimals than ${currency} has` }
  const minor = Number(whole.replace(/[.,]/g, '') + fraction.slice(0, digits).padEnd(digits, '0'))
  return minor <= MINOR_UNITS_MAX ? { minor } : { fault: 'is too large' }
}

/** @returns its position, null where the amount is whole, or 'ambiguous' where it may as well separate thousands */
function findDecimalSeparator(amount: string, digits: number): number | null | 'ambiguous' {
  const separators = [...amount.matchAll(/[.,]/g)]
  const last = separators.at(-1)
  if (last === undefined) return null
  const isMixed = separators.some(([sign]) => sign !== last[0])
  if (separators.length > 1) return isMixed ? last.index : null
  const looksLikeThousands = /^[1-9]\d{0,2}[.,]\d{3}$/.test(amount)
  return looksLikeThousands && digits !== 3 ? 'ambiguous' : last.index
}
