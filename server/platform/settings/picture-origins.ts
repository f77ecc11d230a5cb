/** https origins without characters that could end a Content-Security-Policy directive. */
const PLAIN_ORIGIN = /^https:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/

/** Many proxies buffer only 4 KB of response headers; the other headers take 1.3 KB. */
const ORIGINS_MAX = 20
const ORIGINS_MAX_LENGTH = 1_500

const ANY_HTTPS = 'https:'

export const TOO_MANY_ORIGINS = `more than ${ORIGINS_MAX} hosts, or hosts whose addresses have more than ${ORIGINS_MAX_LENGTH} characters in total`

export function isPlainOrigin(origin: string): boolean {
  return PLAIN_ORIGIN.test(origin)
}

/**
 * Returns picture sources for the Content-Security-Policy: the origins, or `https:` if the header would be too long for
 * proxies.
 */
export function allowOrigins(origins: readonly string[]): readonly string[] {
  const plain = origins.filter(isPlainOrigin)
  return plain.length > ORIGINS_MAX || plain.join(' ').length > ORIGINS_MAX_LENGTH ? [ANY_HTTPS] : plain
}

/** Returns whether pages allow pictures from any https origin. */
export function areTooMany(origins: readonly string[]): boolean {
  return allowOrigins(origins)[0] === ANY_HTTPS
}
