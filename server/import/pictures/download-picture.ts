import { lookup as resolveName, type LookupAddress } from 'node:dns'
import { createWriteStream } from 'node:fs'
import { get as getPlain, type IncomingMessage } from 'node:http'
import { get as getSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isPublicAddress } from '../../base/public-address.ts'
import { FILE_MAX_BYTES, FILE_TOO_LARGE } from './inspect-picture.ts'

const REDIRECTS_MAX = 3
const TIME_LIMIT_MS = 30_000

export interface DownloadRules {
  readonly protocols: readonly string[]
  readonly isAllowed: (address: string) => boolean
}

export const PUBLIC_RULES: DownloadRules = { protocols: ['https:'], isAllowed: isPublicAddress }

/**
 * Downloads a file. Every connection's IP address is checked, so that neither DNS nor a redirect can lead into a
 * private network.
 * @param path where the file is stored
 * @throws an error with the reason if the download fails
 */
export async function downloadPicture(address: string, path: string, rules: DownloadRules): Promise<void> {
  const signal = AbortSignal.timeout(TIME_LIMIT_MS)
  let url = new URL(address)
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const response = await request(url, rules, signal)
    const { statusCode = 0, headers } = response
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      response.destroy()
      url = new URL(headers.location, url)
      continue
    }
    if (statusCode !== 200) {
      response.destroy()
      throw new Error(`the server responded with status ${statusCode}`)
    }
    await pipeline(response, limitBytes(), createWriteStream(path), { signal })
    return
  }
  throw new Error(`there are more than ${REDIRECTS_MAX} redirects`)
}

async function request(
  url: URL,
  { protocols, isAllowed }: DownloadRules,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  if (!protocols.includes(url.protocol)) throw new Error(`the protocol ${url.protocol.slice(0, -1)} is not allowed`)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Host names are checked when they are resolved.
  if (isIP(host) !== 0 && !isAllowed(host)) throw new Error('the address is in a private network')
  const get = url.protocol === 'https:' ? getSecure : getPlain
  return new Promise((resolve, reject) => {
    get(url, { signal, lookup: lookupAllowed(isAllowed), agent: false, headers: { accept: 'image/*' } }, resolve).on(
      'error',
      reject,
    )
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

function limitBytes(): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > FILE_MAX_BYTES) done(new Error(FILE_TOO_LARGE))
      else done(null, chunk)
    },
  })
}
