/** Where a product has a word, the most telling place first. */
export const TIERS = ['name', 'brand', 'category', 'attribute', 'description'] as const
const TIER_BITS = 3
const TIER_MASK = 2 ** TIER_BITS - 1

/** The products that have a word, each with its best place: differences of their ordinals in as few bytes as they need. */
export class TermPostings {
  #bytes = new Uint8Array(8)
  #length = 0
  #last = 0
  documents = 0

  get byteLength(): number {
    return this.#length
  }

  /** @param ordinal higher than the one before */
  add(ordinal: number, tier: number): void {
    let rest = (ordinal - this.#last) * (TIER_MASK + 1) + tier
    this.#last = ordinal
    this.documents++
    while (rest >= 0x80) {
      this.#push((rest % 0x80) | 0x80)
      rest = Math.floor(rest / 0x80)
    }
    this.#push(rest)
  }

  encode(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  #push(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#length * 2)
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    this.#bytes[this.#length++] = byte
  }
}

export function forEachTermPosting(bytes: Uint8Array, visit: (ordinal: number, tier: number) => void): void {
  let ordinal = 0
  for (let index = 0; index < bytes.length; ) {
    let byte = bytes[index++]!
    let value = byte & 0x7f
    for (let factor = 0x80; byte >= 0x80; factor *= 0x80) {
      byte = bytes[index++]!
      value += (byte & 0x7f) * factor
    }
    ordinal += value >>> TIER_BITS
    visit(ordinal, value & TIER_MASK)
  }
}
