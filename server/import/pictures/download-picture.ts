import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type DownloadRules, limitBytes, requestAddress } from '../files/request-address.ts'
import { FILE_MAX_BYTES, FILE_TOO_LARGE } from './inspect-picture.ts'

const TIME_LIMIT_MS = 30_000

/** A response with another status than 200. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError'
  readonly status: number

  constructor({ statusCode = 0 }: IncomingMessage) {
    super(`the server responded with status ${statusCode}`)
    this.status = statusCode
  }
}

export function describeDownloadError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'ECONNRESET') return 'the server closed the connection'
  return error.name === 'TimeoutError' || error.name === 'AbortError'
    ? 'the download took longer than 30 s'
    : error.message
}

/**
 * Every connection's IP address is checked, so that neither DNS nor a redirect can lead into a private network.
 * @param stopped aborts the download
 * @throws DownloadError for another status than 200, and other errors with the reason
 */
export async function downloadPicture(address: string, rules: DownloadRules, stopped: AbortSignal): Promise<Buffer> {
  const signal = AbortSignal.any([AbortSignal.timeout(TIME_LIMIT_MS), stopped])
  return pipeline(
    await requestPicture(address, rules, signal),
    limitBytes(FILE_MAX_BYTES, new Error(FILE_TOO_LARGE)),
    buffer,
    { signal },
  )
}

async function requestPicture(address: string, rules: DownloadRules, signal: AbortSignal): Promise<IncomingMessage> {
  const response = await requestAddress(address, rules, signal, { accept: 'image/*,*/*;q=0.8' })
  if (response.statusCode === 200) return response
  response.destroy()
  throw new DownloadError(response)
}
