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

export interface LoadResult {
  /** Includes requests without a response. */
  readonly requestCount: number
  readonly responseCount: number
  readonly requestsPerSecond: number
  /** Latencies in milliseconds, ascending. */
  readonly latencies: Float64Array
}

const SAMPLE_INTERVAL_MS = 50

/**
 * Each connection sends its next request after the response to the previous one.
 * @param extent the duration in seconds, or the number of requests
 * @throws if a request fails, or its response has an unexpected status or length
 */
export async function applyLoad(
  url: string,
  { headers, status: expected, responseBytes, nextPath }: RequestPlan,
  extent: { readonly duration: number } | { readonly amount: number },
  connections: number,
): Promise<LoadResult> {
  const latencies: number[] = []
  const wrong = new Set<number>()
  let requestCount = 0
  const startedAt = performance.now()
  let endedAt = startedAt
  const { errors } = await autocannon({
    url,
    connections,
    ...extent,
    sampleInt: SAMPLE_INTERVAL_MS,
    headers,
    requests: [
      responseBytes === null ? { setupRequest: (request) => ({ ...request, path: nextPath() }) } : { path: nextPath() },
    ],
    setupClient: (client) => {
      if (responseBytes !== null) countResponses(client, responseBytes)
      // The cast is needed because autocannon's types declare only one of these events.
      const events: EventEmitter = client
      events.on('request', () => (requestCount += 1))
      events.on('response', (status: number, _bytes: number, milliseconds: number) => {
        latencies.push(milliseconds)
        if (status !== expected) wrong.add(status)
        endedAt = performance.now()
      })
    },
  })
  if (errors > 0 || wrong.size > 0 || latencies.length === 0) {
    throw new Error(
      `${url}: ${latencies.length} responses, ${errors} errors, statuses other than ${expected}: ${[...wrong].join(', ') || 'none'}.`,
    )
  }
  return {
    requestCount,
    responseCount: latencies.length,
    requestsPerSecond: latencies.length / ((endedAt - startedAt) / 1000),
    latencies: Float64Array.from(latencies).sort(),
  }
}
