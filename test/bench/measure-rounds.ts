import { Agent, request } from 'node:http'
import { cpus } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { BenchCase } from './cases.ts'
import { fetchHotResponse } from './fetch-response.ts'
import { applyLoad, type RequestPlan } from './load.ts'
import { IS_PINNED, type PinnedProcess } from './pinned-process.ts'
import { formatTable, median } from './results.ts'

/** A measured server. Counts its requests across all cases, so that no cold URL is requested twice in a row. */
export interface Contestant {
  readonly process: PinnedProcess
  readonly productCount: number
  readonly buildId: string
  requestCount: number
}

const CONNECTIONS = 32

/** Processor time is counted in steps of 10 ms, so a round should use about half a second. */
const HOT_REQUESTS = 16_000
const COLD_REQUESTS = 600
/** After each round of uncached pages, a single client sends this many requests one after the other. */
const SEQUENTIAL_REQUESTS = 30

/** The processor time of a product page falls until about the 6,000th, because V8 still optimises functions. */
const WARMING_ROUNDS = 10

/** A server that uses no processor time for this long is idle. */
const IDLE_MS = 60

interface Round {
  /** Microseconds for each request. */
  readonly processorTime: number
  readonly requestsPerSecond: number
  /** Milliseconds from a request of the single client to the first byte of its response's body; empty in hot cases. */
  readonly firstBytes: readonly number[]
}

/** @throws if the first response has an unexpected status */
export async function planRequests(benchCase: BenchCase, contestant: Contestant): Promise<RequestPlan> {
  const headers: Record<string, string> = { 'accept-encoding': benchCase.acceptEncoding }
  const path = benchCase.paths(contestant)
  const status = benchCase.status ?? 200
  if (!benchCase.isOneUrl)
    return { headers, status, responseBytes: null, nextPath: () => path(contestant.requestCount++) }
  const url = contestant.process.url + path(0)
  let response = await fetchHotResponse(url, headers)
  if (benchCase.isConditional) {
    headers['if-none-match'] = response.etag!
    response = await fetchHotResponse(url, headers)
  }
  if (response.status !== status) throw new Error(`${url} returned ${response.status} instead of ${status}.`)
  return { headers, status, responseBytes: response.byteLength, nextPath: () => path(0) }
}

type Side = readonly [Contestant, RequestPlan]

/**
 * Rounds of the servers alternate, because the machine's speed varies.
 * @param sides the server of this checkout last
 * @returns the cells of a row of `formatRounds`
 */
export async function measureRounds(
  benchCase: BenchCase,
  sides: readonly Side[],
  roundCount: number,
): Promise<readonly string[]> {
  console.error(benchCase.name)
  const rounds = new Map(sides.map((side) => [side, [] as Round[]]))
  for (let number = -WARMING_ROUNDS; number < roundCount; number++) {
    for (const side of number % 2 === 0 ? sides : sides.toReversed()) {
      const round = await measureRound(benchCase, ...side)
      if (number >= 0) rounds.get(side)!.push(round)
    }
  }
  return [benchCase.name, ...describeRounds([...rounds.values()])]
}

export function formatRounds(isComparison: boolean, roundCount: number, rows: readonly (readonly string[])[]): string {
  const cores = IS_PINNED
    ? 'The servers have one core, the load another'
    : '**Servers and load share all cores, because taskset is missing**'
  const titles = ['CPU µs', 'requests/s', 'first byte ms'].flatMap((title) =>
    isComparison ? [`${title}, other`, `${title}, this`, 'ratio'] : [title],
  )
  const ratios = isComparison ? ' Ratios are this checkout / the other, with the range of the rounds.' : ''
  return `${cores}; ${cpus()[0]?.model}, Node ${process.version}, ${roundCount} rounds.${ratios}\n\n${formatTable(['case', ...titles], rows)}`
}

/** @param sides the rounds of each server */
function describeRounds(sides: readonly (readonly Round[])[]): string[] {
  const describe = (read: (round: Round) => number | readonly number[], digits: number) => {
    const medians = sides.map((rounds) => median(rounds.flatMap(read)))
    if (medians.some(Number.isNaN)) return medians.length > 1 ? ['', '', ''] : ['']
    const texts = medians.map((value) => value.toFixed(digits))
    return medians.length > 1 ? [...texts, (medians[1]! / medians[0]!).toFixed(2)] : texts
  }
  const [processorTimes, others] = [
    describe(({ processorTime }) => processorTime, 0),
    [...describe(({ requestsPerSecond }) => requestsPerSecond, 0), ...describe(({ firstBytes }) => firstBytes, 2)],
  ]
  const [before, now] = sides
  if (!before || !now) return [...processorTimes, ...others]
  const ratios = now.map(({ processorTime }, index) => processorTime / before[index]!.processorTime)
  const range = ` (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`
  return [...processorTimes.slice(0, -1), processorTimes.at(-1)! + range, ...others]
}

/** Sends requests over concurrent connections, and then some by a single client. */
async function measureRound(
  { isOneUrl }: BenchCase,
  { process: server }: Contestant,
  plan: RequestPlan,
): Promise<Round> {
  const amount = isOneUrl ? HOT_REQUESTS : COLD_REQUESTS
  const before = server.readProcessorTime()
  const requestsPerSecond = await applyLoad(server.url, plan, amount, CONNECTIONS)
  await waitUntilIdle(server)
  const processorTime = ((server.readProcessorTime() - before) * 1_000) / amount
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const firstBytes: number[] = []
  for (let number = 0; number < (isOneUrl ? 0 : SEQUENTIAL_REQUESTS); number++)
    firstBytes.push(await timeFirstByte(server.url + plan.nextPath(), plan, agent))
  agent.destroy()
  return { processorTime, requestsPerSecond, firstBytes }
}

function timeFirstByte(url: string, { headers, status }: RequestPlan, agent: Agent): Promise<number> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    request(url, { headers, agent }, (response) => {
      let first = 0
      if (response.statusCode !== status)
        reject(new Error(`${url} returned ${response.statusCode} instead of ${status}.`))
      response.once('data', () => (first = performance.now() - startedAt)).on('error', reject)
      response.on('end', () => resolve(first))
    })
      .on('error', reject)
      .end()
  })
}

/** Waits for the server's work from the last round. */
async function waitUntilIdle(server: PinnedProcess): Promise<void> {
  let [before, now] = [-1, server.readProcessorTime()]
  while (now > before) {
    await wait(IDLE_MS)
    ;[before, now] = [now, server.readProcessorTime()]
  }
}
