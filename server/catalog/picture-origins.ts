/** A host name, an IPv4 address or an IPv6 address in brackets: what can end neither a source nor a directive of a Content-Security-Policy. */
const PLAIN_ORIGIN = /^https:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/

/** Proxies buffer the headers of a response in 4 KB, of which all others together take 1.3 KB. */
const ORIGINS_MAX = 20
const ORIGINS_MAX_LENGTH = 1_500

const ANY_HTTPS = 'https:'

/** The bounds in words, for owners. */
export const TOO_MANY_ORIGINS = `more than ${ORIGINS_MAX} hosts, or more than ${ORIGINS_MAX_LENGTH.toLocaleString('en')} characters of their addresses`

/** Whether a header can name this origin. */
export function isPlainOrigin(origin: string): boolean {
  return PLAIN_ORIGIN.test(origin)
}

/**
 * The sources that pages allow for pictures from these origins.
 * @returns the plain origins among them, or `https:` if these would make the header too long for proxies
 */
export function allowOrigins(origins: readonly string[]): readonly string[] {
  const plain = origins.filter(isPlainOrigin)
  return plain.length > ORIGINS_MAX || plain.join(' ').length > ORIGINS_MAX_LENGTH ? [ANY_HTTPS] : plain
}

/** Whether these are so many that pages allow pictures from any https address. */
export function areTooMany(origins: readonly string[]): boolean {
  return allowOrigins(origins)[0] === ANY_HTTPS
}
