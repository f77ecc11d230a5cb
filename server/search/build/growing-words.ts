/** Numbers from 0 to 2^32 - 1, in a quarter of the memory that an array takes. */
export class GrowingWords {
  #words = new Uint32Array(16)
  length = 0

  push(value: number): void {
    if (this.length === this.#words.length) {
      const larger = new Uint32Array(this.length * 2)
      larger.set(this.#words)
      this.#words = larger
    }
    this.#words[this.length++] = value
  }

  clear(): void {
    this.length = 0
  }

  /** What was pushed so far, as a view until something more is pushed. */
  view(): Uint32Array {
    return this.#words.subarray(0, this.length)
  }
}
