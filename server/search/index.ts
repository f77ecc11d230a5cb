/** The public interface for queries; `build/index-builder.ts` is the one for building an index. `README.md` explains both. */
export { buildListing } from './build-listing.ts'
export { CurrentIndex } from './current-index.ts'
export { StaleIndexError, type IndexBlob, type IndexSource } from './index-storage.ts'
export { suggest } from './suggest.ts'
