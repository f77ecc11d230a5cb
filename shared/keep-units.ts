/** Matches a number, a space and a unit, which is a sign or has up to four letters. */
const NUMBER_WITH_UNIT = /(\d) (?=(?:[%‰°′″]|[\p{L}µΩ]{1,4}(?!\p{L})))/gu

export function keepUnits(text: string): string {
  return text.replace(NUMBER_WITH_UNIT, '$1\u00A0')
}
