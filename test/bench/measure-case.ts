import { setTimeout as wait } from 'node:timers/promises'
import type { BenchCase } from './cases.ts'
import { fetchHotResponse, type ReceivedResponse } from './fetch-response.ts'
import { applyLoad, type RequestPlan, type LoadResult } from './load.ts'
import type { PinnedProcess } from './pinned-process.ts'
import { median, percentile } from './statistics.ts'

/** Counts its requests across all cases, so that no cold URL is requested twice. */
export interface Contestant {
  readonly name: string
  readonly process: PinnedProcess
  readonly productCount: number
  requestCount: number
  responseCount: number
}

export interface Measurement {
  readonly rounds: readonly { readonly requestsPerSecond: number; readonly p99: number }[]
  readonly requestsPerSecond: number
  /** Latencies in milliseconds under load. */
  readonly p50: number
  readonly p99: number
  /** Milliseconds of processor time for each response. */
  readonly processorTime: number
  /** Latency with a single client, in milliseconds; null if not measured. */
  readonly p99Alone: number | null
}

interface Effort {
  readonly rounds: number
  readonly seconds: number
}

export const CONNECTIONS = 32

/** A server is warm if another round gains less than this factor. */
const WARMING_GAIN = 1.04
const WARMING_ROUNDS = 5

/** A server that uses no processor time for this long is idle. */
const IDLE_MS = 60

/** @throws if the first response has an unexpected status */
export async function planRequests(
  benchCase: BenchCase,
  contestant: Contestant,
  buildId: string,
): Promise<RequestPlan & { readonly response: ReceivedResponse | null }> {
  const headers: Record<string, string> = { 'accept-encoding': benchCase.acceptEncoding }
  const path = benchCase.paths({ productCount: contestant.productCount, buildId })
  const status = benchCase.status ?? 200
  if (!benchCase.isOneUrl)
    return { headers, status, responseBytes: null, response: null, nextPath: () => path(contestant.requestCount++) }
  const url = contestant.process.url + path(0)
  let response = await fetchHotResponse(url, headers)
  if (benchCase.isConditional) {
    headers['if-none-match'] =
      response.headers[response.headers.findIndex((name) => name.toLowerCase() === 'etag') + 1]!
    response = await fetchHotResponse(url, headers)
  }
  if (response.status !== status) throw new Error(`${url} returned ${response.status} instead of ${status}.`)
  return { headers, status, responseBytes: response.byteLength, response, nextPath: () => path(0) }
}

/** Rounds of the servers alternate, because the machine's speed varies. */
export async function measureAlternately(
  benchCase: BenchCase,
  contestants: readonly { readonly contestant: Contestant; readonly plan: RequestPlan }[],
  { rounds, seconds }: Effort,
): Promise<ReadonlyMap<Contestant, Measurement>> {
  const results = new Map(
    contestants.map(({ contestant }) => [
      contestant,
      { loaded: [] as LoadResult[], alone: [] as LoadResult[], processorTime: 0 },
    ]),
  )
  const load = async (contestant: Contestant, plan: RequestPlan, duration: number, connections: number) => {
    const result = await applyLoad(contestant.process.url, plan, { duration }, connections)
    await waitUntilIdle(contestant.process)
    contestant.responseCount += result.responseCount
    return result
  }
  // Warms up the servers and the load generator.
  for (const { contestant, plan } of contestants) {
    let [before, now] = [0, 0]
    for (let round = 0; round < WARMING_ROUNDS && now >= before * WARMING_GAIN; round++) {
      ;[before, now] = [now, (await load(contestant, plan, seconds, CONNECTIONS)).requestsPerSecond]
    }
  }
  for (let round = 0; round < rounds; round++) {
    for (const { contestant, plan } of contestants) {
      const result = results.get(contestant)!
      const before = contestant.process.readProcessorTime()
      result.loaded.push(await load(contestant, plan, seconds, CONNECTIONS))
      console.error(
        `  ${contestant.name}, ${contestant.productCount}: ${result.loaded.at(-1)!.requestsPerSecond.toFixed(0)}/s`,
      )
      result.processorTime += contestant.process.readProcessorTime() - before
      if (benchCase.isTimedAlone) result.alone.push(await load(contestant, plan, seconds / 2, 1))
    }
  }
  return new Map(
    [...results].map(([contestant, { loaded, alone, processorTime }]) => [
      contestant,
      {
        rounds: loaded.map(({ requestsPerSecond, latencies }) => ({
          requestsPerSecond,
          p99: percentile(latencies, 0.99),
        })),
        requestsPerSecond: median(loaded.map(({ requestsPerSecond }) => requestsPerSecond)),
        p50: median(loaded.map(({ latencies }) => percentile(latencies, 0.5))),
        p99: median(loaded.map(({ latencies }) => percentile(latencies, 0.99))),
        processorTime: processorTime / loaded.reduce((sum, { requestCount }) => sum + requestCount, 0),
        p99Alone: alone.length > 0 ? median(alone.map(({ latencies }) => percentile(latencies, 0.99))) : null,
      },
    ]),
  )
}

/** Waits for the server's work from the last round. */
export async function waitUntilIdle(process: PinnedProcess): Promise<void> {
  let [before, now] = [-1, process.readProcessorTime()]
  while (now > before) {
    await wait(IDLE_MS)
    ;[before, now] = [now, process.readProcessorTime()]
  }
}
