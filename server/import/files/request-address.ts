import { lookup as resolveName, type LookupAddress } from 'node:dns'
import { get as getPlain, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { get as getSecure } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

const REDIRECTS_MAX = 3

/** Networks for private and special use (RFC 6890 and its successors). */
const NOT_PUBLIC =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 ' +
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3 2001::/23 2001:db8::/32 2002::/16 3fff::/20'

const blocked = new BlockList()
for (const network of NOT_PUBLIC.split(' ')) {
  const [address = '', prefix] = network.split('/')
  blocked.addSubnet(address, Number(prefix), isIP(address) === 4 ? 'ipv4' : 'ipv6')
}

/** The only IPv6 network of public addresses (RFC 4291, 2.4). */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** Imports fetch pictures only from public addresses, never from the owner's network. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0) return false
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return isPublicAddress(mapped)
  if (family === 4) return !blocked.check(address)
  return globalUnicast.check(address, 'ipv6') && !blocked.check(address, 'ipv6')
}

export interface DownloadRules {
  readonly protocols: readonly string[]
  readonly isAllowed: (address: string) => boolean
}

export const PUBLIC_RULES: DownloadRules = { protocols: ['https:'], isAllowed: isPublicAddress }

interface DownloadLimits {
  readonly rules: DownloadRules
  readonly headers: OutgoingHttpHeaders
  readonly timeLimitMs: number
  readonly maxBytes: number
}

export class StatusError extends Error {
  readonly status: number

  constructor(status: number) {
    super(`the server responded with status ${status}`)
    this.status = status
  }
}

/**
 * Downloads a file.
 * @param receive reads the bytes
 * @throws an error with the reason if there is no response, or a rule or limit forbids it
 */
export async function download<Result>(
  address: string,
  { rules, headers, timeLimitMs, maxBytes }: DownloadLimits,
  receive: (bytes: AsyncIterable<Buffer>) => Promise<Result>,
): Promise<Result> {
  const signal = AbortSignal.timeout(timeLimitMs)
  try {
    const response = await requestAddress(address, rules, signal, headers)
    if (response.statusCode !== 200) {
      response.destroy()
      throw new StatusError(response.statusCode ?? 0)
    }
    const limit = (chunks: AsyncIterable<Buffer>) => limitBytes(chunks, maxBytes)
    return response.headers['content-encoding'] === 'gzip'
      ? await pipeline(response, createGunzip(), limit, receive, { signal })
      : await pipeline(response, limit, receive, { signal })
  } catch (error) {
    if (signal.aborted) throw new Error(`the download took longer than ${timeLimitMs / 1000} s`, { cause: error })
    const isClosed = error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
    throw isClosed ? new Error('the server closed the connection', { cause: error }) : error
  }
}

/** Requests an address and follows redirects. */
async function requestAddress(
  address: string,
  rules: DownloadRules,
  signal: AbortSignal,
  headers: OutgoingHttpHeaders,
): Promise<IncomingMessage> {
  const options = { signal, lookup: lookupAllowed(rules.isAllowed), agent: false, headers }
  let url = new URL(address)
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const reason = findForbidden(url, rules)
    if (reason !== undefined) throw new Error(reason)
    const get = url.protocol === 'https:' ? getSecure : getPlain
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(url, options, resolve).on('error', reject)
    })
    const { statusCode = 0, headers: received } = response
    if (statusCode < 300 || statusCode >= 400 || received.location === undefined) return response
    response.destroy()
    url = new URL(received.location, url)
  }
  throw new Error(`there are more than ${REDIRECTS_MAX} redirects`)
}

/** Returns the reason why a URL is forbidden. Host names are checked later, when they are resolved. */
function findForbidden(url: URL, { protocols, isAllowed }: DownloadRules): string | undefined {
  if (!protocols.includes(url.protocol)) return `the protocol ${url.protocol.slice(0, -1)} is not allowed`
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) !== 0 && !isAllowed(host) ? 'the address is in a private network' : undefined
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

async function* limitBytes(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error(`the file has more than ${maxBytes / 2 ** 20} MB`)
    yield chunk
  }
}
