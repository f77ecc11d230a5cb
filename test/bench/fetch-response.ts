import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { FixedResponse } from './limits/fixed-response.ts'

/** Headers that differ between responses. */
const VARYING_HEADERS = ['date', 'connection', 'keep-alive', 'x-request-id']

/** The server recompresses a cached page with the best quality within this time. */
const COMPRESSION_MS = 500

/** A response, still compressed. */
export interface ReceivedResponse extends FixedResponse {
  /** Includes the headers. */
  readonly byteLength: number
}

export function fetchResponse(url: string, headers: Readonly<Record<string, string>>): Promise<ReceivedResponse> {
  // Persistent connections, as those of the load, get other headers than single requests.
  const agent = new Agent({ keepAlive: true })
  return new Promise<ReceivedResponse>((resolve, reject) => {
    request(url, { headers, agent }, (response) => {
      const { socket, rawHeaders } = response
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
      response.on('end', () => {
        const pairs = Array.from({ length: rawHeaders.length / 2 }, (_, index) =>
          rawHeaders.slice(index * 2, index * 2 + 2),
        )
        const kept = pairs.filter(([name]) => !VARYING_HEADERS.includes(name!.toLowerCase()))
        resolve({
          status: response.statusCode!,
          headers: kept.flat(),
          bodyBase64: Buffer.concat(chunks).toString('base64'),
          byteLength: socket.bytesRead,
        })
      })
    })
      .on('error', reject)
      .end()
  }).finally(() => agent.destroy())
}

/** Fetches a response after the server has compressed it with the best quality, which a second request causes. */
export async function fetchHotResponse(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<ReceivedResponse> {
  for (let time = 0; time < 3; time++) await fetchResponse(url, headers)
  await wait(COMPRESSION_MS)
  return fetchResponse(url, headers)
}
