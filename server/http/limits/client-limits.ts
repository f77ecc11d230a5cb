import { isIP } from 'node:net'
import type { RequestHandler } from 'express'
import { ipKeyGenerator, rateLimit } from 'express-rate-limit'
import { httpError } from '../../http-errors.ts'

/** A client with one IPv6 address can use all addresses that share its first 64 bits. */
const IPV6_PREFIX = 64

/** Some proxies add the port to an address: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]+)\])(?::\d+)?$/

/** All requests without a valid address share one limit, so that a client gains nothing by inventing addresses. */
const UNKNOWN = ''

/**
 * Identifies the client of a request for limits.
 * @param address of the client: an Express request's `ip`, which follows `TRUST_PROXY`; undefined if the connection is closed
 * @returns the IPv4 address, or the IPv6 network of 64 bits
 */
export function clientKey(address = ''): string {
  const [, ipv4, ipv6] = WITH_PORT.exec(address) ?? []
  const plain = ipv4 ?? ipv6 ?? address
  return isIP(plain) === 0 ? UNKNOWN : ipKeyGenerator(plain, IPV6_PREFIX)
}

/** Limits the requests of each client in a time window; further ones get a 429 with `Retry-After`. */
export function rateLimited(windowMs: number, limit: number): RequestHandler {
  return rateLimit({
    windowMs,
    limit,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    keyGenerator: ({ ip }) => clientKey(ip),
    // The library warns of forwarded headers that `TRUST_PROXY` does not trust, but ignoring those is intended.
    validate: { xForwardedForHeader: false, forwardedHeader: false },
    handler: () => {
      throw httpError(429, { fatal: false })
    },
  })
}
