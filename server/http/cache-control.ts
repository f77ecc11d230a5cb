/** For what never changes under its address. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'

/** For pages: a shared cache holds them briefly and may show an old one while it asks for the new. */
export const SHARED_BRIEFLY = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400'

/**
 * For payloads: like pages, but asked anew by the browser each time. What a script fetches, browsers too would show while they
 * ask for the new one, and a move would lead to what was there before the last change.
 */
export const PAYLOAD_BRIEFLY = 'public, max-age=0, s-maxage=60, stale-if-error=86400'

/** For 404s and redirects: the next import, or a rollback, may change them. Without a lifetime browsers keep a 301 or 308 for good. */
export const BRIEFLY = 'public, max-age=0, s-maxage=30'

/** For what machines fetch: sitemaps, feeds, manifest. */
export const FOR_AN_HOUR = 'public, max-age=3600'

/** For suggestions: many type the same letters, and a moment's old answer serves them. */
export const NEARLY_FRESH = 'public, max-age=60'

/** For an answer with a nonce of its own. */
export const PRIVATE = 'private, no-store'
