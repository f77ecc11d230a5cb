/** A decimal number with a point or a comma (`.5`, `1,25`), or undefined. */
export function readDecimal(text: string): number | undefined {
  return /^(?:\d+(?:[.,]\d*)?|[.,]\d+)$/.test(text) ? Number(text.replace(',', '.')) : undefined
}
