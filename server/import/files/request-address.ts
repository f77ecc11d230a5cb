import { lookup as resolveName, type LookupAddress } from 'node:dns'
import { get as getPlain, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { get as getSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Transform } from 'node:stream'
import { isPublicAddress } from './public-address.ts'

const REDIRECTS_MAX = 3

export interface DownloadRules {
  readonly protocols: readonly string[]
  readonly isAllowed: (address: string) => boolean
}

export const PUBLIC_RULES: DownloadRules = { protocols: ['https:'], isAllowed: isPublicAddress }

/**
 * Requests an address and follows redirects. The caller reads or destroys the response.
 * @throws an error with the reason if there is no response, or a rule forbids the request
 */
export async function requestAddress(
  address: string,
  rules: DownloadRules,
  signal: AbortSignal,
  headers: OutgoingHttpHeaders,
): Promise<IncomingMessage> {
  let url = new URL(address)
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const response = await request(url, rules, signal, headers)
    const { statusCode = 0, headers: received } = response
    if (statusCode < 300 || statusCode >= 400 || received.location === undefined) return response
    response.destroy()
    url = new URL(received.location, url)
  }
  throw new Error(`there are more than ${REDIRECTS_MAX} redirects`)
}

/** Returns the reason why a URL is forbidden. Host names are checked later, when they are resolved. */
export function findForbidden(url: URL, { protocols, isAllowed }: DownloadRules): string | undefined {
  if (!protocols.includes(url.protocol)) return `the protocol ${url.protocol.slice(0, -1)} is not allowed`
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) !== 0 && !isAllowed(host) ? 'the address is in a private network' : undefined
}

async function request(
  url: URL,
  rules: DownloadRules,
  signal: AbortSignal,
  headers: OutgoingHttpHeaders,
): Promise<IncomingMessage> {
  const reason = findForbidden(url, rules)
  if (reason !== undefined) throw new Error(reason)
  const get = url.protocol === 'https:' ? getSecure : getPlain
  return new Promise((resolve, reject) => {
    const options = { signal, lookup: lookupAllowed(rules.isAllowed), agent: false, headers }
    get(url, options, resolve).on('error', reject)
  })
}

function lookupAllowed(isAllowed: DownloadRules['isAllowed']): LookupFunction {
  return (hostname, { all: wantsAll }, done) => {
    resolveName(hostname, { all: true }, (error, addresses: LookupAddress[] = []) => {
      const [first] = addresses
      if (error || !first) done(error ?? new Error('the host name cannot be resolved'), '', 0)
      else if (!addresses.every(({ address }) => isAllowed(address)))
        done(new Error('the address is in a private network'), '', 0)
      else if (wantsAll) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }
}

/** Returns a stream that fails with the error once more bytes have passed. */
export function limitBytes(maxBytes: number, error: Error): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > maxBytes) done(error)
      else done(null, chunk)
    },
  })
}
