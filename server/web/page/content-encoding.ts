import type { IncomingMessage } from 'node:http'
import { constants } from 'node:zlib'
import compression from 'compression'
import type { RequestHandler } from 'express'
import { memoizeBounded } from '../../platform/memoize-bounded.ts'
import type { Encoding } from '../render/encoded-body.ts'

const COMPRESSED = ['br', 'gzip'] as const

/** Chooses the smallest encoding that a client accepts (RFC 9110, 12.5.3). */
export function negotiateEncoding({ headers }: IncomingMessage): Encoding {
  return chooseEncoding(headers['accept-encoding'] ?? '')
}

const chooseEncoding = memoizeBounded((accepted): Encoding => {
  const weights = new Map(
    accepted.split(',').map((part) => {
      const [coding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return [coding, weight === undefined ? 1 : Number(weight.slice(2))]
    }),
  )
  return COMPRESSED.find((coding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0) ?? 'identity'
})

/**
 * These levels are faster than the defaults, for little more: at brotli quality 3, 24 KB become 5.8 KB in 0.17 ms; at
 * 4, 5.6 KB in 0.35 ms.
 */
const compress = compression({
  level: 4,
  brotli: {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 3,
      [constants.BROTLI_PARAM_LGWIN]: 18,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  },
})

/** A second call for the same response does nothing. */
export const compressResponse: RequestHandler = (req, res, next) => {
  // Only the compressor adds `flush` to a response.
  if ('flush' in res) next()
  else compress(req, res, next)
}
