export const BUILDS_PATH = '/builds/'

/** Builds the URL of the newest build's id. The timestamp bypasses caches. */
export function latestBuildUrl(timestampMs: number): string {
  return `${BUILDS_PATH}latest.json?${timestampMs}`
}

export function buildManifestUrl(buildId: string): string {
  return `${BUILDS_PATH}meta/${buildId}.json`
}

/** Response header of payloads (page data as JSON) with the build id. Pages of another build must not use the payload. */
export const BUILD_ID_HEADER = 'X-Build-Id'

/** Response header of payloads with the id of the frame (the layout's data) that belongs to the page. */
export const FRAME_ID_HEADER = 'X-Frame-Id'

export const CLIENT_ERRORS_PATH = '/client-errors'

export const SUGGESTIONS_PATH = '/suggestions'

const PAYLOAD_FILE = '_payload.json'

export function productPath(slug: string, variantKey = ''): string {
  return variantPath(`/products/${encodeURIComponent(slug)}`, variantKey)
}

/** @param path path or URL of a product */
export function variantPath(path: string, key: string): string {
  return key ? `${path}?variant=${encodeURIComponent(key)}` : path
}

export function categoryPath(slug: string): string {
  return `/category/${encodeURIComponent(slug)}`
}

export function contactPath(productSlug: string, variantKey = ''): string {
  const path = `/contact?product=${encodeURIComponent(productSlug)}`
  return variantKey ? `${path}&variant=${encodeURIComponent(variantKey)}` : path
}

/** Builds the `tel:` URL of a phone number in any notation. */
export function phoneUrl(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`
}

/**
 * Builds the URL of a page's payload. The build id is appended to the query without a name, such as
 * `/products/_payload.json?page=2&{build id}`.
 */
export function payloadUrl(pathname: string, search: string, buildId: string): string {
  return `${payloadPath(pathname)}${search ? `${search}&` : '?'}${buildId}`
}

/** Builds the path of a page's payload, also for a path pattern. */
export function payloadPath(pathname: string): string {
  return `${pathname === '/' ? '' : pathname}/${PAYLOAD_FILE}`
}

/** Returns the page's path if the path is that of a payload, otherwise undefined. */
export function readPayloadPath(pathname: string): string | undefined {
  if (!pathname.endsWith(`/${PAYLOAD_FILE}`)) return undefined
  return pathname.slice(0, -PAYLOAD_FILE.length - 1) || '/'
}

export const ROOT_ID = 'root'
export const DOCUMENT_DATA_ID = 'document-data'
export const LATE_DATA_ID = 'late-data'

/** Decodes a part of a URL. Malformed percent-encoding stays as it is. */
export function decodeOrKeep(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export const COMPARE_KEY = 'compare'

export function writeComparison(slugs: readonly string[]): string {
  return `?${COMPARE_KEY}=${slugs.map(encodeURIComponent).join(',')}`
}

export function comparisonPath(slugs: readonly string[]): string {
  return `/products${writeComparison(slugs)}`
}
