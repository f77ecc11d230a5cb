import { hash } from 'node:crypto'

/** Returns a key for an address, which may be longer than PostgreSQL's indexes allow. */
export function hashAddress(address: string): string {
  return hash('sha256', address, 'base64url')
}
