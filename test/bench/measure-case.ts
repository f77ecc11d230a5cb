import { setTimeout as wait } from 'node:timers/promises'
import type { BenchCase } from './cases.ts'
import { fetchHotAnswer, type ReceivedAnswer } from './fetch-answer.ts'
import { putLoad, type Asked, type LoadResult } from './load.ts'
import type { PinnedProcess } from './pinned-process.ts'
import { median, percentile } from './statistics.ts'

/** A server and its number of requests so far, which continues across cases so that no URL repeats. */
export interface Contestant {
  readonly name: string
  readonly process: PinnedProcess
  readonly productCount: number
  asked: number
  answered: number
}

export interface Measurement {
  readonly rounds: readonly { readonly requestsPerSecond: number; readonly p99: number }[]
  readonly requestsPerSecond: number
  /** Milliseconds under load. */
  readonly p50: number
  readonly p99: number
  /** Milliseconds for each response. */
  readonly processorTime: number
  /** 99th percentile in milliseconds with a single client, if measured. */
  readonly p99Alone: number | null
}

interface Effort {
  readonly rounds: number
  readonly seconds: number
}

export const CONNECTIONS = 32

/** A server is warm when another round gains less than this. */
const WARMING_GAIN = 1.04
const WARMING_ROUNDS = 5

/** A server that uses no processor time for this long is idle. */
const IDLE_MS = 60

/** Prepares the requests of a case. */
export async function prepareAsked(
  benchCase: BenchCase,
  contestant: Contestant,
  buildId: string,
): Promise<Asked & { readonly answer: ReceivedAnswer | null }> {
  const headers: Record<string, string> = { 'accept-encoding': benchCase.acceptEncoding }
  const path = benchCase.paths({ productCount: contestant.productCount, buildId })
  const status = benchCase.status ?? 200
  if (!benchCase.isOneAddress)
    return { headers, status, answerBytes: null, answer: null, nextPath: () => path(contestant.asked++) }
  const url = contestant.process.url + path(0)
  let answer = await fetchHotAnswer(url, headers)
  if (benchCase.hasCopy) {
    headers['if-none-match'] = answer.headers[answer.headers.findIndex((name) => name.toLowerCase() === 'etag') + 1]!
    answer = await fetchHotAnswer(url, headers)
  }
  if (answer.status !== status) throw new Error(`${url} returned ${answer.status} instead of ${status}.`)
  return { headers, status, answerBytes: answer.byteLength, answer, nextPath: () => path(0) }
}

/** Puts the load of a case on the servers in alternation, because the machine's speed varies. */
export async function measureInTurn(
  benchCase: BenchCase,
  contestants: readonly { readonly contestant: Contestant; readonly asked: Asked }[],
  { rounds, seconds }: Effort,
): Promise<ReadonlyMap<Contestant, Measurement>> {
  const results = new Map(
    contestants.map(({ contestant }) => [
      contestant,
      { loaded: [] as LoadResult[], alone: [] as LoadResult[], processorTime: 0 },
    ]),
  )
  const load = async (contestant: Contestant, asked: Asked, duration: number, connections: number) => {
    const result = await putLoad(contestant.process.url, asked, { duration }, connections)
    await becomeIdle(contestant.process)
    contestant.answered += result.answered
    return result
  }
  // Warms up the servers and the load.
  for (const { contestant, asked } of contestants) {
    let [before, now] = [0, 0]
    for (let round = 0; round < WARMING_ROUNDS && now >= before * WARMING_GAIN; round++) {
      ;[before, now] = [now, (await load(contestant, asked, seconds, CONNECTIONS)).requestsPerSecond]
    }
  }
  for (let round = 0; round < rounds; round++) {
    for (const { contestant, asked } of contestants) {
      const result = results.get(contestant)!
      const before = contestant.process.readProcessorTime()
      result.loaded.push(await load(contestant, asked, seconds, CONNECTIONS))
      console.error(
        `  ${contestant.name}, ${contestant.productCount}: ${result.loaded.at(-1)!.requestsPerSecond.toFixed(0)}/s`,
      )
      result.processorTime += contestant.process.readProcessorTime() - before
      if (benchCase.isTimedAlone) result.alone.push(await load(contestant, asked, seconds / 2, 1))
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
        processorTime: processorTime / loaded.reduce((sum, { asked }) => sum + asked, 0),
        p99Alone: alone.length > 0 ? median(alone.map(({ latencies }) => percentile(latencies, 0.99))) : null,
      },
    ]),
  )
}

/** Waits until the server has finished the work of the last round. */
export async function becomeIdle(process: PinnedProcess): Promise<void> {
  let [before, now] = [-1, process.readProcessorTime()]
  while (now > before) {
    await wait(IDLE_MS)
    ;[before, now] = [now, process.readProcessorTime()]
  }
}
