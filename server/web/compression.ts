import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import compression from 'compression'
import type { Request, RequestHandler, Response } from 'express'

export type Encoding = 'br' | 'gzip' | 'identity'

/** These levels are faster than the defaults, and their output is only a little larger. */
const GZIP = { level: 4 }
const BROTLI = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 3,
    [constants.BROTLI_PARAM_LGWIN]: 18,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
}

const compress = compression({ ...GZIP, brotli: BROTLI })

/** Compresses what is written to the response from now on. A second call for the same response does nothing. */
export const compressResponse: RequestHandler = (req, res, next) => {
  // Only the compressor adds `flush` to a response.
  if ('flush' in res) next()
  else compress(req, res, next)
}

/** Chooses the smallest encoding that a client accepts (RFC 9110, 12.5.3). */
export function negotiateEncoding(req: Request): Encoding {
  if (req.acceptsEncodings('br')) return 'br'
  return req.acceptsEncodings('gzip') ? 'gzip' : 'identity'
}

/** Sends a complete body. Node omits it in the response to a HEAD request. */
export function sendEncoded(res: Response, bytes: Buffer, encoding: Encoding): void {
  res.setHeader('Content-Length', bytes.length)
  if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding)
  res.end(bytes)
}

/** A body with a copy for each encoding, compressed when it is first needed. */
export class EncodedBody {
  readonly #copies: { readonly identity: Buffer; br?: Buffer; gzip?: Buffer }

  constructor(identity: Buffer) {
    this.#copies = { identity: trimBuffer(identity) }
  }

  get length(): number {
    return this.#copies.identity.length
  }

  /** Compresses on the main thread, because passing such a short task to another thread would double its time. */
  encode(encoding: Encoding): Buffer {
    const { identity } = this.#copies
    if (encoding === 'identity') return identity
    return (this.#copies[encoding] ??= trimBuffer(
      encoding === 'br' ? brotliCompressSync(identity, BROTLI) : gzipSync(identity, GZIP),
    ))
  }
}

/** Copies a part of a larger buffer (up to 64 KB), so that this one can be freed. */
function trimBuffer(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const packed = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(packed)
  return packed
}
