/** A number, a space and a unit: up to four letters, or a sign such as % and °C. */
const NUMBER_WITH_UNIT = /(\d) (?=(?:[%‰°′″]|[\p{L}µΩ]{1,4}(?!\p{L})))/gu

/** Puts no-break spaces between numbers and their units, so that lines do not break there. */
export function keepUnits(text: string): string {
  return text.replace(NUMBER_WITH_UNIT, '$1\u00A0')
}
