/**
 * Chooses the form of a Polish noun after a whole number, by the rules of CLDR: 1 produkt, 2 produkty, 5 produktów.
 * `Intl.PluralRules` has the same result, but creating one takes a browser longer than the whole list of products.
 */
export function chooseForm(count: number, one: string, few: string, many: string): string {
  if (count === 1) return one
  const [last, lastTwo] = [count % 10, count % 100]
  return last >= 2 && last <= 4 && !(lastTwo >= 12 && lastTwo <= 14) ? few : many
}

interface ArabicForms {
  /** Without the number: 'منتج واحد'. */
  readonly one: string
  /** Without the number, because the dual says it: 'منتجان'. */
  readonly two: string
  /** After numbers that end in 03 to 10. */
  readonly few: string
  /** After numbers that end in 11 to 99. */
  readonly many: string
  /** After all other numbers: 0, 100, 101, 102, 200 … */
  readonly other: string
}

/** Counts in Arabic, by the rules of CLDR. @param number the formatted count */
export function countInArabic(count: number, number: string, { one, two, few, many, other }: ArabicForms): string {
  if (count === 1) return one
  if (count === 2) return two
  const lastTwo = count % 100
  const form = lastTwo >= 3 && lastTwo <= 10 ? few : lastTwo >= 11 ? many : other
  return `${number} ${form}`
}
