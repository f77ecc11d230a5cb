import { decodeOrKeep } from '../../../shared/urls.ts'
import { ROUTES } from '../../../shared/routes.ts'

/** Statuses of redirects, where 410 means that the page is permanently gone. */
export const REDIRECT_STATUSES = [301, 302, 307, 308, 410] as const

type RedirectStatus = (typeof REDIRECT_STATUSES)[number]

/** A row of `redirects.csv`. */
export interface Redirect {
  /** The old path, with its query if it has one. */
  readonly from: string
  /** A path of this site or an `https` address; '' if the page is gone. */
  readonly to: string
  readonly status: RedirectStatus
  /** Set if version 1.1.0 found the redirect for an `old-addresses.txt`. Imports keep it, because `redirects.csv` lacks it. */
  readonly isMatched?: true
}

/** All redirects are in memory, because requests for addresses without a page look for one. */
export const REDIRECTS_MAX = 50_000

export const REDIRECT_MAX_LENGTH = 2_000

/** This origin is used only for parsing. */
const ANY_ORIGIN = 'http://site.invalid'

/**
 * Returns the key by which redirects are compared, without case, percent-encoding, final slash, host and fragment.
 * @param address a path or an address with a host
 * @returns undefined if the text is neither
 */
export function readAddressKey(address: string): AddressKey | undefined {
  if (!/^(?:\/(?![/\\])|https?:\/\/)/i.test(address)) return undefined
  const url = URL.parse(address, ANY_ORIGIN)
  if (!url) return undefined
  const path = decode(url.pathname).replace(/\/+$/, '') || '/'
  return { path, query: decode(url.search) }
}

interface AddressKey {
  /** The decoded path in lower case, without a final slash. */
  readonly path: string
  /** The query with its question mark; '' if there is none. */
  readonly query: string
}

/** Decodes percent-encoding. Other encodings than UTF-8 stay as they are. */
function decode(text: string): string {
  return decodeOrKeep(text).normalize('NFC').toLowerCase()
}

export class RedirectTable {
  readonly #redirects = new Map<string, Redirect>()

  constructor(redirects: readonly Redirect[]) {
    for (const redirect of redirects) {
      const key = readAddressKey(redirect.from)
      if (key) this.#redirects.set(key.path + key.query, redirect)
    }
  }

  /** Finds the row for an address, or else for its path. @param address path and query */
  findRow(address: string): Redirect | undefined {
    const key = readAddressKey(address)
    return key && (this.#redirects.get(key.path + key.query) ?? this.#redirects.get(key.path))
  }

  /** Finds where an address leads, with a query that the row lacks. @param address path and query */
  find(address: string): Redirect | undefined {
    const row = this.findRow(address)
    const query = readAddressKey(address)?.query ?? ''
    if (!row || query === '' || row.to === '' || /[?#]/.test(row.to) || readAddressKey(row.from)?.query === query)
      return row
    return { ...row, to: row.to + address.slice(address.indexOf('?')) }
  }
}

/** Paths of the pages that every site has: those without parameters. */
export const STATIC_PATHS: readonly string[] = Object.values(ROUTES)
  .filter(({ path, isDevelopmentOnly }) => !path.includes(':') && !isDevelopmentOnly)
  .map(({ path }) => path)
