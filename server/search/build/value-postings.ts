import { OrdinalList } from './ordinal-list.ts'
import { encodePostings } from './postings-writer.ts'

/** The products that have each value of something. */
export class ValuePostings {
  readonly #lists = new Map<string, OrdinalList>()
  /** Of each value the spelling that came first. */
  readonly labels: string[] = []

  /** @param key of the value, in whatever spelling `label` has it */
  add(key: string, label: string, ordinal: number): void {
    let list = this.#lists.get(key)
    if (!list) {
      list = new OrdinalList()
      this.#lists.set(key, list)
      this.labels.push(label)
    }
    list.push(ordinal)
  }

  /**
   * Ends with it: what was gathered goes as it is written.
   * @param size how many products there are
   */
  encode(size: number): Uint8Array {
    const lists: Uint32Array[] = []
    for (const [key, list] of this.#lists) {
      lists.push(list.toWords())
      this.#lists.delete(key)
    }
    return encodePostings(lists, size)
  }
}
