export const IMMUTABLE = 'public, max-age=31536000, immutable'

/** `stale-while-revalidate` would make Firefox show outdated documents after a change. */
export const SHARED_BRIEFLY = 'public, max-age=0, s-maxage=60, stale-if-error=86400'

/** The next import may change 404s and redirects, and browsers would cache a 301 forever. */
export const BRIEFLY = 'public, max-age=0, s-maxage=30'

export const FOR_AN_HOUR = 'public, max-age=3600'

export const PRIVATE = 'private, no-store'
