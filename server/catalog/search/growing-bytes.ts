export class GrowingBytes {
  #bytes: Buffer
  length = 0

  constructor(capacity = 16) {
    this.#bytes = Buffer.allocUnsafeSlow(capacity)
  }

  pushByte(byte: number): void {
    if (this.length === this.#bytes.length) this.#reserve(1)
    this.#bytes[this.length++] = byte
  }

  /** Appends an integer from 0 to 2^32 - 1 as a LEB128 varint: seven bits a byte, lowest first. */
  pushNumber(value: number): void {
    let rest = value
    while (rest >= 0x80) {
      this.pushByte((rest & 0x7f) | 0x80)
      rest >>>= 7
    }
    this.pushByte(rest)
  }

  pushBytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  clear(): void {
    this.length = 0
  }

  /** Returns a view that is valid until the next push. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.length)
  }

  #reserve(count: number): void {
    if (this.length + count <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(this.length + count, this.#bytes.length * 2))
    larger.set(this.view())
    this.#bytes = larger
  }
}

export class BytesReader {
  readonly bytes: Uint8Array
  position: number

  constructor(bytes: Uint8Array, position = 0) {
    this.bytes = bytes
    this.position = position
  }

  get isAtEnd(): boolean {
    return this.position >= this.bytes.length
  }

  /** Reads a byte. It is not checked that there is one, which would slow down dictionary scans. */
  readByte(): number {
    return this.bytes[this.position++]!
  }

  readNumber(): number {
    let byte = this.readByte()
    if (byte < 0x80) return byte
    let value = byte & 0x7f
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = this.readByte()
      value |= (byte & 0x7f) << shift
    }
    return value >>> 0
  }

  /** Returns a view of the next `count` bytes. */
  readBytes(count: number): Uint8Array {
    const found = this.bytes.subarray(this.position, this.position + count)
    this.position += count
    return found
  }
}

/** A growing list of integers from 0 to 2^32 - 1, in a quarter of an array's memory. */
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

  /** Returns a view that is valid until the next push. */
  view(): Uint32Array {
    return this.#words.subarray(0, this.length)
  }
}
