import { Agent, request } from 'node:http'
import { cpus } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { BenchServer } from './bench-server.ts'
import type { BenchCase } from './cases.ts'
import { formatTable, median } from './results.ts'

const CONNECTIONS = 32

/** Processor time is counted in steps of 10 ms, so a round should use about half a second. */
const HOT_REQUESTS = 8_000
const COLD_REQUESTS = 600
/** After each round of uncached pages, a single client sends this many requests one after the other. */
const SEQUENTIAL_REQUESTS = 30

/** The processor time of a product page falls until about the 6,000th, because V8 still optimises functions. */
const WARMING_ROUNDS = 10

/** A server that uses no processor time for this long is idle. */
const IDLE_MS = 60

interface RequestPlan {
  readonly headers: Readonly<Record<string, string>>
  readonly status: number
  nextUrl(): string
}

interface Round {
  /** Microseconds for each request. */
  readonly processorTime: number
  /** Milliseconds from a request of the single client to the first byte of its response's body; empty in hot cases. */
  readonly firstBytes: readonly number[]
}

/** @throws if the response has an unexpected status */
function send(url: string, { headers, status }: Omit<RequestPlan, 'nextUrl'>, agent: Agent) {
  const startedAt = performance.now()
  return new Promise<{ readonly etag: string | undefined; readonly firstByteMs: number }>((resolve, reject) => {
    request(url, { headers, agent }, (response) => {
      if (response.statusCode !== status)
        reject(new Error(`${url} returned ${response.statusCode} instead of ${status}.`))
      let firstByteMs = 0
      response.once('data', () => (firstByteMs = performance.now() - startedAt)).on('error', reject)
      response.on('end', () => resolve({ etag: response.headers.etag, firstByteMs }))
    })
      .on('error', reject)
      .end()
  })
}

async function planRequests(benchCase: BenchCase, server: BenchServer): Promise<RequestPlan> {
  const { acceptEncoding, isConditional, isOneUrl, status = 200 } = benchCase
  const nextUrl = () => server.url + benchCase.path(isOneUrl ? 0 : server.requestCount++, server)
  const headers = { 'accept-encoding': acceptEncoding }
  if (!isConditional) return { headers, status, nextUrl }
  const { etag = '' } = await send(nextUrl(), { headers, status: 200 }, new Agent())
  return { headers: { ...headers, 'if-none-match': etag }, status, nextUrl }
}

/**
 * Rounds of the servers alternate, because the machine's speed varies.
 * @param servers the server of this checkout last
 * @returns the cells of a row of `formatRounds`
 */
export async function measureRounds(
  benchCase: BenchCase,
  servers: readonly BenchServer[],
  roundCount: number,
): Promise<readonly string[]> {
  console.error(benchCase.name)
  const sides: { readonly server: BenchServer; readonly plan: RequestPlan; readonly rounds: Round[] }[] = []
  for (const server of servers) sides.push({ server, plan: await planRequests(benchCase, server), rounds: [] })
  for (let number = -WARMING_ROUNDS; number < roundCount; number++) {
    for (const { server, plan, rounds } of number % 2 === 0 ? sides : sides.toReversed()) {
      const round = await measureRound(benchCase, server, plan)
      if (number >= 0) rounds.push(round)
    }
  }
  return [benchCase.name, ...describeRounds(sides.map(({ rounds }) => rounds))]
}

export function formatRounds(isComparison: boolean, roundCount: number, rows: readonly (readonly string[])[]): string {
  const titles = ['CPU µs', 'first byte ms'].flatMap((title) =>
    isComparison ? [`${title}, other`, `${title}, this`, 'ratio'] : [title],
  )
  const ratios = isComparison ? ' Ratios are this checkout / the other, with the range of the rounds.' : ''
  return `The servers have one core, the load another; ${cpus()[0]?.model}, Node ${process.version}, ${roundCount} rounds.${ratios}\n\n${formatTable(['case', ...titles], rows)}`
}

/** @param sides the rounds of each server */
function describeRounds(sides: readonly (readonly Round[])[]): readonly string[] {
  const [before, now] = sides
  const ratios = now?.map(({ processorTime }, index) => processorTime / before![index]!.processorTime) ?? []
  const range = ` (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`
  const describe = (read: (round: Round) => number | readonly number[], digits: number, after: string) => {
    const medians = sides.map((rounds) => median(rounds.flatMap(read)))
    if (medians.some(Number.isNaN)) return medians.length > 1 ? ['', '', ''] : ['']
    const texts = medians.map((value) => value.toFixed(digits))
    return medians.length > 1 ? [...texts, (medians[1]! / medians[0]!).toFixed(2) + after] : texts
  }
  return [
    ...describe(({ processorTime }) => processorTime, 0, range),
    ...describe(({ firstBytes }) => firstBytes, 2, ''),
  ]
}

/** Sends requests over concurrent connections, and then some by a single client. */
async function measureRound({ isOneUrl }: BenchCase, server: BenchServer, plan: RequestPlan): Promise<Round> {
  const amount = isOneUrl ? HOT_REQUESTS : COLD_REQUESTS
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const before = server.readProcessorTime()
  let left = amount
  const sendNext = async () => {
    while (left-- > 0) await send(plan.nextUrl(), plan, agent)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, sendNext))
  await waitUntilIdle(server)
  const processorTime = ((server.readProcessorTime() - before) * 1_000) / amount
  const firstBytes: number[] = []
  for (let number = 0; number < (isOneUrl ? 0 : SEQUENTIAL_REQUESTS); number++)
    firstBytes.push((await send(plan.nextUrl(), plan, agent)).firstByteMs)
  agent.destroy()
  return { processorTime, firstBytes }
}

/** Waits for the server's work from the last round. */
async function waitUntilIdle(server: BenchServer): Promise<void> {
  let [before, now] = [-1, server.readProcessorTime()]
  while (now > before) {
    await wait(IDLE_MS)
    ;[before, now] = [now, server.readProcessorTime()]
  }
}
