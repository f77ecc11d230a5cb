import { isIP } from 'node:net'
import type { RequestHandler } from 'express'
import { ipKeyGenerator, rateLimit } from 'express-rate-limit'
import { httpError } from '../../platform/http-errors.ts'

/** A client with IPv6 can use all addresses with the same first 64 bits. */
const IPV6_PREFIX = 64

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]+)\])(?::\d+)?$/

/** All requests without a valid address share one limit. */
const UNKNOWN = ''

/**
 * @param address `ip` of an Express request, which depends on `TRUST_PROXY`; undefined if the connection is closed
 * @returns the IPv4 address, the IPv6 network of 64 bits, or '' if the address is not valid
 */
export function clientKey(address = ''): string {
  const [, ipv4, ipv6] = WITH_PORT.exec(address) ?? []
  const plain = ipv4 ?? ipv6 ?? address
  return isIP(plain) === 0 ? UNKNOWN : ipKeyGenerator(plain, IPV6_PREFIX)
}

/** Further requests of a client in the time window get a 429 with `Retry-After`. */
export function rateLimited(windowMs: number, limit: number): RequestHandler {
  return rateLimit({
    windowMs,
    limit,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    keyGenerator: ({ ip }) => clientKey(ip),
    // Forwarded headers are ignored on purpose; the library would warn about them.
    validate: { xForwardedForHeader: false, forwardedHeader: false },
    handler: () => {
      throw httpError(429, { fatal: false })
    },
  })
}
