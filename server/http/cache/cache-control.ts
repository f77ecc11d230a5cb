/** For what never changes under its address. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'

/**
 * For pages, payloads and suggestions: a shared cache holds them briefly, browsers revalidate them each time. There is no
 * stale-while-revalidate, because browsers follow it as well: Firefox would show the document from before a change.
 */
export const SHARED_BRIEFLY = 'public, max-age=0, s-maxage=60, stale-if-error=86400'

/** For 404s and redirects: the next import, or a rollback, may change them. Without a lifetime browsers keep a 301 or 308 for good. */
export const BRIEFLY = 'public, max-age=0, s-maxage=30'

/** For what machines fetch: sitemaps, feeds, manifest. */
export const FOR_AN_HOUR = 'public, max-age=3600'

/** For an answer with a nonce of its own. */
export const PRIVATE = 'private, no-store'
