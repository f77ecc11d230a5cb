import { ipKeyGenerator } from 'express-rate-limit'

/** Whoever has one IPv6 address has all with its first 64 bits. */
const IPV6_PREFIX = 64

/**
 * Who asks, as far as limits are concerned.
 * @param address of the visitor: an express request's `ip`, which follows `TRUST_PROXY`; undefined where the connection is gone
 * @returns the IPv4 address, or the IPv6 network of 64 bits
 */
export function clientOf(address: string | undefined): string {
  return address === undefined ? '' : ipKeyGenerator(address, IPV6_PREFIX)
}
