import { decodeOrKeep } from '../../shared/urls.ts'

/** Statuses that a redirect may have; 410 says that the page is gone for good. */
export const REDIRECT_STATUSES = [301, 302, 307, 308, 410] as const

export type RedirectStatus = (typeof REDIRECT_STATUSES)[number]

/** A row of `redirects.csv`. */
export interface Redirect {
  /** Path of an old address, with its query if it has one. */
  readonly from: string
  /** Path of this site or https address; '' if the page is gone. */
  readonly to: string
  readonly status: RedirectStatus
  /** Set if it was found for an address in the list of old addresses. */
  readonly isMatched?: true
}

/** Separates the owner's redirects from those that were found for a list of old addresses. */
export function splitRedirects(redirects: readonly Redirect[]): {
  readonly own: readonly Redirect[]
  readonly matched: readonly Redirect[]
} {
  return {
    own: redirects.filter(({ isMatched }) => !isMatched),
    matched: redirects.filter(({ isMatched }) => isMatched),
  }
}

/** All redirects are in memory, because a request for any address without a page looks for one. */
export const REDIRECTS_MAX = 50_000

export const REDIRECT_MAX_LENGTH = 2_000

/** Only for parsing; no request is sent there. */
const ANY_ORIGIN = 'http://site.invalid'

/**
 * Returns the path and query by which redirects are compared: case, percent-encoding, a slash at the end, host and fragment make
 * no difference.
 * @param address a path or an address with a host
 * @returns undefined if it is neither
 */
export function readAddressKey(address: string): AddressKey | undefined {
  if (!/^(?:\/(?![/\\])|https?:\/\/)/i.test(address)) return undefined
  const url = URL.parse(address, ANY_ORIGIN)
  if (!url) return undefined
  const path = decode(url.pathname).replace(/\/+$/, '') || '/'
  return { path, query: decode(url.search) }
}

export interface AddressKey {
  /** Decoded, in lower case and without a slash at the end. */
  readonly path: string
  /** With its question mark; '' if there is none. */
  readonly query: string
}

/** Texts in other encodings than UTF-8 are compared as they are. */
function decode(text: string): string {
  return decodeOrKeep(text).normalize('NFC').toLowerCase()
}

/** Redirects by their old addresses. */
export class RedirectTable {
  readonly #redirects = new Map<string, Redirect>()

  constructor(redirects: readonly Redirect[]) {
    for (const redirect of redirects) {
      const key = readAddressKey(redirect.from)
      if (key) this.#redirects.set(key.path + key.query, redirect)
    }
  }

  /** Finds the row for an address, or else for its path without the query. @param address path and query */
  findRow(address: string): Redirect | undefined {
    const key = readAddressKey(address)
    return key && (this.#redirects.get(key.path + key.query) ?? this.#redirects.get(key.path))
  }

  /** Finds where an address leads. A query that the row does not have stays. @param address path and query */
  find(address: string): Redirect | undefined {
    const row = this.findRow(address)
    const query = readAddressKey(address)?.query ?? ''
    if (!row || query === '' || row.to === '' || /[?#]/.test(row.to) || readAddressKey(row.from)?.query === query)
      return row
    return { ...row, to: row.to + address.slice(address.indexOf('?')) }
  }
}
