import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync, type BrotliOptions } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** The first request waits for this compression. The next higher levels take three times as long for 5 % less. */
const FIRST_BROTLI_QUALITY = 3
const FIRST_GZIP_LEVEL = 4

/** Base-2 logarithm of the smallest window, in bytes. */
const WINDOW_BITS_MIN = 16

/**
 * These compressors run on the main thread, because passing such a short task to another thread would double its time.
 */
const compressFast = {
  br: (bytes: Buffer) => brotliCompressSync(bytes, brotliOptions(bytes, FIRST_BROTLI_QUALITY)),
  gzip: (bytes: Buffer) => gzipSync(bytes, { level: FIRST_GZIP_LEVEL }),
}

/** These compressors run on another thread, because they take many times longer. */
const compressBest = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, brotliOptions(bytes, constants.BROTLI_MAX_QUALITY)),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
}

export class EncodedBody {
  readonly identity: Buffer
  readonly #copies: { br?: Buffer; gzip?: Buffer } = {}

  constructor(identity: Buffer) {
    this.identity = trimBuffer(identity)
  }

  get size(): number {
    return this.identity.length + (this.#copies.br?.length ?? 0) + (this.#copies.gzip?.length ?? 0)
  }

  find(encoding: Encoding): Buffer | undefined {
    return encoding === 'identity' ? this.identity : this.#copies[encoding]
  }

  encode(encoding: Encoding): Buffer {
    if (encoding === 'identity') return this.identity
    return (this.#copies[encoding] ??= trimBuffer(compressFast[encoding](this.identity)))
  }

  /** Makes the copies as small as possible, for pages that are requested repeatedly. */
  async improve(): Promise<void> {
    for (const encoding of ['br', 'gzip'] as const) {
      if (this.#copies[encoding]) this.#copies[encoding] = trimBuffer(await compressBest[encoding](this.identity))
    }
  }
}

function brotliOptions(bytes: Buffer, quality: number): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: Math.min(
        constants.BROTLI_DEFAULT_WINDOW,
        Math.max(WINDOW_BITS_MIN, Math.ceil(Math.log2(bytes.length + 1))),
      ),
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  }
}

/** Copies a part of a larger buffer (up to 64 KB), so that this one can be freed. */
function trimBuffer(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const packed = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(packed)
  return packed
}
