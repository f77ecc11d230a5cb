import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** Soon ready, for the visitor who waits: a third of the time of the next higher ones for a twentieth more bytes. */
const FIRST_BROTLI_QUALITY = 3
const FIRST_GZIP_LEVEL = 4

/** Memory that a compressor looks back over, as a power of two: as much as there is to look at, and no less than these. */
const WINDOW_BITS_MIN = 16

const compress = {
  br: (bytes: Buffer, isBest: boolean) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: isBest ? constants.BROTLI_MAX_QUALITY : FIRST_BROTLI_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: Math.min(constants.BROTLI_DEFAULT_WINDOW, Math.max(WINDOW_BITS_MIN, Math.ceil(Math.log2(bytes.length + 1)))),
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes: Buffer, isBest: boolean) => promisify(gzip)(bytes, { level: isBest ? constants.Z_BEST_COMPRESSION : FIRST_GZIP_LEVEL }),
}

/** A body with its compressed copies, each made when it is first asked for, on another thread. */
export class EncodedBody {
  readonly identity: Buffer
  readonly #ready: { br?: Buffer; gzip?: Buffer } = {}
  readonly #underWay: { br?: Promise<Buffer>; gzip?: Promise<Buffer> } = {}

  constructor(identity: Buffer) {
    this.identity = packTightly(identity)
  }

  /** Bytes of all copies. */
  get size(): number {
    return this.identity.length + (this.#ready.br?.length ?? 0) + (this.#ready.gzip?.length ?? 0)
  }

  /** The copy, if it is there. */
  find(encoding: Encoding): Buffer | undefined {
    return encoding === 'identity' ? this.identity : this.#ready[encoding]
  }

  async encode(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity') return this.identity
    return this.#ready[encoding] ?? (this.#underWay[encoding] ??= this.#make(encoding, false))
  }

  /** Makes the copies that were asked for as small as they can be: many times the work, worth it for what is asked for again. */
  async improve(): Promise<void> {
    for (const encoding of ['br', 'gzip'] as const) if (this.#ready[encoding]) await this.#make(encoding, true)
  }

  async #make(encoding: 'br' | 'gzip', isBest: boolean): Promise<Buffer> {
    const copy = packTightly(await compress[encoding](this.identity, isBest))
    this.#ready[encoding] = copy
    return copy
  }
}

/** A compressor's output and a small buffer lie in 64 KB of memory that they hold on to, which is many times a page. */
function packTightly(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const packed = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(packed)
  return packed
}
