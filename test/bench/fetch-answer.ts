import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { FinishedAnswer } from './limits/bare-answer.ts'

/** Headers that differ between responses. */
const OWN_HEADERS = ['date', 'connection', 'keep-alive', 'x-request-id']

/** Longest time to compress a hot page with the best quality. */
const SETTLING_MS = 500

/** A response, still compressed. */
export interface ReceivedAnswer extends FinishedAnswer {
  /** With headers. */
  readonly byteLength: number
}

export function fetchAnswer(url: string, headers: Readonly<Record<string, string>>): Promise<ReceivedAnswer> {
  // A kept-alive connection, like those of the load: it affects the response's headers.
  const agent = new Agent({ keepAlive: true })
  return new Promise<ReceivedAnswer>((resolve, reject) => {
    request(url, { headers, agent }, (response) => {
      const { socket, rawHeaders } = response
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
      response.on('end', () => {
        const pairs = Array.from({ length: rawHeaders.length / 2 }, (_, index) =>
          rawHeaders.slice(index * 2, index * 2 + 2),
        )
        const kept = pairs.filter(([name]) => !OWN_HEADERS.includes(name!.toLowerCase()))
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

/** Fetches a response as later clients get it: the second request makes the server compress the page best. */
export async function fetchHotAnswer(url: string, headers: Readonly<Record<string, string>>): Promise<ReceivedAnswer> {
  for (let time = 0; time < 3; time++) await fetchAnswer(url, headers)
  await wait(SETTLING_MS)
  return fetchAnswer(url, headers)
}
