import type { EventEmitter } from 'node:events'
import autocannon from 'autocannon'
import { countAnswers } from './count-answers.ts'

export interface Asked {
  readonly headers: Readonly<Record<string, string>>
  readonly status: number
  /** Bytes of each response if all have the same length; otherwise null, and each is parsed. */
  readonly answerBytes: number | null
  nextPath(): string
}

export interface LoadResult {
  /** Requests sent, with or without a response. */
  readonly asked: number
  readonly answered: number
  readonly requestsPerSecond: number
  /** Milliseconds of each response, ascending. */
  readonly latencies: Float64Array
}

const LOOK_MS = 50

/**
 * Sends requests over concurrent connections, each of which sends the next request as soon as it has the response to the last.
 * @param extent of the load: seconds, or a number of requests
 * @throws if a request fails, or its response has an unexpected status or length
 */
export async function putLoad(
  url: string,
  { headers, status: expected, answerBytes, nextPath }: Asked,
  extent: { readonly duration: number } | { readonly amount: number },
  connections: number,
): Promise<LoadResult> {
  const latencies: number[] = []
  const wrong = new Set<number>()
  let asked = 0
  const startedAt = performance.now()
  let endedAt = startedAt
  const { errors } = await autocannon({
    url,
    connections,
    ...extent,
    sampleInt: LOOK_MS,
    headers,
    requests: [
      answerBytes === null ? { setupRequest: (request) => ({ ...request, path: nextPath() }) } : { path: nextPath() },
    ],
    setupClient: (client) => {
      if (answerBytes !== null) countAnswers(client, answerBytes)
      // The types have only one of its events.
      const events: EventEmitter = client
      events.on('request', () => (asked += 1))
      events.on('response', (status: number, _bytes: number, milliseconds: number) => {
        latencies.push(milliseconds)
        if (status !== expected) wrong.add(status)
        endedAt = performance.now()
      })
    },
  })
  if (errors > 0 || wrong.size > 0 || latencies.length === 0) {
    throw new Error(
      `${url}: ${latencies.length} answers, ${errors} errors, and with another status than ${expected}: ${[...wrong].join(', ') || 'none'}.`,
    )
  }
  return {
    asked,
    answered: latencies.length,
    requestsPerSecond: latencies.length / ((endedAt - startedAt) / 1000),
    latencies: Float64Array.from(latencies).sort(),
  }
}
