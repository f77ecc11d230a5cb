/** Products on one page of a listing: divides by two, three and four, so that full rows end the page at every width. */
export const LISTING_PAGE_SIZE = 24

/** Related products under a product. */
export const RELATED_PRODUCTS_COUNT = 4

/** Featured and newest products on the home page, each. */
export const HOME_PRODUCTS_COUNT = 8

/** Longest search text that is looked at; the rest is cut. */
export const SEARCH_MAX_LENGTH = 100

/** Most values of one filter that are looked at, so that a made-up address cannot cost much. */
export const FILTER_MAX_VALUES = 20

// The specification's section 9, from here on.

/** How long the marker in session storage forbids a second reload of the same page (also section 4). */
export const RELOAD_MARKER_LIFETIME_MS = 10_000

/** On a connection of this effective type nothing is preloaded. */
export const PRELOAD_SKIPPED_ON = 'slow-2g'

/** From the start in the browser to the fetching of the build's manifest. */
export const MANIFEST_DELAY_MS = 1_000

/** Most pages that are preloaded at once. */
export const PRELOADS_AT_ONCE = 4

/** Time between two looks for a newer build, unless the setting says otherwise; the specification shows no value. */
export const BUILD_CHECK_INTERVAL_MS = 3_600_000

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
