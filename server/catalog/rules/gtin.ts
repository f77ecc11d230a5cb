type GtinReading = { readonly gtin: string; readonly isRestored?: true } | { readonly fault: string }

/** Matches a possible GTIN-12 without leading zeros. Shorter numbers are usually internal. */
const GTIN_WITHOUT_ZEROS = /^\d{9,11}$/

/** GTIN-13 prefixes for internal use and coupons. */
const LOCAL_PREFIXES = /^(?:02|04|05|2\d|98|99)/

/**
 * Validates a barcode as a GTIN. Leading zeros that a spreadsheet removed are restored (`isRestored`) if the check
 * digit then matches; an ISBN-10 becomes its ISBN-13.
 * @returns the GTIN, or what is wrong, as in "is not a GTIN ..."
 */
export function readGtin(barcode: string): GtinReading {
  const code = barcode.replace(/[\s-]/g, '').toUpperCase()
  const digits = /^\d{9}[\dX]$/.test(code) ? convertIsbn10(code) : code
  const restored = restoreZeros(code)
  if (restored !== undefined && (digits === undefined || digits === code)) return { gtin: restored, isRestored: true }
  if (digits === undefined) return { fault: 'is an ISBN with a wrong check digit' }
  if (!/^(?:\d{8}|\d{12}|\d{13}|\d{14})$/.test(digits)) return { fault: 'is not a GTIN (8, 12, 13 or 14 digits)' }
  if (checkDigit(digits.slice(0, -1)) !== Number(digits.at(-1))) return { fault: 'is a GTIN with a wrong check digit' }
  if (isLocal(digits)) return { fault: 'is a number for internal use in a shop, not a GTIN' }
  return { gtin: digits }
}

/** Pads a GTIN to 14 digits, to compare different lengths. */
export function padGtin(gtin: string): string {
  return gtin.padStart(14, '0')
}

function restoreZeros(code: string): string | undefined {
  const restored = code.padStart(12, '0')
  const agrees = GTIN_WITHOUT_ZEROS.test(code) && checkDigit(restored.slice(0, -1)) === Number(restored.at(-1))
  return agrees && !isLocal(restored) ? restored : undefined
}

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
