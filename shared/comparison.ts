export const COMPARE_KEY = 'compare'

const TEXT_MAX_LENGTH = 200

/**
 * Reads the compared slugs in their order. A form repeats the parameter; links separate slugs with commas. Invalid slugs are
 * kept, because the page names products that do not exist.
 * @returns undefined if the query asks for no comparison
 */
export function readComparison(params: URLSearchParams): readonly string[] | undefined {
  const values = params.getAll(COMPARE_KEY)
  if (values.length === 0) return undefined
  const texts = values.flatMap((value) => value.split(','))
  return [...new Set(texts.map(shorten).filter(Boolean))]
}

export function writeComparison(slugs: readonly string[]): string {
  return `?${COMPARE_KEY}=${slugs.map(encodeURIComponent).join(',')}`
}

export function comparisonPath(slugs: readonly string[]): string {
  return `/products${writeComparison(slugs)}`
}

/** Truncates a text without splitting a surrogate pair, which a URL cannot encode. */
function shorten(text: string): string {
  return text
    .trim()
    .slice(0, TEXT_MAX_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
}
