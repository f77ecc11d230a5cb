/** Where the build's files are served. */
export const BUILDS_PATH = '/builds/'

/** Address of the newest build's id; the time in it keeps every cache out. */
export function latestBuildUrl(timestampMs: number): string {
  return `${BUILDS_PATH}latest.json?${timestampMs}`
}

/** Address of a build's manifest. */
export function buildManifestUrl(buildId: string): string {
  return `${BUILDS_PATH}meta/${buildId}.json`
}

/** Of each payload: the build that made it, whose pages alone are sure to understand it. */
export const BUILD_ID_HEADER = 'X-Build-Id'

/** Of each payload: the frame that its page belongs in. */
export const FRAME_ID_HEADER = 'X-Frame-Id'

/** Takes what went wrong in a browser. */
export const CLIENT_ERRORS_PATH = '/client-errors'

/** Tells what a few typed letters may mean. */
export const SUGGESTIONS_PATH = '/suggestions'

const PAYLOAD_FILE = '_payload.json'

export function productPath(slug: string, variantKey = ''): string {
  const path = `/products/${encodeURIComponent(slug)}`
  return variantKey ? `${path}?variant=${encodeURIComponent(variantKey)}` : path
}

/** Made of plain segments: nothing in it that an address would be written otherwise for. */
const PLAIN_PATH = /^(?:\/|(?:\/[\w%~-]+(?:\.\w+)?)+(?:\?[\w%~=&.+-]*)?)$/

/**
 * The whole address of a path of the site; an address elsewhere stays what it is.
 * @param siteUrl an origin
 */
export function absoluteUrl(path: string, siteUrl: string): string {
  return PLAIN_PATH.test(path) ? siteUrl + path : new URL(path, siteUrl).href
}

export function categoryPath(slug: string): string {
  return `/category/${encodeURIComponent(slug)}`
}

/** Where a visitor asks about a product, and about which of its variants. */
export function contactPath(productSlug: string, variantKey = ''): string {
  const path = `/contact?product=${encodeURIComponent(productSlug)}`
  return variantKey ? `${path}&variant=${encodeURIComponent(variantKey)}` : path
}

/** Calls a number, however it is written. */
export function phoneUrl(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`
}

/**
 * Address of a page's data. The page's query goes in front of the build id, which stands last and has no name
 * (`/products/_payload.json?page=2&{build id}`).
 */
export function payloadUrl(pathname: string, search: string, buildId: string): string {
  return `${payloadPath(pathname)}${search ? `${search}&` : '?'}${buildId}`
}

/** Path of a page's data, also as a pattern if the page's path is one. */
export function payloadPath(pathname: string): string {
  return `${pathname === '/' ? '' : pathname}/${PAYLOAD_FILE}`
}

/** The page's path where a path asks for its data, else undefined. */
export function readPayloadPath(pathname: string): string | undefined {
  if (!pathname.endsWith(`/${PAYLOAD_FILE}`)) return undefined
  return pathname.slice(0, -PAYLOAD_FILE.length - 1) || '/'
}

/** Ids of the two elements in the document that both sides look for. */
export const ROOT_ID = 'root'
export const DOCUMENT_DATA_ID = 'document-data'

/** Id of the block that brings a deferred value with its part of the page. */
export function deferredBlockId(name: string): string {
  return `deferred-${name}`
}
