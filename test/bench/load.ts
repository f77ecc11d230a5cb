import type { EventEmitter } from 'node:events'
import autocannon from 'autocannon'
import { countResponses } from './count-responses.ts'

export interface RequestPlan {
  readonly headers: Readonly<Record<string, string>>
  readonly status: number
  /** Null if lengths differ, so that each response is parsed. */
  readonly responseBytes: number | null
  nextPath(): string
}

/**
 * Each connection sends its next request after the response to the previous one.
 * @returns the responses per second
 * @throws if a request fails, or its response has an unexpected status or length
 */
export async function applyLoad(
  url: string,
  { headers, status: expected, responseBytes, nextPath }: RequestPlan,
  amount: number,
  connections: number,
): Promise<number> {
  const wrong = new Set<number>()
  let responseCount = 0
  const startedAt = performance.now()
  let endedAt = startedAt
  const { errors } = await autocannon({
    url,
    connections,
    amount,
    // The server closes a connection after its hundredth request, and the last response has other headers.
    reconnectRate: 90,
    headers,
    requests: [
      responseBytes === null ? { setupRequest: (request) => ({ ...request, path: nextPath() }) } : { path: nextPath() },
    ],
    setupClient: (client) => {
      if (responseBytes !== null) countResponses(client, responseBytes)
      // The cast is needed because autocannon's types declare only one of these events.
      const events: EventEmitter = client
      events.on('response', (status: number) => {
        responseCount += 1
        if (status !== expected) wrong.add(status)
        endedAt = performance.now()
      })
    },
  })
  if (errors > 0 || wrong.size > 0 || responseCount === 0) {
    throw new Error(
      `${url}: ${responseCount} responses, ${errors} errors, statuses other than ${expected}: ${[...wrong].join(', ') || 'none'}.`,
    )
  }
  return responseCount / ((endedAt - startedAt) / 1000)
}
