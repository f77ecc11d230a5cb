/** For responses whose URL changes with their content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'

/**
 * For pages, payloads and suggestions: shared caches store them briefly, browsers revalidate them each time. There is no
 * stale-while-revalidate, because Firefox follows it as well and would show a document from before a change.
 */
export const SHARED_BRIEFLY = 'public, max-age=0, s-maxage=60, stale-if-error=86400'

/** For 404s and redirects, which the next import may change. Without a lifetime, browsers cache a 301 or 308 forever. */
export const BRIEFLY = 'public, max-age=0, s-maxage=30'

/** For files that crawlers and feed readers fetch, and for icons. */
export const FOR_AN_HOUR = 'public, max-age=3600'

/** For responses with a nonce, or with data of one visitor. */
export const PRIVATE = 'private, no-store'
