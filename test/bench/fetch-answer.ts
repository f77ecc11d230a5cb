import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { FinishedAnswer } from './limits/bare-answer.ts'

/** Headers that each server has of its own. */
const OWN_HEADERS = ['date', 'connection', 'keep-alive', 'x-request-id']

/** How long a kept page's smallest copy may take. */
const SETTLING_MS = 500

/** An answer as it came over the line, still compressed. */
export interface ReceivedAnswer extends FinishedAnswer {
  /** Of all of it, headers included. */
  readonly byteLength: number
}

/** @param headers of the request */
export function fetchAnswer(url: string, headers: Readonly<Record<string, string>>): Promise<ReceivedAnswer> {
  // A connection of its own, that stays open as those of the load do: both are seen in the answer.
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

/** Fetches an answer that many ask for, in the form in which they get it: what comes a second time is made as small as it can be. */
export async function fetchHotAnswer(url: string, headers: Readonly<Record<string, string>>): Promise<ReceivedAnswer> {
  for (let time = 0; time < 3; time++) await fetchAnswer(url, headers)
  await wait(SETTLING_MS)
  return fetchAnswer(url, headers)
}
