/** https origins without characters that could end a Content-Security-Policy directive. */
const PLAIN_ORIGIN = /^https:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/

/** Many proxies buffer only 4 KB of response headers; the other headers take 1.3 KB. */
const ORIGINS_MAX = 20
const ORIGINS_MAX_LENGTH = 1_500

export function isPlainOrigin(origin: string): boolean {
  return PLAIN_ORIGIN.test(origin)
}

/**
 * Returns picture sources for the Content-Security-Policy: the origins, or `https:` if the header would be too long for
 * proxies.
 */
export function allowOrigins(origins: readonly string[]): readonly string[] {
  const plain = origins.filter(isPlainOrigin)
  return plain.length > ORIGINS_MAX || plain.join(' ').length > ORIGINS_MAX_LENGTH ? ['https:'] : plain
}
