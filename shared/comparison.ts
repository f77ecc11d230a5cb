/** The query parameter that lists the products to compare: `/products?compare=oak-chair,ash-chair`. */
export const COMPARE_KEY = 'compare'

const TEXT_MAX_LENGTH = 200

/**
 * Reads the compared slugs in their order. A form repeats the parameter; links separate slugs with commas. Texts that are not
 * slugs are kept, because the page names the products that it does not find.
 * @returns undefined if the query asks for no comparison
 */
export function readComparison(params: URLSearchParams): readonly string[] | undefined {
  const values = params.getAll(COMPARE_KEY)
  if (values.length === 0) return undefined
  const texts = values.flatMap((value) => value.split(','))
  return [...new Set(texts.map(shorten).filter(Boolean))]
}

/** @returns the canonical query string with its question mark */
export function writeComparison(slugs: readonly string[]): string {
  return `?${COMPARE_KEY}=${slugs.map(encodeURIComponent).join(',')}`
}

/** @returns the canonical path of a comparison, with its query string */
export function comparisonPath(slugs: readonly string[]): string {
  return `/products${writeComparison(slugs)}`
}

/** Truncates a text without splitting a surrogate pair, because half a pair cannot be encoded in a URL. */
function shorten(text: string): string {
  return text
    .trim()
    .slice(0, TEXT_MAX_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
}
