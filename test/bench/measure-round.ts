import { Agent, request } from 'node:http'
import type { ComparedCase } from './compared-cases.ts'
import { applyLoad, type RequestPlan } from './load.ts'
import { CONNECTIONS, waitUntilIdle, type Contestant } from './measure-case.ts'

/** Requests per round. Processor time is counted in steps of 10 ms, so a round should use about half a second of it. */
const HOT_REQUESTS = 16_000
const COLD_REQUESTS = 600
/** Requests that a single client sends, one after the other, after each round of cold pages. */
const SEQUENTIAL_REQUESTS = 30

/** V8 still optimises functions after thousands of requests: the processor time of a product page falls until about the 6,000th. */
export const WARMING_ROUNDS = 10

/** Milliseconds from sending a request to its response's head, first body byte and end. */
export interface ResponseTimes {
  readonly head: number
  readonly body: number
  readonly end: number
}

export interface Round {
  /** Microseconds of processor time for each request. */
  readonly processorTime: number
  readonly requestsPerSecond: number
  /** Response times of the single client; empty in hot cases. */
  readonly times: readonly ResponseTimes[]
}

/** Sends the requests of a round over concurrent connections, and then some by a single client. */
export async function measureRound(
  { isOneUrl, requests }: ComparedCase,
  { process: server }: Contestant,
  plan: RequestPlan,
): Promise<Round> {
  const amount = requests ?? (isOneUrl ? HOT_REQUESTS : COLD_REQUESTS)
  const before = server.readProcessorTime()
  const { requestsPerSecond } = await applyLoad(server.url, plan, { amount }, CONNECTIONS)
  await waitUntilIdle(server)
  const processorTime = ((server.readProcessorTime() - before) * 1_000) / amount
  return { processorTime, requestsPerSecond, times: isOneUrl ? [] : await timeSequentially(server.url, plan) }
}

/** Sends requests one after the other over one connection. */
export async function timeSequentially(
  url: string,
  { headers, status, nextPath }: RequestPlan,
): Promise<readonly ResponseTimes[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: ResponseTimes[] = []
  while (times.length < SEQUENTIAL_REQUESTS) times.push(await timeResponse(url + nextPath(), headers, status, agent))
  agent.destroy()
  return times
}

function timeResponse(
  url: string,
  headers: RequestPlan['headers'],
  status: number,
  agent: Agent,
): Promise<ResponseTimes> {
  const startedAt = performance.now()
  const elapsed = () => performance.now() - startedAt
  return new Promise((done, reject) => {
    const sent = request(url, { headers, agent }, (response) => {
      const head = elapsed()
      let body = 0
      if (response.statusCode !== status)
        reject(new Error(`${url} returned ${response.statusCode} instead of ${status}.`))
      response.once('data', () => (body = elapsed())).on('error', reject)
      response.on('end', () => done({ head, body, end: elapsed() }))
    })
    sent.on('error', reject).end()
  })
}
