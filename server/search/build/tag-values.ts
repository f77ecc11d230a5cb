import { foldValue } from '../words.ts'
import { ValuePostings } from './value-postings.ts'

/** If more tags than this would be filter values, the catalogue gets no filter by tags. */
const FILTER_TAGS_MAX = 100

/** Maximum number of tags to collect, which limits the memory of an import. */
const COLLECTED_TAGS_MAX = 10_000

/** A tag that a larger share of the products has is of no use as a filter. */
const PRODUCT_SHARE_MAX = 0.9

/** Collects the tags by which products can be filtered. */
export class TagValues {
  #values = new ValuePostings()

  add(tags: readonly string[], ordinal: number): void {
    for (const tag of tags) {
      if (this.#values.labels.length > COLLECTED_TAGS_MAX) return
      const key = foldValue(tag)
      if (key !== '') this.#values.add(key, tag, ordinal)
    }
  }

  /**
   * Returns the tags that more than one product but not nearly all products have; none if there are too many such tags.
   * @param size number of products
   */
  choose(size: number): ValuePostings {
    const areAllCollected = this.#values.labels.length <= COLLECTED_TAGS_MAX
    this.#values.keep((count) => areAllCollected && count > 1 && count <= size * PRODUCT_SHARE_MAX)
    if (this.#values.labels.length > FILTER_TAGS_MAX) this.#values = new ValuePostings()
    return this.#values
  }
}
