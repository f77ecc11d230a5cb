/** Products on one page of a listing. Divisible by two, three and four, so that the last row is full at every width. */
export const LISTING_PAGE_SIZE = 24

export const RELATED_PRODUCTS_COUNT = 4

/** Maximum number of included products on the page of a group. */
export const INCLUDED_PRODUCTS_COUNT = 48

export const HOME_PRODUCTS_COUNT = 8

/** Search texts are truncated to this many characters. */
export const SEARCH_MAX_LENGTH = 100

/** Maximum number of values of one filter, which limits the cost of crafted URLs. */
export const FILTER_VALUES_MAX = 20

/** Maximum number of attributes in one filter query. */
export const FILTER_KEYS_MAX = 10

/** Maximum number of search suggestions of each kind, so that the list fits above a phone's keyboard. */
export const SUGGESTIONS_MAX = 5

/** Minimum number of letters before suggestions are requested. */
export const SUGGESTIONS_MIN_LENGTH = 2

export const SUGGESTIONS_DEBOUNCE_MS = 150

export const FILTER_OPEN_GROUPS = 4

/** Number of values shown in an expanded filter group; the others are behind a disclosure. */
export const FILTER_SHOWN_VALUES = 8

/** Maximum number of filters that are removed one at a time from a query without results, to suggest a relaxation. */
export const RELAXATIONS_TRIED_MAX = 8

/** Maximum number of filter relaxations suggested to the visitor. */
export const RELAXATIONS_OFFERED_MAX = 3

/** Maximum number of payloads in a tab's cache, used if the server does not respond. */
export const PAYLOADS_CACHED_MAX = 50

/** Time to wait for the server before a cached payload is shown. */
export const PAYLOAD_WAIT_MS = 3_000

export const ERROR_REPORTS_MAX = 10

/** Maximum number of middleware redirects per navigation, the same as browsers follow for HTTP redirects. */
export const REDIRECTS_MAX = 20

// The HTTP client of the browser (specification, section 7).

export const HTTP_RETRIES = 1

export const HTTP_RETRY_STATUSES: readonly number[] = [408, 409, 425, 429, 500, 502, 503, 504]

/** Methods that may be retried (RFC 9110, section 9.2.2). */
export const HTTP_IDEMPOTENT_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE']

// Worker processes of the server.

/** Delay before a worker that exited is replaced; it doubles after each worker that exits early. */
export const WORKER_RESTART_FIRST_MS = 100

export const WORKER_RESTART_MAX_MS = 30_000

/** A worker that ran this long resets the restart delay. */
export const WORKER_STABLE_MS = 60_000

/** Widths of renditions in pixels; link previews use 1200. */
export const RENDITION_WIDTHS = [160, 320, 480, 640, 960, 1200, 1920] as const

/** Number of hash digits in a rendition's URL: enough to be unique; more would only make pages larger, because hashes do not compress. */
export const PICTURE_URL_HASH_LENGTH = 20

// All constants below are given by the specification, section 9.

/** How long the marker in session storage prevents a second reload of the same page (section 4). */
export const RELOAD_MARKER_LIFETIME_MS = 10_000

/** Effective connection type on which pages are not preloaded. */
export const PRELOAD_SKIPPED_CONNECTION = 'slow-2g'

/** Delay from the start in the browser to the request for the build's manifest. */
export const MANIFEST_DELAY_MS = 1_000

export const PRELOADS_CONCURRENT_MAX = 4

/** Default interval of checks for a newer build; the specification gives no value. */
export const BUILD_CHECK_INTERVAL_MS = 3_600_000

/** Default prefix of the URLs that the browser fetches; the operator may set another origin. */
export const HTTP_BASE_URL = '/'

/** Minimum widths of the five breakpoints. Style sheets repeat them; a test checks that they are the same. */
export const BREAKPOINTS_PX = { sm: 640, md: 768, lg: 1024, xl: 1280, '2xl': 1536 } as const

export const LOADING_DELAY_MS = 200

/** Latest date in the datepicker; the earliest is today. */
export const DATEPICKER_LATEST_DATE = '2470-12-31'

export const DATEPICKER_DEFAULT_TIME = '12:00'

export const TABLE_PAGE_BUTTONS = 3

export const RESIZE_DEBOUNCE_MS = 150

/** Duration of a long press that opens a context menu. */
export const LONG_PRESS_MS = 400

export const DROPDOWN_OFFSET_PX = 10

export const TOOLTIP_OFFSET_PX = 5

export const OVERLAY_OPEN_DELAY_MS = 50

/** Default minimum length of a password (section 5). */
export const PASSWORD_MIN_LENGTH = 6
