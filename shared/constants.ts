/** Products per page. The number is divisible by two, three and four, so that the last row is full at every screen width. */
export const LISTING_PAGE_SIZE = 24

/** Maximum number of listed and counted products that match only some words of a search. */
export const PARTIAL_RESULTS_MAX = 1_000

export const RELATED_PRODUCTS_COUNT = 4

export const SEARCH_MAX_LENGTH = 100

// These two maxima limit the cost of crafted URLs.
/** Chosen values of all filters together. The page links each value, and each URL contains all others. */
export const FILTER_CHOSEN_MAX = 100

export const FILTER_KEYS_MAX = 10

export const COMPARED_MAX = 8

export const TABLE_COLUMNS_MAX = 20

export const SUGGESTIONS_MIN_LENGTH = 2

export const SUGGESTIONS_DEBOUNCE_MS = 150

/** Number of bars, each of which is one unit wide. */
export const HISTOGRAM_WIDTH = 20

export const HISTOGRAM_HEIGHT = 24

/** Filters that are expanded at first. */
export const FILTER_OPEN_GROUPS = 4

/** Values of a filter that are not collapsed at first. */
export const FILTER_SHOWN_VALUES = 8

export const FILTER_PAGE_SIZE = 200

export const PAYLOADS_CACHED_MAX = 50

/** How long a navigation waits for the server before it shows a cached payload. */
export const PAYLOAD_WAIT_MS = 3_000

/** How long a page waits for the data of a filtered or sorted list before it reports an error. */
export const LOAD_TIMEOUT_MS = 10_000

export const ERROR_REPORTS_MAX = 10

/** The limit of browsers for redirects in one navigation. */
export const REDIRECTS_MAX = 20

// The HTTP client of the browser (requirement 4.8).

export const HTTP_RETRIES = 1

export const HTTP_RETRY_STATUSES: readonly number[] = [408, 409, 425, 429, 500, 502, 503, 504]

/** The idempotent methods, whose requests may be retried (RFC 9110, section 9.2.2). */
export const HTTP_IDEMPOTENT_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE']

/** Widths of renditions in pixels. Link previews use 1200, and only enlarged pictures use the last width. */
export const RENDITION_WIDTHS = [160, 320, 480, 640, 960, 1200, 1920, 2560] as const

/** Number of hash digits in picture URLs. More would enlarge pages, because hashes do not compress. */
export const PICTURE_URL_HASH_LENGTH = 20

/** How long a page waits before it reloads itself if its script could not be loaded. */
export const RELOAD_DELAY_MS = 1_000

/** The wait doubles up to this time while the server does not respond. */
export const RELOAD_DELAY_MAX_MS = 30_000

// Sections 4 and 5 of .github/REQUIREMENTS.md require the values below.

/** How long the marker in session storage prevents a second reload. */
export const RELOAD_MARKER_LIFETIME_MS = 10_000

export const PRELOAD_SKIPPED_CONNECTION = 'slow-2g'

export const MANIFEST_DELAY_MS = 1_000

export const PRELOADS_CONCURRENT_MAX = 4

/** The default of the setting `BUILD_CHECK_INTERVAL`. */
export const BUILD_CHECK_INTERVAL_MS = 3_600_000

/** The default of the setting `HTTP_BASE_URL`. */
export const HTTP_BASE_URL = '/'

/** Style sheets repeat these widths, and a test compares them. */
export const BREAKPOINTS_PX = { sm: 640, md: 768, lg: 1024, xl: 1280, '2xl': 1536 } as const

export const LOADING_DELAY_MS = 200

export const DATEPICKER_LATEST_DATE = '2470-12-31'

export const DATEPICKER_DEFAULT_TIME = '12:00'

export const TABLE_PAGE_BUTTONS = 3

export const RESIZE_DEBOUNCE_MS = 150

export const LONG_PRESS_MS = 400

export const DROPDOWN_OFFSET_PX = 10

export const TOOLTIP_OFFSET_PX = 5

export const OVERLAY_OPEN_DELAY_MS = 50

export const PASSWORD_MIN_LENGTH = 6
