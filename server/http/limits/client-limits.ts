import { isIP } from 'node:net'
import { ipKeyGenerator } from 'express-rate-limit'

/** Whoever has one IPv6 address has all with its first 64 bits. */
const IPV6_PREFIX = 64

/** Some proxies add the port to an address: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]+)\])(?::\d+)?$/

/** All requests without a valid address share one limit, so that inventing addresses brings nothing. */
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
