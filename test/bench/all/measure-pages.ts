import { bundleProgram } from '../bundle-program.ts'
import { COMPARED_CASES, findComparedCase, type ComparedCase } from '../compared-cases.ts'
import { startBuild, type SharedCatalogue } from '../compared-builds.ts'
import { startBareRender, startFixedResponse } from '../contestants.ts'
import { planRequests, type Contestant } from '../measure-case.ts'
import { measureRound, WARMING_ROUNDS, type Round } from '../measure-round.ts'
import type { RequestPlan } from '../load.ts'
import { median } from '../statistics.ts'
import type { Figure } from './figure.ts'

/** Rounds of each server in a run, in alternating order. Their medians are compared. */
const ROUNDS = 4

/** Upper limits of the processor time, divided by that of the other checkout. */
const MOST: Readonly<Record<string, number>> = {
  'not modified': 1.05,
  'cold product': 1.5,
  'cold product (brotli)': 1.3,
  'cold listing': 1.25,
  'cold payload': 1.05,
  'not found': 1.05,
}
const FIRST_BYTE_MOST = 1.3
const MEMORY_MOST_MIB = 240
/** The target is the time in which Express sends the same bytes from memory; the rest is noise. */
const CACHED_MOST = 1.05

interface Entrant {
  readonly name: string
  readonly contestant: Contestant
  readonly plan: RequestPlan
}

interface PageOptions {
  readonly projectDir: string
  readonly otherDir: string
  readonly catalogue: SharedCatalogue
  readonly runs: number
}

/** Measures pages beside the other checkout and minimal servers, all on the same core, and then the server's memory. */
export async function measurePages({ projectDir, otherDir, catalogue, runs }: PageOptions): Promise<Figure[]> {
  await using processes = new AsyncDisposableStack()
  const use = (contestant: Contestant) => {
    processes.use(contestant.process)
    return contestant
  }
  const other = await startBuild('other', otherDir, catalogue)
  use(other.contestant)
  const current = await startBuild('this', projectDir, catalogue)
  use(current.contestant)
  const options = { productCount: catalogue.productCount, databasePath: `${catalogue.folder}/this/catalogue.db` }
  const bare = use(
    await startBareRender(await bundleProgram('limits/bare-render.tsx'), { ...options, folder: catalogue.folder }),
  )

  const figures: Figure[] = []
  const measure = async (benchCase: ComparedCase, entrants: readonly Entrant[]) => {
    console.error(benchCase.name)
    for (const { contestant, plan } of entrants)
      for (let round = 0; round < WARMING_ROUNDS; round++) await measureRound(benchCase, contestant, plan)
    const measured: ReadonlyMap<string, readonly Round[]>[] = []
    for (let run = 0; run < runs; run++) measured.push(await measureRun(benchCase, entrants))
    return measured
  }
  for (const benchCase of COMPARED_CASES.filter(({ name }) => name in MOST)) {
    const planFor = async ({ contestant, buildId }: typeof current) => planRequests(benchCase, contestant, buildId)
    const entrants = [
      { name: 'this', contestant: current.contestant, plan: await planFor(current) },
      { name: 'other', contestant: other.contestant, plan: await planFor(other) },
      ...(benchCase.limit === 'render' && benchCase.status === undefined && !benchCase.name.includes('payload')
        ? [{ name: 'bare React', contestant: bare, plan: await planRequests(benchCase, bare, '') }]
        : []),
    ]
    const measured = await measure(benchCase, entrants)
    figures.push(compareTime(`${benchCase.name}: processor time / other`, MOST[benchCase.name]!, measured, 'other'))
    if (!benchCase.isOneUrl) figures.push(compareFirstByte(benchCase.name, measured))
  }

  const cached = findComparedCase('hot product')
  const plan = await planRequests(cached, current.contestant, current.buildId)
  const measured = await measure(cached, [
    { name: 'this', contestant: current.contestant, plan },
    ...(await Promise.all(
      (['express-response.ts', 'fixed-response.ts'] as const).map(async (program) => {
        const contestant = use(
          await startFixedResponse(plan.response!, { ...options, folder: catalogue.folder }, program),
        )
        const name = program === 'express-response.ts' ? 'Express' : 'node:http'
        return { name, contestant, plan: await planRequests(cached, contestant, '') }
      }),
    )),
  ])
  figures.push(compareTime('cached product: processor time / Express, same bytes', CACHED_MOST, measured, 'Express'), {
    name: 'memory after these cases',
    unit: 'MiB',
    target: { atMost: MEMORY_MOST_MIB },
    values: [current.contestant.process.readMemory().peak],
    beside: `other ${other.contestant.process.readMemory().peak.toFixed(0)}, bare React ${bare.process.readMemory().peak.toFixed(0)}`,
  })
  return figures
}

async function measureRun(
  benchCase: ComparedCase,
  entrants: readonly Entrant[],
): Promise<ReadonlyMap<string, readonly Round[]>> {
  const rounds = new Map(entrants.map(({ name }) => [name, [] as Round[]]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name, contestant, plan } of round % 2 === 0 ? entrants : entrants.toReversed())
      rounds.get(name)!.push(await measureRound(benchCase, contestant, plan))
  }
  return rounds
}

type Runs = readonly ReadonlyMap<string, readonly Round[]>[]

const timeOf = (run: Runs[number], name: string) =>
  median((run.get(name) ?? []).map(({ processorTime }) => processorTime))

function compareTime(name: string, atMost: number, measured: Runs, other: string): Figure {
  return {
    name,
    unit: '',
    target: { atMost },
    values: measured.map((run) => timeOf(run, 'this') / timeOf(run, other)),
    beside: [...measured[0]!.keys()]
      .map((entrant) => `${entrant} ${median(measured.map((run) => timeOf(run, entrant))).toFixed(0)} µs`)
      .join(', '),
  }
}

function compareFirstByte(name: string, measured: Runs): Figure {
  const firstByte = (run: Runs[number], entrant: string) =>
    median(run.get(entrant)!.flatMap(({ times }) => times.map(({ body }) => body)))
  return {
    name: `${name}: first byte / other`,
    unit: '',
    target: { atMost: FIRST_BYTE_MOST },
    values: measured.map((run) => firstByte(run, 'this') / firstByte(run, 'other')),
    beside: ['this', 'other']
      .map((entrant) => `${entrant} ${median(measured.map((run) => firstByte(run, entrant))).toFixed(2)} ms`)
      .join(', '),
  }
}
