// Queries. To build an index, import `build/index-builder.ts`.
export { buildListing } from './build-listing.ts'
export { describeSuggestions } from './describe-suggestions.ts'
export { findByNumbers, findNearest, hasCode } from './find-by-number.ts'
export { StaleIndexError, type IndexBlob, type IndexSource } from './index-storage.ts'
export { summariseAttributes } from './summarise-attributes.ts'
export {
  FAMILY_BLOBS,
  type FamilySummary,
  findFamilyOf,
  hashFamilyKey,
  mayHaveFamily,
  readFamilySummary,
} from './families.ts'
export { listUnmatched } from './list-unmatched.ts'
export { ListingIndex } from './listing-index.ts'
export type { ReadNames } from './prefer-phrases.ts'
export { suggest } from './suggest.ts'
export { normaliseCode, splitWords } from './words.ts'
