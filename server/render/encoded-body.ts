import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync, type BrotliOptions } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** Soon ready, for the visitor who waits: a third of the time of the next higher ones for a twentieth more bytes. */
const FIRST_BROTLI_QUALITY = 3
const FIRST_GZIP_LEVEL = 4

/** Memory that a compressor looks back over, as a power of two: as much as there is to look at, and no less than these. */
const WINDOW_BITS_MIN = 16

/** At once: handing so little work to another thread and back takes twice as long as the work itself. */
const compressSoon = {
  br: (bytes: Buffer) => brotliCompressSync(bytes, describeBrotli(bytes, FIRST_BROTLI_QUALITY)),
  gzip: (bytes: Buffer) => gzipSync(bytes, { level: FIRST_GZIP_LEVEL }),
}

/** On another thread: many times the work. */
const compressWell = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, describeBrotli(bytes, constants.BROTLI_MAX_QUALITY)),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
}

/** A body with its compressed copies, each made when it is first asked for. */
export class EncodedBody {
  readonly identity: Buffer
  readonly #copies: { br?: Buffer; gzip?: Buffer } = {}

  constructor(identity: Buffer) {
    this.identity = packTightly(identity)
  }

  /** Bytes of all copies. */
  get size(): number {
    return this.identity.length + (this.#copies.br?.length ?? 0) + (this.#copies.gzip?.length ?? 0)
  }

  /** The copy, if it is there. */
  find(encoding: Encoding): Buffer | undefined {
    return encoding === 'identity' ? this.identity : this.#copies[encoding]
  }

  encode(encoding: Encoding): Buffer {
    if (encoding === 'identity') return this.identity
    return (this.#copies[encoding] ??= packTightly(compressSoon[encoding](this.identity)))
  }

  /** Makes the copies that were asked for as small as they can be, worth its time for what is asked for again. */
  async improve(): Promise<void> {
    for (const encoding of ['br', 'gzip'] as const) {
      if (this.#copies[encoding]) this.#copies[encoding] = packTightly(await compressWell[encoding](this.identity))
    }
  }
}

function describeBrotli(bytes: Buffer, quality: number): BrotliOptions {
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

/** A compressor's output and a small buffer lie in 64 KB of memory that they hold on to, which is many times a page. */
function packTightly(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const packed = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(packed)
  return packed
}
