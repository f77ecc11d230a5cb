/** How much a product may hold, in characters and entries, whatever format brings it. */
export const NAME_MAX_LENGTH = 300
export const BRAND_MAX_LENGTH = 200
export const DESCRIPTION_MAX_LENGTH = 200_000
export const META_TITLE_MAX_LENGTH = 300
export const META_DESCRIPTION_MAX_LENGTH = 1_000
/** Of SKUs, barcodes and the like. */
export const CODE_MAX_LENGTH = 100
export const TAG_MAX_LENGTH = 255
export const TAG_MAX_COUNT = 250
export const ATTRIBUTE_NAME_MAX_LENGTH = 300
export const ATTRIBUTE_VALUE_MAX_LENGTH = 2_000
/** Of documents and of links to other shops. */
export const LINK_NAME_MAX_LENGTH = 300
export const ALT_MAX_LENGTH = 512
/** Of an option's name, and of each of its values. */
export const OPTION_TEXT_MAX_LENGTH = 120
/** Shopify's own limit since 2025. */
export const VARIANT_MAX_COUNT = 2_048
