import { foldValue } from '../words.ts'
import { ValuePostings } from './value-postings.ts'

/** With more filter values, the catalogue gets no filter by tags. */
const FILTER_TAGS_MAX = 100

/** Limits the memory of an import. */
const COLLECTED_TAGS_MAX = 10_000

/** A tag of a larger share of the products is of no use as a filter. */
const PRODUCT_SHARE_MAX = 0.9

export class TagValues {
  #values = new ValuePostings()

  add(tags: readonly string[], ordinal: number): void {
    for (const tag of tags) {
      if (this.#values.labels.length > COLLECTED_TAGS_MAX) return
      const key = foldValue(tag)
      if (key !== '') this.#values.add(key, tag, ordinal)
    }
  }

  /** Returns the tags of several but not nearly all products; none if there are too many. @param size number of products */
  choose(size: number): ValuePostings {
    const areAllCollected = this.#values.labels.length <= COLLECTED_TAGS_MAX
    this.#values.keep((count) => areAllCollected && count > 1 && count <= size * PRODUCT_SHARE_MAX)
    if (this.#values.labels.length > FILTER_TAGS_MAX) this.#values = new ValuePostings()
    return this.#values
  }
}
