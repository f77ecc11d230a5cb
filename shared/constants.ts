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
