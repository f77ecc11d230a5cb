import type { EventEmitter } from 'node:events'
import autocannon from 'autocannon'

export interface Responses {
  readonly served: number[]
  readonly refused: number[]
  /** Responses that are neither a page nor a 503. */
  wrong: number
}

const CONNECTIONS = 1_000

/** The greedy visitor sends as many requests as all of these together. */
const VISITORS = 200
const GREEDY_VISITOR = '198.18.0.1'

/** `take` returns the latencies since its last call, in milliseconds. */
export function overload(
  url: string,
  requestsPerSecond: number,
  nextPath: () => string,
): { take(): Responses; stop(): void } {
  let responses = nothing()
  let number = 0
  const load = autocannon(
    {
      url,
      connections: CONNECTIONS,
      overallRate: requestsPerSecond,
      duration: 24 * 3_600,
      timeout: 30,
      requests: [
        {
          setupRequest: (request) => {
            number += 1
            const visitor = number % 2 === 0 ? GREEDY_VISITOR : `198.19.0.${(number >> 1) % VISITORS}`
            return { ...request, path: nextPath(), headers: { 'accept-encoding': 'br', 'x-forwarded-for': visitor } }
          },
        },
      ],
      setupClient: (client) => {
        // The cast is needed because autocannon's types declare only one of these events.
        const events: EventEmitter = client
        events.on('response', (status: number, _bytes: number, milliseconds: number) => {
          if (status === 200) responses.served.push(milliseconds)
          else if (status === 503) responses.refused.push(milliseconds)
          else responses.wrong += 1
        })
        events.on('connError', () => (responses.wrong += 1))
        events.on('timeout', () => (responses.wrong += 1))
      },
    },
    () => {},
  ) as unknown as { stop(): void }
  return {
    take() {
      const taken = responses
      responses = nothing()
      return taken
    },
    stop: () => load.stop(),
  }
}

function nothing(): Responses {
  return { served: [], refused: [], wrong: 0 }
}
