/** Products on one page of a listing: divides by two, three and four, so that full rows end the page at every width. */
export const LISTING_PAGE_SIZE = 24

/** Related products under a product. */
export const RELATED_PRODUCTS_COUNT = 4

/** Products of a group under it; larger ones are lists of their own. */
export const INCLUDED_PRODUCTS_COUNT = 48

/** Featured and newest products on the home page, each. */
export const HOME_PRODUCTS_COUNT = 8

/** Longest search text that is looked at; the rest is cut. */
export const SEARCH_MAX_LENGTH = 100

/** Most values of one filter that are looked at, so that a made-up address cannot cost much. */
export const FILTER_VALUES_MAX = 20

/** Most attributes that a listing is filtered by at once. */
export const FILTER_KEYS_MAX = 10

/** Most suggestions of each kind: all together leave room for a phone's keyboard. */
export const SUGGESTIONS_MAX = 5

/** Fewest letters that suggestions are asked for. */
export const SUGGESTIONS_MIN_LENGTH = 2

/** Quiet time after a key before suggestions are asked for. */
export const SUGGESTIONS_DEBOUNCE_MS = 150

/** Filters whose values are shown at once; of the others the name is, and they unfold. */
export const FILTER_OPEN_GROUPS = 4

/** Values of a filter that are shown at once; the others unfold. */
export const FILTER_SHOWN_VALUES = 8

/** Most filters of a list that found nothing which are left out by turns, to see what would find something. */
export const RELAXATIONS_TRIED_MAX = 8

/** Most of these that are offered. */
export const RELAXATIONS_OFFERED_MAX = 3

/** Payloads that a tab keeps in memory, for when the server does not answer. */
export const PAYLOADS_CACHED_MAX = 50

/** How long the server is waited for before a payload in memory is shown. */
export const PAYLOAD_WAIT_MS = 3_000

/** Errors that one page view reports to the server at most. */
export const ERROR_REPORTS_MAX = 10

/** Redirects of route middleware that a navigation follows, as browsers do at the server's. */
export const REDIRECTS_MAX = 20

// The HTTP client of the browser (specification, section 7).

/** Tries after the first one, for methods that may be repeated. */
export const HTTP_RETRIES = 1

export const HTTP_RETRY_STATUSES: readonly number[] = [408, 409, 425, 429, 500, 502, 503, 504]

/** Methods of which two do what one does (RFC 9110, section 9.2.2). */
export const HTTP_IDEMPOTENT_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE']

// Workers of a server that has several processes.

/** Until the first replacement of a worker that ended; twice as long after each that does not last. */
export const WORKER_RESTART_FIRST_MS = 100

/** Longest time until a worker is replaced. */
export const WORKER_RESTART_MAX_MS = 30_000

/** A worker that lasted so long makes those before it forgotten. */
export const WORKER_STABLE_MS = 60_000

/** Widths in pixels that pictures are made in; the sixth is that of link previews. */
export const RENDITION_WIDTHS = [160, 320, 480, 640, 960, 1200, 1920] as const

/** Digits of a picture's hash in its address: enough to tell any two apart, and noise that no compression takes away. */
export const PICTURE_URL_HASH_LENGTH = 20

// The specification's section 9, from here on.

/** How long the marker in session storage forbids a second reload of the same page (also section 4). */
export const RELOAD_MARKER_LIFETIME_MS = 10_000

/** On a connection of this effective type nothing is preloaded. */
export const PRELOAD_SKIPPED_CONNECTION = 'slow-2g'

/** From the start in the browser to the fetching of the build's manifest. */
export const MANIFEST_DELAY_MS = 1_000

/** Most pages that are preloaded at once. */
export const PRELOADS_CONCURRENT_MAX = 4

/** Time between two looks for a newer build, unless the setting says otherwise; the specification shows no value. */
export const BUILD_CHECK_INTERVAL_MS = 3_600_000

/** In front of what the browser fetches, unless the operator names another origin. */
export const HTTP_BASE_URL = '/'

/** Smallest widths of the five steps of the layout; style sheets repeat them, and a test holds them to these. */
export const BREAKPOINTS_PX = { sm: 640, md: 768, lg: 1024, xl: 1280, '2xl': 1536 } as const

/** How long something has to load before a sign of it shows. */
export const LOADING_DELAY_MS = 200

/** Last day that the datepicker offers; the first one is today. */
export const DATEPICKER_LATEST_DATE = '2470-12-31'

/** The time a chosen day begins with: 12:00 PM. */
export const DATEPICKER_DEFAULT_TIME = '12:00'

/** Most page buttons of a data table. */
export const TABLE_PAGE_BUTTONS = 3

/** Quiet time after the last change of the window's size before anything follows it. */
export const RESIZE_DEBOUNCE_MS = 150

/** How long a finger rests before a dropdown opens as a context menu. */
export const LONG_PRESS_MS = 400

/** Between a dropdown and what opened it. */
export const DROPDOWN_OFFSET_PX = 10

/** Between a tooltip and what it explains. */
export const TOOLTIP_OFFSET_PX = 5

/** From the call to open an overlay to its opening. */
export const OVERLAY_OPEN_DELAY_MS = 50

/** Fewest characters of a password, unless set otherwise (section 5). */
export const PASSWORD_MIN_LENGTH = 6
