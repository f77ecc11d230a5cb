import { Agent, request } from 'node:http'
import type { ComparedCase } from './compared-cases.ts'
import { applyLoad, type RequestPlan } from './load.ts'
import { CONNECTIONS, waitUntilIdle, type Contestant } from './measure-case.ts'

/** Processor time is counted in steps of 10 ms, so a round should use about half a second. */
const HOT_REQUESTS = 16_000
const COLD_REQUESTS = 600
/** After each round of uncached pages, a single client sends this many requests one after the other. */
const SEQUENTIAL_REQUESTS = 30

/** The processor time of a product page falls until about the 6,000th, because V8 still optimises functions. */
export const WARMING_ROUNDS = 10

/** Milliseconds from the request to the response's head, first body byte and end. */
export interface ResponseTimes {
  readonly head: number
  readonly body: number
  readonly end: number
}

export interface Round {
  /** Microseconds for each request. */
  readonly processorTime: number
  readonly requestsPerSecond: number
  /** Of the single client; empty in hot cases. */
  readonly times: readonly ResponseTimes[]
}

/** Sends requests over concurrent connections, and then some by a single client. */
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

/** Uses one connection. */
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
