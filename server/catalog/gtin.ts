/** `isRestored`: the leading zeros that the code lost in a spreadsheet were added again. */
type GtinReading = { readonly gtin: string; readonly isRestored?: true } | { readonly fault: string }

/** The shortest code whose leading zeros can be told: a GTIN-12 without three of them. Shorter ones are a shop's own. */
const DIGITS_OF_NUMBER = /^\d{9,11}$/

/** Prefixes (of 13 digits) that a shop may give away itself, and those of coupons: they name no article in the world. */
const LOCAL_PREFIXES = /^(?:02|04|05|2\d|98|99)/

/**
 * Reads a barcode as a GTIN. A code that lost its leading zeros in a spreadsheet gets them back if the check digit agrees.
 * An ISBN of ten characters becomes its thirteen digits.
 */
export function readGtin(barcode: string): GtinReading {
  const code = barcode.replace(/[\s-]/g, '').toUpperCase()
  const digits = /^\d{9}[\dX]$/.test(code) ? convertIsbn10(code) : code
  const restored = restoreZeros(code)
  if (restored !== undefined && (digits === undefined || digits === code)) return { gtin: restored, isRestored: true }
  if (digits === undefined) return { fault: 'is an ISBN with a wrong check digit' }
  if (!/^(?:\d{8}|\d{12}|\d{13}|\d{14})$/.test(digits)) return { fault: 'is no GTIN (8, 12, 13 or 14 digits)' }
  if (checkDigit(digits.slice(0, -1)) !== Number(digits.at(-1))) return { fault: 'is a GTIN with a wrong check digit' }
  if (isLocal(digits)) return { fault: 'is a number for use inside a shop, not a global one' }
  return { gtin: digits }
}

/** The form in which GTINs of different lengths are compared. */
export function padGtin(gtin: string): string {
  return gtin.padStart(14, '0')
}

function restoreZeros(code: string): string | undefined {
  const restored = code.padStart(12, '0')
  const agrees = DIGITS_OF_NUMBER.test(code) && checkDigit(restored.slice(0, -1)) === Number(restored.at(-1))
  return agrees && !isLocal(restored) ? restored : undefined
}

/** From the right: three, one, three, one ... */
function checkDigit(digits: string): number {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    sum += Number(digits[digits.length - 1 - index]) * (index % 2 === 0 ? 3 : 1)
  }
  return (10 - (sum % 10)) % 10
}

function convertIsbn10(isbn: string): string | undefined {
  let sum = 0
  for (let index = 0; index < 10; index++) sum += (isbn[index] === 'X' ? 10 : Number(isbn[index])) * (10 - index)
  if (sum % 11 !== 0) return undefined
  const body = `978${isbn.slice(0, 9)}`
  return `${body}${checkDigit(body)}`
}

function isLocal(digits: string): boolean {
  if (/^0+$/.test(digits)) return true
  if (digits.length === 8) return /^[02]/.test(digits)
  return LOCAL_PREFIXES.test(digits.padStart(14, '0').slice(1))
}
