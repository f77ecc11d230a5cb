import { hash } from 'node:crypto'

/** Hashes an address, a token or the key of a request. Hashes are short enough for PostgreSQL's indexes, and reveal no token. */
export function hashText(text: string): string {
  return hash('sha256', text, 'base64url')
}
