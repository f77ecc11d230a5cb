import type { IncomingMessage } from 'node:http'
import type { Encoding } from '../../render/encoded-body.ts'
import { memoizeBounded } from '../../memoize-bounded.ts'

/** Smallest first. */
const COMPRESSED = ['br', 'gzip'] as const

/** The smallest encoding that a client takes (RFC 9110, 12.5.3). */
export function negotiateEncoding({ headers }: IncomingMessage): Encoding {
  return chooseEncoding(String(headers['accept-encoding'] ?? ''))
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
